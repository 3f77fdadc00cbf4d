# SPDX-License-Identifier: MIT
"""Somebody visits a running server, wherever it runs: looks at the page, plays a game over the socket.

    visit.py URL [GAME…]         a whole game of each against bots (without a name: of every game)
    visit.py URL begin FILE      begins a game and leaves; FILE keeps who and where
    visit.py URL finish FILE     comes back, finds the game where it was, and plays it to its end
"""

import json
import os
import sys
import time
import urllib.error

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures"))
from make import Player, table_of  # noqa: E402

BEGUN_PLIES = 6


def arrive(url, cookie=""):
    """The server may still be starting: it has half a minute for it."""
    for _ in range(60):
        try:
            visitor = Player(url.rstrip("/"))
            break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.5)
    else:
        raise SystemExit(f"visit: nobody answers at {url}")
    visitor.cookie = cookie or visitor.cookie
    visitor.connect()
    return visitor


def look_at_page(visitor):
    assert "<script" in visitor.rest("GET", "/"), "the page is not there"


def play_to_end(visitor, table):
    visitor.play(table)
    record = visitor.rest("GET", f"/api/v1/tables/{table}/record")
    assert '[Result "' in record and '[Result "*"]' not in record
    return record


def begin(url, path):
    visitor = arrive(url)
    look_at_page(visitor)
    table = table_of(visitor, "splendor", 2, {})
    visitor.play(table, stop=BEGUN_PLIES)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"cookie": visitor.cookie, "table": table}, file)
    print("visit: began a game of splendor")


def finish(url, path):
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    visitor = arrive(url, kept["cookie"])
    record = play_to_end(visitor, kept["table"])
    assert f"\n{BEGUN_PLIES}. " in record
    print("visit: found it where it was and played it to its end")


def main(url, *words):
    if words[:1] in (("begin",), ("finish",)):
        return {"begin": begin, "finish": finish}[words[0]](url, words[1])
    visitor = arrive(url)
    look_at_page(visitor)
    games = {game["game"]: game["players_min"] for game in visitor.rest("GET", "/api/v1/games")["games"]}
    for game in words or sorted(games):
        play_to_end(visitor, table_of(visitor, game, games[game], {}))
    print(f"visit: the page is there; played {', '.join(words or sorted(games))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
