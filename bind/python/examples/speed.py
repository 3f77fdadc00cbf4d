# SPDX-License-Identifier: MIT
"""How many steps a second: python3 speed.py [GAME] [PLAYERS]. One core, with masks and with observations too, beside what C alone makes of it."""

import sys
import time

import takht


def in_python(envs):
    for _ in range(8):
        envs.step(envs.sample())


def in_c(envs):
    envs.wander(8)


def measure(envs, go):
    """Millions of steps in a second, and in a second of the processor: other programs may be at work, too."""
    steps, began, used = 0, time.monotonic(), time.process_time()
    while time.monotonic() - began < 2:
        go(envs)
        steps += 8 * envs.num_envs
    return steps / (time.monotonic() - began) / 1e6, steps / (time.process_time() - used) / 1e6


def main():
    game = sys.argv[1] if len(sys.argv) > 1 else "splendor"
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    for observe in (False, True):
        envs = takht.make(game, players=players, envs=4096, seed=1, observe=observe)
        what = "masks and observations" if observe else "masks"
        for language, go in (("Python", in_python), ("C", in_c)):
            wall, processor = measure(envs, go)
            print(f"{game}, {players} players, {what}, {language}: {wall:.2f} million steps a second, {processor:.2f} million a second of the processor")


if __name__ == "__main__":
    main()
