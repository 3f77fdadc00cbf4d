# SPDX-License-Identifier: MIT
"""Whatever one does wrong is an exception that says what is wrong. tests/python-asan.sh runs this with the library under sanitizers."""

import copy
import ctypes
import multiprocessing
import os
import pickle
import random
import threading

import numpy as np
import pytest

import takht
import takht.adapters

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


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copied_table_is_another_one(again):
    table = takht.start("splendor", players=3, seed=4)
    for _ in range(5):
        table.play(table.legal()[-1])
    other, record, dump = again(table), table.record(), table.dump()
    table.play(table.legal()[0])
    del table  # and its memory
    assert len(other) == 5 and other.record() == record and other.dump() == dump
    other.sample(0, 1)  # no record tells what was drawn anew
    assert again(other).dump() == other.dump()
    assert len(again(takht.Table())) == 0


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_batches_are_not_copied(again):
    envs = takht.make("splendor", players=2, envs=4)
    with pytest.raises(TypeError, match="not copied"):
        again(envs)
    envs.step(envs.sample())


def all_at_once(work):
    wrong = []

    def keep_on():
        try:
            for _ in range(100):
                work()
        except REFUSALS:
            pass
        except Exception as problem:  # noqa: BLE001
            wrong.append(problem)

    threads = [threading.Thread(target=keep_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_take_turns_at_a_table():
    table = takht.start("kingdom-builder", players=4, seed=1)

    def work():
        assert table.view()["game"] == "kingdom-builder" and table.dump()["players"] == 4
        assert table.record().startswith('[Game "kingdom-builder"]')
        try:
            table.play(table.legal()[0])
        except takht.TakhtError:
            pass  # another thread was faster
        assert "best" in table.think("greedy")

    all_at_once(work)
    assert len(table) > 0


def test_threads_take_turns_at_a_batch():
    envs = takht.make("splendor", players=2, envs=16, threads=2)

    def work():
        envs.wander(3)
        envs.observe(3, 1)
        assert envs.table(2).players == 2

    all_at_once(work)
    late = threading.Thread(target=lambda: envs.wander(20000))
    late.start()
    envs.close()  # waits until nobody works at them
    late.join()


@pytest.mark.filterwarnings("ignore")
def test_threads_stay_behind_when_a_process_is_forked_off():
    envs = takht.make("splendor", players=2, envs=64, threads=2)
    alone = takht.make("splendor", players=2, envs=4)
    envs.step(envs.sample())

    def child(answers):
        try:
            envs.sample()
            answers.put("sampled")
        except takht.TakhtError as problem:
            answers.put(str(problem))
        envs.close()
        alone.step(alone.sample())
        answers.put("stepped")

    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    other = fork.Process(target=child, args=(answers,))
    other.start()
    other.join(60)
    assert other.exitcode == 0
    assert "make others here" in answers.get() and answers.get() == "stepped"
    envs.step(envs.sample())


def test_nothing_is_cut_off_at_a_zero_byte():
    table = takht.start("splendor", players=2, seed=1)
    for use in (lambda: takht.start("splendor\0x"), lambda: takht.start("splendor", seed="1\0x"), lambda: table.play(table.legal()[0] + "\0x"),
                lambda: takht.read(table.record() + "\0x"), lambda: takht.make("splendor\0x", players=2), lambda: table.think("greedy\0x")):
        with pytest.raises((ctypes.ArgumentError, takht.TakhtError), match="zero byte"):
            use()
    assert len(table) == 0


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.uint64])
def test_seeds_may_be_numpys(kind):
    seed = kind(7)
    assert takht.start("splendor", seed=seed).record() == takht.start("splendor", seed=7).record()
    envs = takht.make("splendor", seed=seed)
    first = envs.reset(seed)[0].copy()
    assert np.array_equal(first, takht.make("splendor", seed=7).reset()[0])
    assert takht.start("splendor").think("random", seed) == takht.start("splendor").think("random", 7)
    takht.adapters.AEC("splendor", seed=seed).reset(seed=kind(9))
    for wrong in (1.5, None, "7"):
        with pytest.raises(TypeError):
            takht.make("splendor", seed=wrong)
