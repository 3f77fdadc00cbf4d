# SPDX-License-Identifier: MIT
"""One game: moves as text, positions as dictionaries."""

from __future__ import annotations

import json
import operator
import threading
from typing import Any, Callable, Mapping, Optional

from ._library import library

WATCHER = -3


class TakhtError(ValueError):
    """Something that cannot be done; the message says why. Nothing has changed."""


class Table:
    """A game under way. Made by `start`, `read` or `position`. Threads that share one take turns; `copy.copy` and `pickle` make another one."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._at = library.tk_table_new()
        if not self._at:
            raise MemoryError("there is not enough memory for a table")

    def __del__(self) -> None:
        at, self._at = getattr(self, "_at", None), None
        if at:
            library.tk_table_free(at)

    def _problem(self) -> TakhtError:
        return TakhtError(library.tk_table_problem(self._at).decode())

    # The library lets one thread at a time work at a table, and keeps an answer until the next call.

    def _do(self, call: Callable[..., bool], *values: Any) -> "Table":
        with self._lock:
            if not call(self._at, *values):
                raise self._problem()
        return self

    def _text(self, call: Callable[..., Optional[bytes]], *values: Any) -> str:
        with self._lock:
            answer = call(self._at, *values)
            if answer is None:
                raise self._problem()
        return answer.decode()

    def _number(self, call: Callable[..., int]) -> int:
        with self._lock:
            return call(self._at)

    def __reduce__(self) -> tuple[Any, ...]:
        """With all its moves where it has a record; else the position alone, as `copy` has it."""
        with self._lock:
            try:
                return read, (self.record(),)
            except TakhtError:
                return (position, (self.view()["game"], self.dump())) if self.players else (Table, ())

    # --- what is there ---

    @property
    def players(self) -> int:
        return self._number(library.tk_table_players)

    @property
    def actor(self) -> int:
        """The seat that is to act, or -1 when the game is over."""
        return self._number(library.tk_table_actor)

    @property
    def over(self) -> bool:
        return self.actor < 0

    def __len__(self) -> int:
        """Decisions so far."""
        return self._number(library.tk_table_length)

    def view(self, seat: Optional[int] = None) -> dict[str, Any]:
        """The position as a seat sees it; without one, as a watcher does."""
        return json.loads(self._text(library.tk_table_view, WATCHER if seat is None else seat))

    def legal(self) -> list[str]:
        return json.loads(self._text(library.tk_table_legal))

    @property
    def scores(self) -> list[int]:
        return json.loads(self._text(library.tk_table_scores))["scores"]

    @property
    def winners(self) -> list[int]:
        """Seats that won; empty while the game goes on."""
        return json.loads(self._text(library.tk_table_scores))["winners"]

    def said(self, seat: Optional[int] = None, language: str = "en") -> list[str]:
        """The last move in sentences, as a seat may hear it."""
        with self._lock:
            self._do(library.tk_table_speak, language.encode())
            return json.loads(self._text(library.tk_table_said, WATCHER if seat is None else seat))

    def record(self) -> str:
        return self._text(library.tk_table_record)

    def dump(self) -> dict[str, Any]:
        """The whole position, hidden things too; `position` takes it back."""
        return json.loads(self._text(library.tk_table_dump))

    def form(self) -> dict[str, Any]:
        """What a position of this game is made of, for a form in which one is set up."""
        return json.loads(self._text(library.tk_table_form))

    # --- what can be done ---

    def play(self, move: str) -> "Table":
        return self._do(library.tk_table_play, move.encode())

    def back(self, decisions: int = 1) -> "Table":
        return self._do(library.tk_table_back, decisions)

    def sample(self, seat: int, seed: int = 0) -> "Table":
        """Draws everything anew that a seat cannot know."""
        return self._do(library.tk_table_sample, seat, operator.index(seed) & 0xFFFFFFFF)

    def copy(self) -> "Table":
        """Another table with this position; how it came about is not kept."""
        with self._lock:
            return position(self.view()["game"], self.dump())

    def think(self, bot: str = "expert", seed: int = 0) -> dict[str, Any]:
        """What a bot would do for the seat that acts: move, simulations, best (with chances from 0 to 1, those of all seats too). It is not played."""
        thought = json.loads(self._text(library.tk_table_think, bot.encode(), operator.index(seed) & 0xFFFFFFFF))
        for line in thought["best"]:
            line["chance"] /= 10000
            line["seats"] = [chance / 10000 for chance in line["seats"]]
            line["score"] /= 100
        return thought

    def report(self, bot: str = "mcts", simulations: int = 200, threads: int = 1, seed: int = 0) -> dict[str, Any]:
        """What became of the game and why: start, plies and account, as `takht analyse --json` has it."""
        return json.loads(self._text(library.tk_table_report, bot.encode(), simulations, threads, operator.index(seed) & 0xFFFFFFFF))


def start(game: str, players: int = 2, seed: int | str = 0, options: Optional[Mapping[str, Any]] = None) -> Table:
    """Begins a game; `seed` is a number or 64 hex digits."""
    table = Table()
    texts = json.dumps({name: str(value) for name, value in (options or {}).items()})
    return table._do(library.tk_table_start, game.encode(), players, texts.encode(), str(seed).encode())


def read(record: str) -> Table:
    """A game as its record tells it."""
    table = Table()
    return table._do(library.tk_table_read, record.encode())


def position(game: str, dump: Mapping[str, Any] | str) -> Table:
    """A position that `dump` wrote."""
    table = Table()
    text = dump if isinstance(dump, str) else json.dumps(dump)
    return table._do(library.tk_table_load, game.encode(), text.encode())


def games() -> list[dict[str, Any]]:
    """All games with their players and options."""
    table = Table()
    return json.loads(table._text(library.tk_table_games))
