# SPDX-License-Identifier: MIT
"""The forms of other toolkits, also where they are not installed."""

import importlib
import random
import sys
import types

import numpy as np
import pytest

import takht
import takht.adapters
from takht.adapters import AEC, Spiel


@pytest.mark.parametrize("game,players", [("splendor", 3), ("kingdomino", 4), ("seven-wonders-duel", 2)])
def test_aec_goes_round_the_table(game, players):
    env, rng, sums = AEC(game, players=players, seed=4), random.Random(1), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            sums[agent] = reward
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        other = env.possible_agents[(env.possible_agents.index(agent) + 1) % players]
        assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(legal.tolist())))
    assert len(sums) == players and abs(sum(sums.values())) < 1e-5 and max(sums.values()) > 0


def test_aec_keeps_its_books_as_pettingzoo_checks_them():
    """What pettingzoo.test.api_test asserts of rewards, and of agents that have left."""
    env, rng, left = AEC("kingdomino", players=3, seed=2), random.Random(5), []
    owed = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        assert reward == owed[agent] and info == env.infos[agent] == {} and env.last(observe=False)[0] is None
        assert observation["observation"].shape == (env._envs.observation_size,) and observation["action_mask"].dtype == np.int8
        env.step(None if terminated else np.int32(rng.choice(np.flatnonzero(observation["action_mask"]).tolist())))
        left += [agent] if terminated else []
        owed[agent] = 0.0
        for name, more in env.rewards.items():
            owed[name] += more
        assert env.agents == [name for name in env.possible_agents if name not in left]
        for book in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(book) == set(env.agents)
    assert sorted(left) == env.possible_agents
    with pytest.raises(takht.TakhtError, match="reset"):
        env.step(None)


def test_aec_deals_other_games_and_the_same_after_a_seed():
    env = AEC("splendor", seed=7)

    def deals(seed):
        env.reset(seed)
        first = env.observe("seat_0")["observation"]
        env.reset()
        return first.tolist(), env.observe("seat_0")["observation"].tolist()

    one = deals(7)
    assert one == deals(7) and one[0] != one[1] and deals(8)[0] not in one
    assert one[0] == AEC("splendor", seed=7).observe("seat_0")["observation"].tolist()


def test_every_seat_sees_its_side():
    envs = takht.make("kingdom-builder", players=2, envs=3, seed=4)
    for _ in range(9):
        envs.step(envs.sample())
    for env in range(3):
        acting = int(envs.actor[env])
        assert (envs.observe(env, acting) == envs._seen[env]).all()
        assert (envs.observe(env, 1 - acting) != envs._seen[env]).any()
    for env, seat in ((3, 0), (-1, 0), (0, 2), (0, -1)):
        with pytest.raises(takht.TakhtError, match="no game"):
            envs.observe(env, seat)
    state = Spiel("splendor", players=3).new_initial_state()
    views = [state.information_state_tensor(player) for player in range(3)]
    assert views[state.current_player()] == state.information_state_tensor() and views[0] != views[1]
    assert AEC("splendor").observe("seat_1")["observation"].any()


def test_toolkits_are_used_where_they_are(monkeypatch):
    """Stand-ins for both packages: the environment is one of PettingZoo's, and its spaces are the same objects every time."""

    class AECEnv:
        pass

    def space(kind):
        return lambda *about: (kind, about)

    spaces = types.SimpleNamespace(Box=space("box"), Dict=space("dict"), Discrete=space("discrete"), MultiDiscrete=space("many"))
    monkeypatch.setitem(sys.modules, "gymnasium", types.SimpleNamespace(spaces=spaces))
    monkeypatch.setitem(sys.modules, "pettingzoo", types.SimpleNamespace(AECEnv=AECEnv))
    fresh = importlib.reload(takht.adapters)
    try:
        env = fresh.AEC("splendor")
        assert isinstance(env, AECEnv)
        assert env.observation_space("seat_0") is env.observation_space("seat_0") and env.action_space("seat_1")[0] == "discrete"
        with pytest.raises(takht.TakhtError, match="no agent"):
            env.action_space("seat_2")
        envs = takht.make("splendor", envs=5)
        assert envs.single_action_space == ("discrete", (envs.num_actions,)) and envs.action_space[0] == "many"
        assert envs.single_observation_space[1][2] == (envs.observation_size,) and envs.observation_space[1][2] == (5, envs.observation_size)
    finally:
        monkeypatch.undo()
        importlib.reload(takht.adapters)


def test_without_gymnasium_spaces_say_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(takht.TakhtError, match="gymnasium"):
        takht.make("splendor").single_action_space


def test_spiel_states_can_be_cloned():
    state, rng = Spiel("splendor", players=2).new_initial_state(), random.Random(2)
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    twin = state.clone()
    assert twin.information_state_tensor() == state.information_state_tensor()
    first = state.legal_actions()[0]
    assert state.child(first).history() == state.history() + [first] and state.action_to_string(first)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    assert sum(state.returns()) == 0 and not twin.is_terminal() and state.legal_actions() == []
    with pytest.raises(takht.TakhtError):
        state.apply_action(0)
