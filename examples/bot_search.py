#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for takht that looks ahead in every game and knows the rules of none.

    takht arena splendor --bots 'exec:python3 examples/bot_search.py,greedy' --budget sims=200 --games 10

It starts `takht model` beside itself and asks it: what is legal, what comes of a move, who wins if both
play on at random. Every simulation draws anew what our seat cannot know and walks one tree of moves
(UCT over what a seat knows). docs/bot-protocol.md says what is spoken on both sides.
"""
import math
import os
import random
import subprocess
import sys
import time

EXPLORE = 0.7
PLAYOUTS = 4  # random games from every leaf: cheaper than walking to another one
USUAL_SIMS = 100


class Model:
    """The rules, as a program that answers every line with one line."""

    def __init__(self):
        command = [os.environ.get("TAKHT", "takht"), "model"]
        self.pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.pipe.stdin.write(line + "\n")
        self.pipe.stdin.flush()
        word, _, rest = self.pipe.stdout.readline().rstrip("\n").partition(" ")
        if word != "ok":
            raise RuntimeError(f"{line[:60]}: {rest}")
        return rest

    def legal(self):
        return self.ask("legal").split("; ")


class Node:
    """What is known about a move: how often it was possible, tried, and what it brought."""

    def __init__(self):
        self.offered = self.visits = 0
        self.value = 0.0
        self.children = {}

    def choose(self, moves):
        """The child to try next among the moves that are possible in this world (UCB1)."""
        for move in moves:
            self.children.setdefault(move, Node()).offered += 1
        untried = [move for move in moves if self.children[move].visits == 0]
        if untried:
            return random.choice(untried)

        def promise(move):
            child = self.children[move]
            return child.value / child.visits + EXPLORE * math.sqrt(math.log(child.offered) / child.visits)

        return max(moves, key=promise)


def simulate(model, root):
    """One walk from the root to a leaf that was never visited, and what is learnt there."""
    actor = model.ask("sample")
    node, path = root, []
    while actor != "end":
        move = node.choose(model.legal())
        child = node.children[move]
        path.append((child, int(actor)))
        actor = model.ask("apply " + move)
        node = child
        if child.visits == 0:
            break
    shares = [float(share) for share in model.ask(f"playout {PLAYOUTS}").split()]
    for child, seat in path:
        child.visits += 1
        child.value += shares[seat]


def think(model, sample, budget):
    """The move that is believed in after so many simulations, or so much time."""
    kind, _, amount = budget.partition(" ")
    sims = int(amount) if kind == "sims" else USUAL_SIMS if kind != "ms" else 10**9
    until = time.monotonic() + int(amount) / 1000 * 0.9 if kind == "ms" else math.inf
    model.ask("load " + sample)
    moves = model.legal()
    root = Node()
    while len(moves) > 1 and sims > 0 and time.monotonic() < until:
        simulate(model, root)
        sims -= 1
    known = [move for move in moves if move in root.children and root.children[move].visits > 0]
    # Visits say what the search believes in; where all moves were tried alike, what they brought does.
    best = max(known or moves, key=lambda move: (root.children[move].visits, root.children[move].value) if known else 0)
    if known:
        child = root.children[best]
        print(f"info win {child.value / child.visits:.4f} visits {child.visits} score 0 line {best}")
    return best


def main():
    model, sample = Model(), ""
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "takht":
            print("name search\nversion 2\nrepeats\nready", flush=True)
        elif word == "sample":  # a whole state in which everything we cannot know has been drawn anew
            sample = rest
        elif word == "seed":  # a text: the same one gives the same thoughts
            random.seed(rest)
            model.ask("seed " + rest)
        elif word == "go":
            print("best " + think(model, sample, rest), flush=True)
        elif word == "quit":
            break
        # new, options, budget, move, result, view, legal: we do not need them


if __name__ == "__main__":
    main()
