# SPDX-License-Identifier: MIT
"""A search with a judge in Python."""

import numpy as np
import pytest

import takht


def fair(seen, mask, actor, players=2):
    return np.zeros((len(seen), players), np.float32), np.ones(mask.shape, np.float32)


@pytest.mark.parametrize("game,players", [(game["game"], game["players_min"]) for game in takht.games()])
def test_visits_are_legal_and_all_there(game, players):
    envs = takht.make(game, players=players, envs=5, seed=4)
    for _ in range(7):
        envs.step(envs.sample())
    visits, worth = takht.search(envs, lambda *leaf: fair(*leaf, players=players), simulations=40, seed=1)
    assert (visits.sum(1) == 39).all()  # the first simulation judges the root
    assert (visits[envs.legal_mask == 0] == 0).all()
    assert worth.shape == (5, players) and (np.abs(worth) <= 1).all()


def test_leaves_are_told_as_steps_are():
    envs = takht.make("kingdomino", envs=6, seed=2)
    roots = []

    def judge(seen, mask, actor):
        roots.append((seen.copy(), mask.copy(), actor.copy()))
        return fair(seen, mask, actor)

    before = envs.reset()[0].copy()
    takht.search(envs, judge, simulations=3)
    assert (roots[0][0] == before).all() and (roots[0][1] == envs.legal_mask).all() and (roots[0][2] == envs.actor).all()
    assert (envs.reset()[0] == before).all()  # searching moves nothing


def test_the_same_seed_finds_the_same():
    envs = takht.make("seven-wonders-duel", envs=3, seed=8)
    for _ in range(12):
        envs.step(envs.sample())
    dice = np.random.default_rng(1)
    table = dice.random((envs.num_actions,)).astype(np.float32)

    def judge(seen, mask, actor):
        value = np.tanh(seen[:, ::7].astype(np.float32).sum(1) / 50)
        return np.stack([value, -value], 1), np.broadcast_to(table, mask.shape)

    first, again, other = (takht.search(envs, judge, simulations=200, seed=seed) for seed in (1, 1, 2))
    assert (first[0] == again[0]).all() and (first[1] == again[1]).all()
    assert (first[1] != other[1]).any()


def test_priors_lead_and_values_decide():
    envs = takht.make("splendor", envs=2, seed=3)
    wanted = np.array([np.flatnonzero(row)[-1] for row in envs.legal_mask])

    def judge(seen, mask, actor):
        priors = np.full(mask.shape, 1e-6, np.float32)
        if len(seen) == 2:
            priors[np.arange(2), wanted] = 1
        return np.zeros((len(seen), 2), np.float32), priors

    visits, _ = takht.search(envs, judge, simulations=50)
    assert (visits.argmax(1) == wanted).all()


def test_it_sees_a_win_in_one():
    """Random games are stopped where a move ends them well: the search finds one that wins."""
    envs = takht.make("kingdomino", envs=64, seed=5)
    found = 0
    for _ in range(60):
        visits, worth = takht.search(envs, fair, simulations=30, seed=6)
        sure = worth[np.arange(64), envs.actor] > 0.9
        actions = envs.sample().copy()
        actions[sure] = visits[sure].argmax(1)
        actor = envs.actor.copy()
        _, rewards, terminated, _, _ = envs.step(actions)
        won = sure & terminated
        assert (rewards[won, actor[won]] >= 0).all()
        found += won.sum()
        if found > 3:
            return
    assert found > 0


def test_what_is_no_number_is_passed_over():
    envs = takht.make("splendor", envs=2, seed=3)
    for bad in (np.nan, np.inf, -np.inf, -1e30):
        visits, worth = takht.search(envs, lambda seen, mask, actor: (np.full((len(seen), 2), bad), np.full(mask.shape, bad)), simulations=20)
        assert (visits.sum(1) == 19).all() and np.isfinite(worth).all()


def test_wrong_judges_are_told():
    envs = takht.make("splendor", envs=2, seed=3)
    for wrong, words in [
        (lambda seen, mask, actor: (np.zeros(2), np.zeros(mask.shape)), "values have the shape"),
        (lambda seen, mask, actor: (np.zeros((2, 2)), np.zeros((2, 3))), "priors have the shape"),
        (lambda seen, mask, actor: (np.zeros((2, 2), object), np.zeros(mask.shape)), "are numbers"),
        (lambda seen, mask, actor: envs.close() or fair(seen, mask, actor), "were closed"),
    ]:
        envs = takht.make("splendor", envs=2, seed=3)
        with pytest.raises(takht.TakhtError, match=words):
            takht.search(envs, wrong, simulations=20)
    with pytest.raises(takht.TakhtError, match="closed"):
        takht.search(envs, fair)
    envs = takht.make("splendor", envs=2, seed=3)
    for simulations in (0, -1, 1000001):
        with pytest.raises(takht.TakhtError, match="simulations"):
            takht.search(envs, fair, simulations=simulations)
    with pytest.raises(takht.TakhtError, match="explore"):
        takht.search(envs, fair, explore=float("nan"))
    with pytest.raises(ZeroDivisionError):
        takht.search(envs, lambda *leaf: 1 / 0)
