# SPDX-License-Identifier: MIT
"""Whatever one does wrong is an exception that says what is wrong. tests/python-asan.sh runs this with the library under sanitizers."""

import ctypes
import os
import random

import numpy as np
import pytest

import takht

ROUNDS = int(os.environ.get("MISUSE", "300"))
TEXTS = ["", "splendor", "chess", "تخت", "x" * 5000, "\0", "take wug", "{", '{"target":"21"}', "[Game \"splendor\"]", "-1", "mcts:sims=3", "nobody", "mcts:sims=-1"]
NUMBERS = [0, 1, -1, 2, 3, 7, 255, 2**31 - 1, 2**31, -(2**31), 2**63, -(2**64), 2**70]
ARRAYS = [np.zeros(0), np.zeros(4), np.zeros(4, np.int64), np.zeros((4, 1), np.int32), np.full(4, 2**40), np.full(4, -5, np.int8), np.zeros(4, object), np.array(["a"] * 4),
          np.zeros(8, np.int32)[::2], np.zeros(4, bool), np.full(4, np.nan), np.zeros(4, np.complex64)]
REFUSALS = (takht.TakhtError, ctypes.ArgumentError, TypeError, ValueError, OverflowError, UnicodeEncodeError, MemoryError, AttributeError, IndexError, KeyError)


def anything(dice):
    return dice.choice([dice.choice(TEXTS), dice.choice(NUMBERS), None, [], {}, 1.5, float("nan"), dice.choice(ARRAYS), object(), b"splendor", True])


def methods(thing):
    return [name for name in dir(thing) if not name.startswith("_")]


def poke(thing, dice):
    """Calls something of it with anything."""
    name = dice.choice(methods(thing))
    try:
        found = getattr(thing, name)
        if callable(found):
            found(*[anything(dice) for _ in range(dice.randrange(4))])
    except REFUSALS as problem:
        assert str(problem) or isinstance(problem, (MemoryError, KeyError, AttributeError))


@pytest.mark.parametrize("seed", range(3))
def test_tables_take_anything(seed):
    dice = random.Random(seed)
    table = takht.start("splendor", players=2, seed=seed)
    for _ in range(ROUNDS):
        poke(table, dice)
    fresh = takht.start("kingdomino", players=2, seed=seed)
    fresh.play(fresh.legal()[0])


@pytest.mark.parametrize("seed", range(3))
def test_batches_take_anything(seed):
    dice = random.Random(seed)
    envs = takht.make("splendor", players=2, envs=4, seed=seed)
    for _ in range(ROUNDS):
        poke(envs, dice)
        if envs._at is None:
            envs = takht.make("splendor", players=2, envs=4, seed=seed)
    envs.step(envs.sample())


@pytest.mark.parametrize("seed", range(2))
def test_the_module_takes_anything(seed):
    dice = random.Random(seed)
    for _ in range(ROUNDS):
        call = dice.choice([takht.make, takht.start, takht.read, takht.position, takht.search])
        words = [anything(dice) for _ in range(dice.randrange(5))]
        if any(isinstance(word, int) and word > 1000 for word in words):
            continue  # a million games are allowed, and take their memory
        try:
            call(*words)
        except REFUSALS:
            pass


def test_numbers_are_not_cut():
    table = takht.start("splendor", players=2, seed=1)
    for seat in (2**32, -(2**32), 2**70, 0.5, "0"):
        with pytest.raises((ctypes.ArgumentError, takht.TakhtError), match="too large|whole number"):
            table.view(seat)
    with pytest.raises((ctypes.ArgumentError, takht.TakhtError), match="too large"):
        takht.make("splendor", players=2**32 + 2, envs=4)


def test_what_was_closed_says_so():
    envs = takht.make("splendor", players=2, envs=4)
    actions = envs.sample().copy()
    envs.close()
    envs.close()
    for use in (envs.reset, envs.sample, lambda: envs.step(actions), lambda: envs.table(0), lambda: envs.action_text(0, 0)):
        with pytest.raises(takht.TakhtError, match="closed"):
            use()


def test_arrays_outlive_their_games():
    envs = takht.make("kingdomino", players=2, envs=4)
    observation, info = envs.reset()
    mask = info["legal_mask"]
    envs.close()
    del envs
    assert observation.shape[0] == 4 and mask.any()
