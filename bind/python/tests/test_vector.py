# SPDX-License-Identifier: MIT
"""Many games at once."""

import numpy as np
import pytest

import takht

GAMES = [(game["game"], players) for game in takht.games() for players in {game["players_min"], game["players_max"]}]


@pytest.mark.parametrize("game,players", GAMES)
def test_random_play_through_many_games(game, players):
    envs = takht.make(game, players=players, envs=16, seed=3)
    ended = 0
    for _ in range(400):
        actions = envs.sample()
        assert envs.legal_mask[np.arange(16), actions].all()
        observation, rewards, terminated, truncated, info = envs.step(actions)
        assert observation.shape == (16, envs.observation_size)
        assert rewards.shape == (16, players) and np.allclose(rewards.sum(1), 0, atol=1e-5)
        assert (rewards[~terminated] == 0).all() and not truncated.any()
        assert info["legal_mask"].any(1).all() and ((envs.actor >= 0) & (envs.actor < players)).all()
        ended += terminated.sum()
    assert ended > 0


def test_threads_and_seeds_change_nothing():
    def play(threads, seed):
        envs = takht.make("kingdomino", players=2, envs=64, seed=seed, threads=threads)
        return [np.concatenate([part.ravel().astype(np.int64) for part in envs.step(envs.sample())[:3]]) for _ in range(100)]

    assert all((a == b).all() for a, b in zip(play(1, 5), play(3, 5)))
    assert any((a != b).any() for a, b in zip(play(1, 5), play(1, 6)))


def test_wandering_is_sampling_and_stepping():
    one, other = (takht.make("splendor", players=3, envs=8, seed=6) for _ in range(2))
    for _ in range(50):
        one.step(one.sample())
    other.wander(50)
    assert (one._seen == other._seen).all() and (one.legal_mask == other.legal_mask).all() and (one.actor == other.actor).all()


def test_reset_begins_the_same_games():
    envs = takht.make("seven-wonders-duel", envs=8, seed=2)
    first = envs.reset()[0].copy()
    for _ in range(30):
        envs.step(envs.sample())
    assert (envs.reset()[0] == first).all()
    assert (envs.reset(seed=9)[0] != first).any()


def test_an_illegal_action_changes_nothing():
    envs = takht.make("splendor", envs=4, seed=1)
    before, mask = envs.reset()[0].copy(), envs.legal_mask.copy()
    wrong = envs.sample().copy()
    wrong[2] = np.flatnonzero(mask[2] == 0)[0]
    for actions in (wrong, wrong.astype(np.int64) * 0 - 1, np.full(4, 2**31 - 1), np.full(4, 10**12)):
        with pytest.raises(takht.TakhtError):
            envs.step(actions)
        assert (envs.legal_mask == mask).all() and (envs._seen == before).all()


@pytest.mark.parametrize(
    "actions", [np.zeros(3, np.int32), np.zeros((4, 1), np.int32), np.zeros(4), [0, 0, "x", 0], None, 7, np.zeros(4, complex), np.array([None] * 4)]
)
def test_misuse_is_refused(actions):
    envs = takht.make("splendor", envs=4)
    with pytest.raises((takht.TakhtError, TypeError, ValueError)):
        envs.step(actions)


def test_closed_games_are_refused():
    envs = takht.make("splendor", envs=4)
    envs.close()
    envs.close()
    for call in (envs.reset, envs.sample, lambda: envs.step(np.zeros(4, int)), lambda: envs.table(0), lambda: envs.action_text(0, 0)):
        with pytest.raises(takht.TakhtError):
            call()


@pytest.mark.parametrize("about", [{"envs": 0}, {"envs": -1}, {"envs": 1 << 30}, {"threads": 0}, {"players": 7}, {"options": {"x": 1}}])
def test_impossible_batches(about):
    with pytest.raises(takht.TakhtError):
        takht.make("splendor", **about)


def test_a_move_has_a_text_and_a_game_can_be_looked_at():
    envs = takht.make("splendor", envs=4, seed=1)
    action = int(envs.sample()[1])
    text = envs.action_text(1, action)
    assert text in envs.table(1).legal()
    assert envs.action_text(1, -5) == "" and envs.action_text(99, 0) == ""
    with pytest.raises(takht.TakhtError):
        envs.table(4)
