# SPDX-License-Identifier: MIT
"""Thousands of games at once, as arrays."""

from __future__ import annotations

import ctypes
import functools
import json
import operator
import os
import threading
from typing import Any, Mapping, Optional

import numpy as np

from ._library import BatchOut, library
from ._table import Table, TakhtError

_SEED = (1 << 64) - 1


def seed_of(number: Any) -> int:
    """Any whole number, NumPy's too, which know none as large as the mask."""
    return operator.index(number) & _SEED


def spaces() -> Any:
    """Gymnasium's spaces, which are asked for only where somebody wants them."""
    try:
        from gymnasium import spaces as found  # type: ignore
    except ImportError:
        raise TakhtError("spaces need the package gymnasium") from None
    return found


class Vector:
    """Games side by side in the manner of Gymnasium's vector environments, for any number of players.

    Every step makes one move in each game, for the seat that `actor` names. What a step returns are views of this object's own
    arrays, written anew by the next step: copy what you keep.
    """

    def __init__(self, game: str, players: int, envs: int, seed: int, options: Optional[Mapping[str, Any]], threads: int, observe: bool) -> None:
        self._at = None
        self._lock = threading.RLock()
        self._home = os.getpid() if threads != 1 else None
        why = ctypes.create_string_buffer(512)
        seed = seed_of(seed)
        texts = json.dumps({name: str(value) for name, value in (options or {}).items()})
        self._at = library.tk_batch_new(game.encode(), players, texts.encode(), envs, threads, seed, why, len(why))
        if not self._at:
            raise TakhtError(why.value.decode())
        self.game, self.players, self.num_envs, self._seed = game, players, envs, seed
        self.num_actions = library.tk_batch_moves(self._at)
        self.observation_size = library.tk_batch_seen(self._at)
        #: 1 where a move is legal, for the seat that is to move
        self.legal_mask = np.zeros((envs, self.num_actions), np.uint8)
        #: the seat that is to move in each game
        self.actor = np.zeros(envs, np.int8)
        self._seen = np.zeros((envs, self.observation_size if observe else 0), np.int8)
        self._reward = np.zeros((envs, players), np.float32)
        self._ended = np.zeros(envs, np.uint8)
        self._truncated = np.zeros(envs, bool)
        self._scores = np.zeros((envs, players), np.int32)
        self._sampled = np.zeros(envs, np.int32)
        arrays = {"mask": self.legal_mask, "reward": self._reward, "ended": self._ended, "actor": self.actor, "scores": self._scores}
        if observe:
            arrays["seen"] = self._seen
        self._out = BatchOut(**{name: array.ctypes.data for name, array in arrays.items()})
        self.reset()

    def close(self) -> None:
        with self._lock:
            at, self._at = self._at, None
            if at and self._home in (None, os.getpid()):
                library.tk_batch_free(at)

    def __del__(self) -> None:
        if getattr(self, "_at", None):
            self.close()

    def _open(self) -> Any:
        if not self._at:
            raise TakhtError("these games were closed")
        if self._home not in (None, os.getpid()):
            raise TakhtError("these games have threads in the process that made them; make others here")
        return self._at

    def __reduce__(self) -> Any:
        raise TypeError("games side by side are not copied or pickled: make others with the same seed, or take one of them with `table`")

    def _info(self) -> dict[str, np.ndarray]:
        return {"legal_mask": self.legal_mask, "actor": self.actor, "scores": self._scores}

    @functools.cached_property
    def single_observation_space(self) -> Any:
        return spaces().Box(-128, 127, self._seen.shape[1:], np.int8)

    @functools.cached_property
    def single_action_space(self) -> Any:
        return spaces().Discrete(self.num_actions)

    @functools.cached_property
    def observation_space(self) -> Any:
        return spaces().Box(-128, 127, self._seen.shape, np.int8)

    @functools.cached_property
    def action_space(self) -> Any:
        """The shape of actions; which of them are legal is told by legal_mask, and `sample` chooses among those."""
        return spaces().MultiDiscrete(np.full(self.num_envs, self.num_actions))

    def reset(self, seed: Optional[int] = None, options: Any = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Begins every game anew: with the same seed, and also without one, the same games. `options` is there for Gymnasium's sake."""
        with self._lock:
            if seed is not None:
                self._seed = seed_of(seed)
            library.tk_batch_reset(self._open(), self._seed, ctypes.byref(self._out))
        return self._seen, self._info()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """One move in each game: observations, rewards of every seat, terminated, truncated, info.

        A game that ends gives its rewards and begins anew: what is observed then is the new game.
        """
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,):
            raise TakhtError(f"there is one action for each of {self.num_envs} games, not {moves.shape}")
        if moves.dtype.kind not in "iu":
            raise TakhtError(f"actions are whole numbers, not {moves.dtype}")
        moves = np.ascontiguousarray(np.clip(moves, -1, self.num_actions), np.int32)
        with self._lock:
            refused = library.tk_batch_step(self._open(), moves.ctypes.data, ctypes.byref(self._out))
        if refused >= 0:
            raise TakhtError(f"action {np.asarray(actions)[refused]} is not legal in game {refused}; legal_mask says what is")
        return self._seen, self._reward, self._ended.view(bool), self._truncated, self._info()

    def sample(self) -> np.ndarray:
        """A legal action for each game, uniformly by chance."""
        with self._lock:
            library.tk_batch_sample(self._open(), self._sampled.ctypes.data)
        return self._sampled

    def wander(self, steps: int) -> None:
        """So many steps with actions by chance, all of them in C: the same games as step(sample()) again and again."""
        if not 0 <= steps <= 100_000:
            raise TakhtError("0 to 100000 steps can be made at once")
        with self._lock:
            library.tk_batch_wander(self._open(), steps, self._sampled.ctypes.data, ctypes.byref(self._out))

    def observe(self, env: int, seat: int) -> np.ndarray:
        """One game as any seat sees it, from its side; an array of its own."""
        seen = np.zeros(self.observation_size, np.int8)
        with self._lock:
            found = library.tk_batch_see(self._open(), env, seat, seen.ctypes.data)
        if not found:
            raise TakhtError(f"there is no game {env} with a seat {seat}")
        return seen

    def action_text(self, env: int, action: int) -> str:
        """A move in words of the notation; "" if it is not legal there."""
        text = ctypes.create_string_buffer(256)
        with self._lock:
            library.tk_batch_say(self._open(), env, action, text, len(text))
        return text.value.decode()

    def table(self, env: int) -> Table:
        """A copy of one game, to look at."""
        table = Table()
        with self._lock:
            return table._do(lambda at: library.tk_batch_look(self._open(), env, at))


def make(game: str, players: int = 2, envs: int = 1, seed: int = 0, options: Optional[Mapping[str, Any]] = None, threads: int = 1, observe: bool = True) -> Vector:
    """Many games at once. `observe=False` leaves the observations out, which is faster."""
    return Vector(game, players, envs, seed, options, threads, observe)
