# SPDX-License-Identifier: MIT
"""The games in the forms that other toolkits know: PettingZoo's AEC environments and OpenSpiel's games and states.

Neither package is needed: where it is installed the classes derive from its own.
"""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np

from ._table import TakhtError
from ._vector import Vector, seed_of, spaces

try:
    from pettingzoo import AECEnv as _AEC  # type: ignore
except ImportError:
    _AEC = object


class AEC(_AEC):
    """One game, seat by seat: agents are "seat_0", "seat_1", …; an observation is a dictionary of `observation` and `action_mask`.

    Every seat can be observed at any time; the mask is empty for those who are not to move. When the game is over, observations are
    zeros. `reset()` without a seed deals another game, always the same ones after the same seed.
    """

    metadata = {"name": "takht_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game: str, players: int = 2, options: Optional[Mapping[str, Any]] = None, seed: int = 0) -> None:
        self._envs = Vector(game, players, 1, seed, options, 1, False)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.render_mode = None
        self._spaces: dict[str, tuple[Any, Any]] = {}
        self.reset(seed)

    def _spaces_of(self, agent: str) -> tuple[Any, Any]:
        if agent not in self.possible_agents:
            raise TakhtError(f"there is no agent {agent!r}; agents are seat_0 to seat_{len(self.possible_agents) - 1}")
        if agent not in self._spaces:  # the same objects every time
            made, actions = spaces(), self._envs.num_actions
            seen = made.Box(-128, 127, (self._envs.observation_size,), np.int8)
            self._spaces[agent] = (made.Dict({"observation": seen, "action_mask": made.Box(0, 1, (actions,), np.int8)}), made.Discrete(actions))
        return self._spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self._spaces_of(agent)[0]

    def action_space(self, agent: str) -> Any:
        return self._spaces_of(agent)[1]

    def _deal(self, seed: Optional[int]) -> int:
        if seed is not None:
            self._seed, self._games = seed_of(seed), 0
        else:
            self._games += 1
        if self._games == 0:
            return self._seed
        return int(np.random.SeedSequence([self._seed, self._games]).generate_state(1, np.uint64)[0])

    def reset(self, seed: Optional[int] = None, options: Any = None) -> None:
        self._envs.reset(self._deal(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[int(self._envs.actor[0])]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent sees; its mask is empty unless it is to move."""
        seat, going = self.possible_agents.index(agent), not self.terminations.get(agent, True)
        seen = self._envs.observe(0, seat) if going else np.zeros(self._envs.observation_size, np.int8)
        mask = self._envs.legal_mask[0].astype(np.int8) if going and agent == self.agent_selection else np.zeros(self._envs.num_actions, np.int8)
        return {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        if not self.agents:
            raise TakhtError("the game is over and everybody has left: reset() begins another one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        _, rewards, terminated, _, _ = self._envs.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: float(rewards[0, seat]) for seat, name in enumerate(self.possible_agents)}
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]
        if terminated[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[int(self._envs.actor[0])]

    def _leave(self, agent: str, action: Optional[int]) -> None:
        """Nothing is kept of an agent that has heard its end."""
        if action is not None:
            raise TakhtError("the game is over: the only action left is None")
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for kept in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def close(self) -> None:
        self._envs.close()


class Spiel:
    """A game in OpenSpiel's form: `new_initial_state()` gives states. Chance is sampled, it has no node of its own."""

    def __init__(self, game: str, players: int = 2, options: Optional[Mapping[str, Any]] = None, seed: int = 0) -> None:
        self._about = (game, players, options)
        self._seed = seed_of(seed)
        probe = Vector(game, players, 1, seed, options, 1, False)
        self._actions, self._size = probe.num_actions, probe.observation_size
        probe.close()

    def num_players(self) -> int:
        return self._about[1]

    def num_distinct_actions(self) -> int:
        return self._actions

    def information_state_tensor_size(self) -> int:
        return self._size

    def information_state_tensor_shape(self) -> list[int]:
        return [self._size]

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def new_initial_state(self) -> "SpielState":
        """Every call deals another game."""
        self._seed += 1
        return SpielState(self, self._seed, [])


class SpielState:
    """A position. A clone has the same hidden cards: who searches fairly asks `takht.search` or `takht.Table.sample` instead."""

    def __init__(self, game: Spiel, seed: int, history: list[int]) -> None:
        self._game, self._seed, self._history = game, seed, []
        name, players, options = game._about
        self._envs = Vector(name, players, 1, seed, options, 1, False)
        self._returns = [0.0] * players
        self._over = False
        for action in history:
            self.apply_action(action)

    def get_game(self) -> Spiel:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        return -4 if self._over else int(self._envs.actor[0])

    def is_terminal(self) -> bool:
        return self._over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self._over

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if self._over or player not in (None, self.current_player()):
            return []
        return np.flatnonzero(self._envs.legal_mask[0]).tolist()

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        if self._over or player not in (None, self.current_player()):
            return [0] * self._game.num_distinct_actions()
        return self._envs.legal_mask[0].tolist()

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """With the player before the action, or the action alone."""
        return self._envs.action_text(0, player if action is None else action)

    def apply_action(self, action: int) -> None:
        if self._over:
            raise TakhtError("the game is over")
        _, rewards, terminated, _, _ = self._envs.step(np.array([action]))
        self._history.append(int(action))
        if terminated[0]:
            self._over, self._returns = True, rewards[0].tolist()

    def information_state_tensor(self, player: Optional[int] = None) -> list[int]:
        """What a player sees, without one the player to move."""
        if self._over:
            raise TakhtError("the game is over: nobody has an information state")
        return self._envs.observe(0, self.current_player() if player is None else player).tolist()

    def returns(self) -> list[float]:
        return list(self._returns)

    def rewards(self) -> list[float]:
        return list(self._returns)

    def player_return(self, player: int) -> float:
        return self._returns[player]

    def player_reward(self, player: int) -> float:
        return self._returns[player]

    def history(self) -> list[int]:
        return list(self._history)

    def clone(self) -> "SpielState":
        return SpielState(self._game, self._seed, self._history)

    def child(self, action: int) -> "SpielState":
        next_one = self.clone()
        next_one.apply_action(action)
        return next_one
