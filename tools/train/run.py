#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
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
        self.until, self.failed, self.resumed = BEGAN + options.seconds, False, options.resume
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
        self.generation, self.best, self.nets, self.exploiters = 0, None, [], []
        self.weights = self.latest = None  # of the best net; of the last one, from which learning goes on
        self.shape, self.data, self.files, self.recent = None, [], [], []

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
        self.generation, self.best = state["generation"], state["best"]
        self.nets = [net for net in state["nets"] if os.path.exists(self.path(net))]
        self.exploiters = state.get("exploiters", [])
        self.weights, self.latest = self.load("best"), self.load("latest")
        if self.latest is None:
            self.latest = self.weights
        self.run.log(game=self.name, event="resumed", generation=self.generation, best=self.best)

    def begin(self):
        """Goes on from a net that has already been made (`begun`), as far as its file tells."""
        path = self.setting("begun")
        if path is None or self.best is not None:
            return
        self.best, self.nets = "b0", ["b0"]
        with open(path, "rb") as source, open(self.path(self.best), "wb") as out:
            out.write(source.read())
        self.weights = self.latest = netfile.floats(netfile.read(path))
        self.run.log(game=self.name, event="begun", net=path)

    def load(self, name):
        path = os.path.join(self.folder, name + ".npz")
        return {k: v.astype(np.float32) for k, v in np.load(path).items()} if os.path.exists(path) else None

    def keep(self):
        """Puts all that is needed to go on into one file."""
        with open(os.path.join(self.folder, "state.json"), "w") as file:
            json.dump({"generation": self.generation, "best": self.best, "nets": self.nets, "exploiters": self.exploiters}, file)
        for name, weights in (("best", self.weights), ("latest", self.latest)):
            np.savez(os.path.join(self.folder, name + ".npz"), **{k: v.astype(np.float16) for k, v in weights.items()})
        target = os.path.join(self.run.out, self.name + ".tar")
        nets = {*self.nets[-self.setting("nets_kept", 4):], self.best, *(net for net, _ in self.exploiters)}
        with tarfile.open(target + ".new", "w:gz", compresslevel=3) as tar:
            for name in ["state.json", "best.npz", "latest.npz"] + sorted(n + ".net" for n in nets):
                tar.add(os.path.join(self.folder, name), name)
        os.replace(target + ".new", target)
        with open(self.path(self.best), "rb") as source, open(os.path.join(self.run.out, self.name + ".net"), "wb") as out:
            out.write(source.read())

    def path(self, net):
        return os.path.join(self.folder, net + ".net")

    # --- playing ---

    def bot(self, net, more=""):
        sims = self.setting("sims", 200)
        return f"mcts:sims={sims}+net={net or 'no'}{self.setting('manner', '') if net else ''}{more}"

    def plain(self, more=""):
        """The search without a net as it plays in games to learn from: the plan may want it quicker than in matches."""
        return self.bot(None, self.setting("plain", "") + more)

    def pool(self):
        """Rivals, each with its share: those of the plan, older nets, what was learned against them, manners of play."""
        rivals = [f"{share}:{text}" for text, share in self.setting("rivals", {}).items()]
        styles = self.setting("styles", [])
        rivals += [f"2:{self.plain('+style=' + style)}" for style in styles]
        if self.best:
            rivals += [f"3:{self.bot(self.best, '+style=' + style)}" for style in styles]
            rivals += [f"5:{self.bot(net)}" for net in [n for n in self.nets if n != self.best][-3:]]
            rivals += [f"8:{self.bot(net, more)}" for net, more in self.exploiters[-4:]]
        return rivals[:32]

    def tables(self, which="tables"):
        """Where it is played: for some players, or at several tables in turn (`4`, `2:mighty_duel=on,harmony=on`)."""
        tables = self.setting("tables", [self.setting("players", 2)])
        return [f"table={table}" for table in self.setting(which, tables)]

    def nets_in_use(self):
        names = self.nets[-4:] + ([self.best] if self.best else []) + [net for net, _ in self.exploiters[-4:]]
        return [f"net={n}:{self.path(n)}" for n in dict.fromkeys(names)]

    def play(self, seconds, path, bot, rivals, share, seed):
        """A file of positions, and what the program says of it."""
        arguments = self.nets_in_use() + [
            f"bot={bot}", f"games={self.setting('games_most', 1000000)}", f"seconds={seconds:.0f}", f"seed={seed}",
            f"threads={self.run.threads}", *self.tables(), f"rivals={share}",
            f"noise={self.setting('noise', 0.25)}", f"sampled={self.setting('sampled', 16)}", f"stray={self.setting('stray', 0.02)}",
            f"openings={self.setting('openings', 0.25)}", f"hurried={self.setting('hurried', 0)}",
            f"hurry={self.setting('hurry', 40)}"] + [f"rival={r}" for r in rivals]
        return json.loads(self.run.call("play", self.id, path, *arguments))

    def play_generation(self, seconds):
        path = os.path.join(self.folder, f"{self.generation}.pos")
        share = self.setting("rival_games" if self.best else "first_rival_games", 0.3)
        bot = self.bot(self.best) if self.best else self.setting("first", self.plain())
        report = self.play(seconds, path, bot, self.pool(), share, self.generation + 1000 * self.setting("seed", 1))
        self.run.log(game=self.name, event="played", generation=self.generation, with_net=self.best, **report)
        return path

    def play_pairs(self):
        """A file of pairs of moves that a quick player played out (bots/pairs.c), if the plan wants the first net to learn from some."""
        about = self.setting("pairs") if self.best is None else None
        if about is None:
            return None
        path = os.path.join(self.folder, "pairs.pos")
        report = json.loads(self.run.call(
            "play", self.id, path, *self.tables(), "games=1000000000", f"threads={self.run.threads}", f"seconds={about['seconds']}",
            f"ends={about.get('ends', 2)}", f"seldom={about.get('seldom', 12)}", "stray=0.05", f"seed={self.setting('seed', 1)}"))
        self.run.log(game=self.name, event="played_pairs", **report)
        return path

    def learn_pairs(self, path):
        """Weights from the pairs, with instinct from the games of this generation."""
        import pairs  # it needs PyTorch
        words = [f"--{key}={value}" for key, value in self.setting("pairs").get("learn", {}).items()]
        weights, report, _ = pairs.make([path], positions.join(self.data), None, pairs.options_of(["", *words]))
        os.remove(path)
        self.run.log(game=self.name, event="learned_pairs", generation=self.generation, **report)
        return weights

    def take(self, path):
        """The positions of a file as arrays; a few files of the past are kept as arrays alone."""
        self.shape, records = positions.read(path)
        fresh = positions.arrays(self.shape, records, self.setting("searched", 0.5) if self.best else 0.0, self.setting("points", 0))
        for old in self.files[:-1]:
            os.remove(old)
        self.files = [*self.files[-1:], path]
        self.data = (self.data + [fresh])[-self.setting("window", 3):]

    def match(self, one, other, games, event, seconds=None, seed=77, **more):
        report = json.loads(self.run.call("match", self.id, one, other, *self.nets_in_use(), f"games={games}",
                                          f"threads={self.run.threads}", *self.tables("matched"),
                                          f"seed={seed + self.generation}", f"seconds={seconds or self.setting('match_seconds', 20)}"))
        self.run.log(game=self.name, event=event, generation=self.generation, **more, **report)
        return report

    # --- learning ---

    def grown(self):
        """Weights to begin with from the net of a game with two, if the plan names its file."""
        about = self.setting("grown")
        if about is None:
            return None
        integers = netfile.read(about["from"])
        few = [len(integers["near_ones"]), len(integers["near_amounts"])]
        return netfile.widen(netfile.floats(integers), few, self.shape, about.get("share", 0.33))

    def learn(self, data, start, more, **named):
        """Weights learned from arrays, from others on if they are as large as the plan wants."""
        settings = dict(self.setting("learn"), seed=self.generation + 1)
        warm = start is not None and start["near_b"].size == settings["near"] and start["far_b"].size == settings["far"]
        if warm:
            settings.update(more)
        weights, report = learner.learn(self.shape, data, settings, {k: v.copy() for k, v in start.items()} if warm else None)
        if not warm:
            netfile.forget_unseen(weights, self.shape, data)
        self.run.log(game=self.name, event="learned", generation=self.generation, warm=warm, **named, **report)
        return weights

    def export(self, weights, name, data, file):
        """The integer net as a file, compared with the float net on positions it may know, by this program and by that one."""
        shape = self.shape
        integers = netfile.quantise(weights, shape)
        netfile.write(self.path(name), integers, shape)
        rows = np.arange(min(len(data["moves"]), self.setting("checked", 2000)))
        seats, parts, largest = netfile.forward_integers(integers, shape, data, rows)
        _, seats_float, parts_float = netfile.forward(weights, netfile.inputs(shape, data, rows))
        unit = netfile.UNIT * netfile.SCALE
        told = self.run.call("check", self.id, name, file, f"net={name}:{self.path(name)}", f"games={len(rows)}",
                             *self.tables())
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
        if not same or largest > 32767 or off.mean() > self.setting("value_off", 0.2):
            raise RuntimeError("the integer net is not the float net")

    # --- a generation ---

    def step(self):
        seconds = self.setting("play_seconds" if self.best else "first_seconds")
        with processor:
            if self.run.left() < seconds + self.setting("reserve", 60):
                return False
            path = self.play_generation(seconds)
            pairs = self.play_pairs()
        self.take(path)
        if self.latest is None:
            self.latest = self.grown()
        with gpu:
            self.latest = self.learn_pairs(pairs) if pairs else self.learn(positions.join(self.data), self.latest if self.setting("warm", False) else None,
                                     self.setting("learn_warm", {}))
        name = f"{self.setting('prefix', 'g')}{self.generation}"
        self.recent = (self.recent + [self.latest])[-self.setting("averaged", 1):]
        self.export(self.latest, name, self.data[-1], path)
        self.nets.append(name)
        with processor:
            self.judge(name, self.latest)
        self.generation += 1
        self.keep()
        return self.run.left() > self.setting("reserve", 60)

    def average(self):
        """The mean of the last generations, where each went on from the one before: what they learned by chance cancels out."""
        if len(self.recent) < 2:
            return
        name = f"m{self.generation}"
        weights = {key: np.mean([w[key] for w in self.recent], axis=0).astype(np.float32) for key in self.recent[0]}
        self.export(weights, name, self.data[-1], self.files[-1])
        self.nets.append(name)
        with processor:
            self.judge(name, weights)
        self.keep()

    def judge(self, name, weights):
        """A net takes over unless it loses to the one before it; a share of the wins of one against all others is as in a pair."""
        games, score = self.setting("match_games", 400), 1.0
        if self.best:
            report = self.match(self.bot(name), self.bot(self.best), games, "against_previous")
            score = 0.5 * report["score"] / report["even"]
        if score >= self.setting("gate", 0.49):
            self.best, self.weights = name, weights
        if self.setting("linear_games", games) > 0:
            self.match(self.bot(self.best), self.bot(None), self.setting("linear_games", games), "against_linear")
        self.run.log(game=self.name, event="judged", generation=self.generation, best=self.best)

    # --- players that learn to beat the net as it is ---

    def exploit(self):
        """Exploiters, one from each start of the plan: "" is the net itself, else a manner of play on top of it."""
        for style in self.setting("exploit", []) if self.best and self.setting("exploit_rounds", 3) else []:
            if not self.exploit_from(style):
                return

    def exploit_from(self, style):
        """Some rounds of games against the frozen net, learned from; the best of them joins the pool."""
        more, weights, net, data = f"+style={style}" if style else "", self.weights, self.best, []
        frozen, found = self.bot(self.best), []
        for turn in range(self.setting("exploit_rounds", 3)):
            name, path = f"x{self.generation}{style[:6]}{turn}", os.path.join(self.folder, f"x{style}{turn}.pos")
            with processor:
                if self.run.left() < self.setting("exploit_reserve", 40):
                    return False
                report = self.play(self.setting("exploit_seconds", 8), path, self.bot(net, more), ["1:" + frozen], 1.0,
                                   9000 + 10 * self.generation + turn)
            self.run.log(game=self.name, event="exploiting", style=style, turn=turn, **report)
            self.shape, records = positions.read(path)
            fresh = positions.arrays(self.shape, records, self.setting("exploit_searched", 0.25), self.setting("points", 0))
            data = (data + [fresh])[-2:]
            with gpu:
                weights = self.learn(positions.join(data), weights, self.setting("learn_exploit", {}), exploiter=style or "net")
            self.export(weights, name, data[-1], path)
            os.remove(path)
            net = name
            self.exploiters.append([name, more])
            with processor:
                report = self.match(self.bot(name, more), frozen, self.setting("match_games", 400), "exploiter", style=style)
            found.append((report["score"], name))
        weaker = {name for _, name in found} - {max(found)[1]}
        self.exploiters = [e for e in self.exploiters if e[0] not in weaker]
        self.keep()
        return True

    def thin(self):
        """The best net with coarser weights, which packs into about half: it takes over unless it loses."""
        step = self.setting("thin", 0)
        if step == 0 or not self.best or not self.data:
            return
        name, data = f"t{self.generation}", positions.join(self.data[-1:])
        data = {key: array[:self.setting("thin_positions", 120000)] for key, array in data.items()}
        integers = netfile.forget_parts(netfile.quantise(self.weights, self.shape), self.shape, data)
        integers = netfile.thin(integers, self.shape, data, step)
        netfile.write(self.path(name), integers, self.shape)
        self.nets.append(name)
        with processor:
            report = self.match(self.bot(name), self.bot(self.best), self.setting("match_games", 400), "thinned", step=step)
        if 0.5 * report["score"] / report["even"] >= self.setting("gate", 0.49):
            self.best, self.weights = name, netfile.floats(integers)
        self.keep()

    def finish(self):
        """Last measurements, as far as there is time: against every manner of play, settings of the search, others at equal time."""
        if not self.best:
            return
        for style in self.setting("styles", []) if self.setting("measured", True) else []:
            if self.run.left() < 15:
                return
            with processor:
                self.match(self.bot(self.best), self.bot(self.best, f"+style={style}"), 200, "against_style", 5)
                self.match(self.bot(self.best), self.bot(None, f"+style={style}"), 100, "against_style", 5)
        for one, other, seconds in self.setting("tried", []):
            with processor:
                if self.run.left() < seconds + 5:
                    return
                self.match(one.replace("BEST", self.best), other.replace("BEST", self.best), 100000, "tried", seconds,
                           self.setting("measure_seed", 9000))

    def go(self):
        try:
            while self.run.left() > 0 and self.generation < self.setting("generations", 99) and self.step():
                pass
            self.average()
            self.exploit()
            self.thin()
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
        game.begin()
    threads = [threading.Thread(target=game.go) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.log(event="ended", best={game.name: game.best for game in games})
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
