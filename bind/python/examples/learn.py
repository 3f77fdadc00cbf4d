# SPDX-License-Identifier: MIT
"""A tiny net learns Splendor with NumPy alone and then beats chance: python3 learn.py [GAMES]

The net is told a position and gives a number to every move; legal moves are drawn with the softmax of their numbers. After a game the
moves of the winner become a little likelier and those of the loser less likely: the oldest policy gradient there is (REINFORCE).
"""

import sys

import numpy as np

import takht

ENVS, HIDDEN, RATE, STEPS = 128, 32, 0.0005, 160
rng = np.random.default_rng(1)


def softmax(logits, mask):
    logits = np.where(mask, logits, -1e9)
    odds = np.exp(logits - logits.max(1, keepdims=True)) * mask
    return odds / odds.sum(1, keepdims=True)


def draw(chances):
    return (chances.cumsum(1) > rng.random((len(chances), 1))).argmax(1)


class Net:
    def __init__(self, inputs, outputs):
        self.first = rng.normal(0, 1 / np.sqrt(100), (inputs, HIDDEN)).astype(np.float32)
        self.second = np.zeros((HIDDEN, outputs), np.float32)
        self.slopes = {}

    def think(self, seen):
        hidden = np.maximum(seen @ self.first, 0)
        return hidden, hidden @ self.second

    def learn(self, seen, hidden, chances, moves, advantage):
        """One step uphill: d log(chance of the move) times how good the game was."""
        slope = -chances * advantage[:, None]
        slope[np.arange(len(moves)), moves] += advantage
        back = (slope @ self.second.T) * (hidden > 0)
        self.climb("second", hidden.T @ slope / len(moves))
        self.climb("first", seen.T @ back / len(moves))

    def climb(self, name, slope):
        """Adam: every weight has its own pace, by the mean of its slopes and of their squares."""
        mean, square, n = self.slopes.get(name, (0, 0, 0))
        mean, square, n = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2, n + 1
        self.slopes[name] = mean, square, n
        pace = RATE / (np.sqrt(square / (1 - 0.999**n)) + 1e-8)
        setattr(self, name, getattr(self, name) + pace * mean / (1 - 0.9**n))


def scale_of(game):
    """Most of what is told is 0 or 1, the rest amounts up to 127: each number divided by the most that some positions show."""
    envs = takht.make(game, players=2, envs=256, seed=5)
    envs.wander(40)
    seen = envs.step(envs.sample())[0].astype(np.float32)
    return 1 / np.maximum(1, np.abs(seen).max(0))


SCALE = scale_of("splendor")


def looks(observation):
    return observation * SCALE


def train(net, envs, enough):
    """Plays so many games, keeps what each seat of each of them did, and learns from those that have ended."""
    games = 0
    observation, _ = envs.reset()
    while games < enough:
        story = []
        for _ in range(STEPS):
            seen = looks(observation)
            hidden, logits = net.think(seen)
            chances = softmax(logits, envs.legal_mask)
            moves, actor = draw(chances), envs.actor.astype(int).copy()
            observation, rewards, ended, _, _ = envs.step(moves)
            story.append((seen, hidden, chances, moves, actor, rewards.copy(), ended.copy()))
            games += int(ended.sum())
        outcome = np.zeros((ENVS, 2), np.float32)
        for seen, hidden, chances, moves, actor, rewards, ended in reversed(story):
            outcome[ended] = rewards[ended]
            advantage = outcome[np.arange(ENVS), actor]
            known = advantage != 0
            if known.any():
                net.learn(seen[known], hidden[known], chances[known], moves[known], advantage[known])
        observation, _ = envs.reset(seed=games)
    return games


def against_chance(net, games):
    """The net in seat 0 of one half of the games and in seat 1 of the other; the share that it wins."""
    envs = takht.make("splendor", players=2, envs=games, seed=99)
    mine = np.arange(games) % 2
    won, over = np.zeros(games), np.zeros(games, bool)
    observation, _ = envs.reset()
    while not over.all():
        _, logits = net.think(looks(observation))
        best = draw(softmax(3 * logits, envs.legal_mask))
        moves = np.where(envs.actor == mine, best, envs.sample())
        observation, rewards, ended, _, _ = envs.step(moves)
        fresh = ended & ~over
        won[fresh] = (rewards[np.arange(games), mine][fresh] + 1) / 2
        over |= ended
    return won.mean()


def main():
    enough = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    envs = takht.make("splendor", players=2, envs=ENVS, seed=1)
    net = Net(envs.observation_size, envs.num_actions)
    print(f"before: wins {against_chance(net, 200):.1%} of 200 games against chance")
    games = train(net, envs, enough)
    share = against_chance(net, 200)
    print(f"after {games} games: wins {share:.1%} of 200 games against chance")
    return 0 if share > 0.75 else 1


if __name__ == "__main__":
    sys.exit(main())
