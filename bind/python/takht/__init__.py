# SPDX-License-Identifier: MIT
"""Takht: exact rules and bots for Splendor, 7 Wonders Duel, Kingdom Builder, Kingdomino, Queendomino and the Royal Wedding.

    import takht
    table = takht.start("splendor", players=2, seed=7)
    while not table.over:
        table.play(table.think("greedy", len(table))["move"])
    print(table.scores)

    envs = takht.make("splendor", players=2, envs=4096)
    observation, info = envs.reset()
    observation, rewards, terminated, truncated, info = envs.step(envs.sample())
"""

from ._library import library as _library
from ._table import Table, TakhtError, games, position, read, start
from ._trees import search
from ._vector import Vector, make

__version__ = _library.tk_version().decode()
__all__ = ["Table", "TakhtError", "Vector", "games", "make", "position", "read", "search", "start"]
