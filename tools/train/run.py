#!/usr/bin/env python3
"""Generations of self-play and learning for several games at once, from a plan: run.py PLAN.json --out DIR [options].

One game learns on the GPU while another plays on the processor. Everything that happens is a line in log.jsonl. What was
reached can be gone on with: --resume DIR takes the nets that an earlier run left in its --out.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import threading
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import netfile
import positions

try:
    import big as learner
except ImportError:  # no PyTorch here: small nets can still be learned
    import small as learner

BEGAN = time.time()
processor, gpu, pen = threading.Lock(), threading.Lock(), threading.Lock()


class Run:
    """What all games share: the plan, the program, the folders, the clock and the log."""

    def __init__(self, options, plan):
        self.plan, self.program, self.out, self.work = plan, options.program, options.out, options.work
        self.until, self.failed = BEGAN + options.seconds, False
        self.threads = options.threads or os.cpu_count()
        os.makedirs(self.out, exist_ok=True)
        os.makedirs(self.work, exist_ok=True)

    def left(self):
        return self.until - time.time()

    def log(self, **fields):
        line = json.dumps({"at": round(time.time() - BEGAN, 1), **fields})
        with pen:
            with open(os.path.join(self.out, "log.jsonl"), "a") as file:
                file.write(line + "\n")
            print(line, flush=True)

    def call(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip() or "the program failed")
        return done.stdout


class Game:
    """One game on its way through the generations."""

    def __init__(self, run, about):
        self.run, self.about, self.id, self.name = run, about, about["game"], about["name"]
        self.folder = os.path.join(run.work, self.name)
        os.makedirs(self.folder, exist_ok=True)
        self.generation, self.best, self.nets, self.data = 0, None, [], []
        self.weights, self.shape, self.positions, self.fresh, self.files = None, None, None, None, []

    def setting(self, key, otherwise=None):
        return self.about.get(key, self.run.plan.get(key, otherwise))

    # --- what was reached before ---

    def resume(self, folder):
        path = os.path.join(folder, self.name + ".tar")
        if not os.path.exists(path):
            return
        with tarfile.open(path) as tar:
            tar.extractall(self.folder)
        with open(os.path.join(self.folder, "state.json")) as file:
            state = json.load(file)
        self.generation, self.best, self.nets = state["generation"], state["best"], state["nets"]
        with np.load(os.path.join(self.folder, "best.npz")) as stored:
            self.weights = {name: stored[name] for name in stored.files}
        self.run.log(game=self.name, event="resumed", generation=self.generation, best=self.best)

    def keep(self):
        """The nets, the float weights of the best one and where we are: one file that a later run can go on from."""
        with open(os.path.join(self.folder, "state.json"), "w") as file:
            json.dump({"generation": self.generation, "best": self.best, "nets": self.nets}, file)
        np.savez_compressed(os.path.join(self.folder, "best.npz"), **self.weights)
        target = os.path.join(self.run.out, self.name + ".tar")
        most = self.setting("nets_kept", 8)
        with tarfile.open(target + ".new", "w") as tar:
            for name in ["state.json", "best.npz"] + sorted({n + ".net" for n in self.nets[-most:] + [self.best]}):
                tar.add(os.path.join(self.folder, name), name)
        os.replace(target + ".new", target)
        with open(self.path(self.best), "rb") as source, open(os.path.join(self.run.out, self.name + ".net"), "wb") as out:
            out.write(source.read())

    def path(self, net):
        return os.path.join(self.folder, net + ".net")

    # --- playing ---

    def bot(self, net, more=""):
        sims = self.setting("sims", 200)
        return f"mcts:sims={sims}+net={net or 'no'}{more}"

    def pool(self):
        """Rivals, each with its share: those of the plan, older nets, and manners of play with and without the net."""
        sims = self.setting("sims", 200)
        rivals = [f"{share}:{text}" for text, share in self.setting("rivals", {}).items()]
        styles = self.setting("styles", [])
        rivals += [f"2:mcts:sims={sims}+net=no+style={style}" for style in styles]
        if self.best:
            rivals += [f"3:mcts:sims={sims}+net={self.best}+style={style}" for style in styles]
            rivals += [f"5:mcts:sims={sims}+net={net}" for net in [n for n in self.nets if n != self.best][-3:]]
        return rivals[:32]

    def nets_in_use(self):
        return [f"net={n}:{self.path(n)}" for n in dict.fromkeys(self.nets[-4:] + ([self.best] if self.best else []))]

    def play(self, seconds):
        path = os.path.join(self.folder, f"{self.generation}.pos")
        first = self.best is None
        arguments = self.nets_in_use() + [
            f"bot={self.bot(self.best)}", f"games={self.setting('games_most', 1000000)}", f"seconds={seconds:.0f}",
            f"seed={self.generation + 1000 * self.setting('seed', 1)}", f"threads={self.run.threads}",
            f"players={self.setting('players', 2)}", f"rivals={self.setting('first_rival_games' if first else 'rival_games', 0.3)}",
            f"noise={self.setting('noise', 0.25)}", f"sampled={self.setting('sampled', 16)}", f"stray={self.setting('stray', 0.02)}",
            f"openings={self.setting('openings', 0.25)}"] + [f"rival={r}" for r in self.pool()]
        report = json.loads(self.run.call("play", self.id, path, *arguments))
        self.run.log(game=self.name, event="played", generation=self.generation, with_net=self.best, **report)
        return path

    def take(self, path):
        """The positions of a file as arrays; a few files of the past are kept as arrays alone."""
        first = self.best is None
        self.shape, records = positions.read(path)
        self.fresh, self.positions = path, positions.arrays(self.shape, records, 0.0 if first else self.setting("searched", 0.5))
        for old in self.files[:-1]:
            os.remove(old)
        self.files = [*self.files[-1:], path]
        self.data = (self.data + [self.positions])[-self.setting("window", 3):]

    def match(self, one, other, games, event, seconds=None):
        report = json.loads(self.run.call("match", self.id, one, other, *self.nets_in_use(), f"games={games}",
                                          f"threads={self.run.threads}", f"players={self.setting('players', 2)}",
                                          f"seed={77 + self.generation}", f"seconds={seconds or self.setting('match_seconds', 20)}"))
        self.run.log(game=self.name, event=event, generation=self.generation, **report)
        return report

    # --- learning ---

    def learn(self):
        shape, data = self.shape, positions.join(self.data)
        settings = dict(self.setting("learn"), seed=self.generation + 1)
        warm = self.weights is not None and self.setting("warm", False)
        if warm:
            settings.update(self.setting("learn_warm", {}))
        weights, report = learner.learn(shape, data, settings, {k: v.copy() for k, v in self.weights.items()} if warm else None)
        self.run.log(game=self.name, event="learned", generation=self.generation, warm=warm, **report)
        return weights

    def export(self, weights, name):
        """The integer net as a file, compared with the float net on positions it may know, by this program and by that one."""
        shape, data = self.shape, self.positions
        integers = netfile.quantise(weights, shape)
        netfile.write(self.path(name), integers, shape)
        rows = np.arange(min(len(data["moves"]), self.setting("checked", 2000)))
        seats, parts, largest = netfile.forward_integers(integers, shape, data, rows)
        _, seats_float, parts_float = netfile.forward(weights, netfile.inputs(shape, data, rows))
        unit = netfile.UNIT * netfile.SCALE
        told = self.run.call("check", self.id, name, self.fresh, f"net={name}:{self.path(name)}", f"games={len(rows)}",
                             f"players={shape.players}")
        table = np.array([line.split() for line in told.splitlines()], np.int64)
        has_moves = data["moves"][rows] > 0
        same = bool((table[:, :shape.players] == seats).all()) and bool(
            (table[has_moves, -1] == netfile.first_moves(parts, shape, data, rows)[has_moves]).all())
        off = np.abs((seats[:, 0] - seats[:, 1]) / unit - (seats_float[:, 0] - seats_float[:, 1]))
        off_policy = np.abs(netfile.first_moves(parts, shape, data, rows) / unit -
                            netfile.first_moves(parts_float, shape, data, rows))[has_moves]
        self.run.log(game=self.name, event="exported", net=name, positions=len(rows), same_integers=same, largest_sum=largest,
                     value_off_mean=round(float(off.mean()), 4), value_off_most=round(float(off.max()), 4),
                     policy_off_mean=round(float(off_policy.mean()), 4) if len(off_policy) else None)
        if not same or largest > 32767 or off.mean() > 0.2:
            raise RuntimeError("the integer net is not the float net")

    # --- a generation ---

    def step(self):
        seconds = self.setting("first_seconds" if self.best is None else "play_seconds")
        with processor:
            if self.run.left() < seconds + self.setting("reserve", 60):
                return False
            path = self.play(seconds)
        self.take(path)
        with gpu:
            weights = self.learn()
        name = f"{self.setting('prefix', 'g')}{self.generation}"
        self.export(weights, name)
        self.nets.append(name)
        with processor:
            self.judge(name, weights)
        self.generation += 1
        self.keep()
        return self.run.left() > self.setting("reserve", 60)

    def judge(self, name, weights):
        """A net takes over unless it loses to the one before it."""
        games, before = self.setting("match_games", 400), self.best
        score = 1.0
        if before:
            score = self.match(self.bot(name), self.bot(before), games, "against_previous")["score"]
        if score >= self.setting("gate", 0.49) or self.weights is None:
            self.best, self.weights = name, weights
        self.match(self.bot(self.best), self.bot(None), games, "against_linear")
        self.run.log(game=self.name, event="judged", generation=self.generation, best=self.best)

    def finish(self):
        """Last measurements, as far as there is time: against every manner of play, and settings of the search."""
        if not self.best:
            return
        for style in self.setting("styles", []):
            if self.run.left() < 15:
                return
            with processor:
                self.match(self.bot(self.best), self.bot(self.best, f"+style={style}"), 100, "against_style", 5)
        for more in self.setting("tried", []):
            if self.run.left() < 15:
                return
            with processor:
                self.match(self.bot(self.best, more), self.bot(self.best), 400, "tried", 8)

    def go(self):
        try:
            while self.run.left() > 0 and self.generation < self.setting("generations", 99) and self.step():
                pass
            self.finish()
        except Exception as error:  # one game that fails leaves the others at work
            self.run.failed = True
            self.run.log(game=self.name, event="failed", why=repr(error))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan")
    parser.add_argument("--program", default="build-train/selfplay")
    parser.add_argument("--out", default="train-out")
    parser.add_argument("--work", default="/tmp/takht-train")
    parser.add_argument("--resume")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--only", help="names of games, with commas")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=JSON", help="another value than the plan's")
    options = parser.parse_args()
    with open(options.plan) as file:
        plan = json.load(file)
    for text in options.set:
        key, value = text.split("=", 1)
        plan[key] = json.loads(value)
    run = Run(options, plan)
    run.log(event="began", learner=learner.__name__, threads=run.threads, seconds=options.seconds)
    games = [Game(run, about) for about in plan["games"] if not options.only or about["name"] in options.only.split(",")]
    for game in games:
        if options.resume:
            game.resume(options.resume)
    threads = [threading.Thread(target=game.go) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.log(event="ended", best={game.name: game.best for game in games})
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
