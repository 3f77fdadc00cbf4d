#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for takht in sixty lines: it plays every game legally, and Splendor with a little sense.

    takht arena splendor --bots 'exec:python3 examples/bot.py,random' --games 20

docs/bot-protocol.md says what is spoken. A line comes in, an answer goes out; nothing else is needed.
"""
import json
import random
import sys


def say(text):
    """One line to the host; it waits for it, so it must not stay in a buffer."""
    print(text, flush=True)


def points_of(move, view):
    """A guess how good a move is. Prefer buying to reserving and reserving to the rest."""
    verbs = ["buy", "place", "build", "wonder", "take", "pick", "reserve", "discard"]
    verb = move.split()[0]
    return len(verbs) - verbs.index(verb) if verb in verbs else 0


def choose(view, legal):
    """The best of the legal moves; of equal ones any."""
    random.shuffle(legal)
    return max(legal, key=lambda move: points_of(move, view))


def main():
    view, legal = {}, []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "takht":  # the greeting: who we are, and that we are ready
            say("name example")
            say("ready")
        elif word == "view":  # what our seat may see, as JSON
            view = json.loads(rest)
        elif word == "legal":  # the moves as they are written, parted by semicolons
            legal = rest.split("; ")
        elif word == "seed":  # so that a game can be repeated
            random.seed(int(rest))
        elif word == "go":  # our turn; the budget is a wish
            if legal:
                say("best " + choose(view, legal))
            else:
                say("error there is no position")
        elif word == "quit":
            return
        # game, sample, set, stop and whatever comes later: nothing to do


if __name__ == "__main__":
    main()
