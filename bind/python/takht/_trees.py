# SPDX-License-Identifier: MIT
"""A tree search whose judge is a function of yours."""

from __future__ import annotations

import ctypes
from typing import Callable, Tuple

import numpy as np

from ._library import BatchOut, library
from ._table import TakhtError
from ._vector import Vector, seed_of

Judge = Callable[[np.ndarray, np.ndarray, np.ndarray], Tuple[np.ndarray, np.ndarray]]


def _rows(array: np.ndarray, count: int, width: int, what: str) -> np.ndarray:
    rows = np.asarray(array)
    if rows.shape != (count, width):
        raise TakhtError(f"the evaluator's {what} have the shape ({count}, {width}), not {rows.shape}")
    if rows.dtype.kind not in "fiu":
        raise TakhtError(f"the evaluator's {what} are numbers, not {rows.dtype}")
    return np.ascontiguousarray(rows, np.float32)


def search(envs: Vector, evaluate: Judge, simulations: int = 100, seed: int = 0, explore: float = 1.5) -> tuple[np.ndarray, np.ndarray]:
    """Searches from every position of `envs`, all at once.

    `evaluate(observations, masks, actors)` is given some leaves, at most one of each game, as `envs.step` tells positions, and returns
    values (a row for each leaf and a column for each seat: the reward it may expect, -1 to 1) and priors (a row for each leaf and
    a column for each action; numbers from 0 up, of which those of legal actions count). Its first leaves are the positions
    themselves: who wants noise at the root adds it to their priors.

    Returns how often every action was tried (envs × actions) and what every seat may expect (envs × players). A search knows
    what the seat to move knows; the same seed and the same answers give the same result.
    """
    with envs._lock:  # nobody else moves in these games meanwhile, or closes them
        return _search(envs, evaluate, simulations, seed, explore)


def _search(envs: Vector, evaluate: Judge, simulations: int, seed: int, explore: float) -> tuple[np.ndarray, np.ndarray]:
    why = ctypes.create_string_buffer(512)
    at = library.tk_trees_new(envs._open(), simulations, explore, seed_of(seed), why, len(why))
    if not at:
        raise TakhtError(why.value.decode())
    count, moves = envs.num_envs, envs.num_actions
    seen = np.zeros((count, envs.observation_size), np.int8)
    mask = np.zeros((count, moves), np.uint8)
    actor = np.zeros(count, np.int8)
    out = BatchOut(mask=mask.ctypes.data, seen=seen.ctypes.data, actor=actor.ctypes.data)
    try:
        while True:
            found = library.tk_trees_leaves(at, ctypes.byref(out))
            if found < 0:
                raise MemoryError("there is not enough memory for so many simulations")
            if found == 0:
                break
            values, priors = evaluate(seen[:found], mask[:found], actor[:found])
            envs._open()  # the games of a search must not be closed by its judge
            values, priors = _rows(values, found, envs.players, "values"), _rows(priors, found, moves, "priors")
            library.tk_trees_tell(at, values.ctypes.data, priors.ctypes.data)
        visits, worth = np.zeros((count, moves), np.float32), np.zeros((count, envs.players), np.float32)
        library.tk_trees_result(at, visits.ctypes.data, worth.ctypes.data)
        return visits, worth
    finally:
        library.tk_trees_free(at)
