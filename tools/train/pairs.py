#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A value from pairs of moves that were played out (bots/pairs.c), and instinct from games beside it: pairs.py --help.

An outcome of self-play tells of all decisions of a game together; a pair of ends that differ by one move tells of that move. So the
net learns what two positions of a pair differ by in points, and a little how many points each has; `soft` points are one in
log-odds, so that the chances it says are those of somebody ahead by so much. Needs PyTorch."""

import argparse
import json
import math
import sys
import time

import numpy as np
import torch

import big
import netfile
import positions
import small

NOBODY, POINT = -32768, 16  # of a seat that is empty; sixteenths of a point
DEVICE = big.DEVICE


def read_pairs(paths, chunk=1 << 20):
    """The shape, and everything on the device: ones, amounts, who moves, points. Pairs are two rows after each other."""
    parts, shape = [], None
    for path in paths:
        with open(path, "rb") as file:
            shape = positions.Shape(file.read(64))
            while True:
                records = np.fromfile(file, shape.dtype, chunk)
                if len(records) == 0:
                    break
                wide = int(records["ones"].max())
                one = records["one"][:, :wide].astype(np.int16)
                one[np.arange(wide)[None] >= records["ones"][:, None]] = shape.ones
                parts.append({
                    "one": one, "amount": records["amount"][:, :shape.amounts].copy(), "seat": records["seat"].copy(),
                    "points": records["outcome"].view("<i2").copy(), "game": records["game"].copy()})
    wide = max(part["one"].shape[1] for part in parts)
    for part in parts:
        lacking = wide - part["one"].shape[1]
        part["one"] = np.pad(part["one"], ((0, 0), (0, lacking)), constant_values=shape.ones)
    joined = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    held = joined.pop("game") % 32 == 31
    data = {key: torch.from_numpy(np.ascontiguousarray(array)).to(DEVICE) for key, array in joined.items()}
    first = torch.arange(0, len(held), 2, device=DEVICE)
    held = torch.from_numpy(held[::2].copy()).to(DEVICE)
    return shape, data, first[~held], first[held]


def centred(x, there):
    """Beside the mean of those who are there; nothing for the others."""
    mean = (x * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
    return (x - mean) * there


def absolute(x, seat, players):
    """As seats of the table instead of as seen from the one to move. `players` of each row."""
    index = (torch.arange(x.shape[1], device=DEVICE)[None] - seat.long()[:, None]) % players[:, None]
    return x.gather(1, index.clamp(max=x.shape[1] - 1))


def told(net, shape, data, rows, soft):
    """What the net says of rows, and what it should, both centred; and both by seats of the table."""
    points = data["points"][rows]
    there = (points != NOBODY).float()
    players = there.sum(1).long()
    seats = net(big.dense(shape, data, rows))[0]
    said, due = centred(seats, there), centred(points.float() / (POINT * soft), there)
    by_table = [absolute(x, data["seat"][rows], players) * there for x in (said, due)]  # its seats are the first ones, too
    return said, due, *by_table


def pair_losses(net, shape, data, first, soft):
    """What is lost of the differences, and of the points themselves; means over seats that are there."""
    rows = torch.cat([first, first + 1])
    said, due, said_table, due_table = told(net, shape, data, rows, soft)
    half = len(first)
    off = (said_table[:half] - said_table[half:]) - (due_table[:half] - due_table[half:])
    return torch.nn.functional.huber_loss(off, torch.zeros_like(off), delta=3.0), \
        torch.nn.functional.huber_loss(said, due, delta=3.0), said_table[:half] - said_table[half:], due_table[:half] - due_table[half:]


@torch.no_grad()
def examine(net, shape, data, first, soft):
    """The share of what pairs held back differ by that the net foretells, and the same of the points themselves."""
    sums = np.zeros(6)
    for chunk in first.split(8192):
        rows = torch.cat([chunk, chunk + 1])
        said, due, said_table, due_table = told(net, shape, data, rows, soft)
        half = len(chunk)
        a, b = said_table[:half] - said_table[half:], due_table[:half] - due_table[half:]
        sums += np.array([(x * y).sum().item() for x, y in ((a, a), (a, b), (b, b), (said, said), (said, due), (due, due))])
    return {"pairs_told": round(sums[1] ** 2 / (sums[0] * sums[2]), 4), "slope": round(sums[1] / sums[0], 3),
            "points_told": round(sums[4] ** 2 / (sums[3] * sums[5]), 4)}


def learn(shape, data, first, held, games, weights, options):
    """AdamW as in big.py; batches of pairs, and beside each a batch of games for the instinct."""
    torch.backends.cuda.matmul.allow_tf32 = True
    generator = torch.Generator(device=DEVICE).manual_seed(options.seed)
    net = big.Net(weights).to(DEVICE)
    policy = {name: torch.from_numpy(np.ascontiguousarray(a)).to(DEVICE) for name, a in games.items()} if games else None
    at_hand = torch.nonzero((policy["moves"] > 0) & ~policy["held_out"])[:, 0] if policy else None
    matrices = [p for name, p in net.w.items() if name.endswith("_w")]
    biases = [p for name, p in net.w.items() if name.endswith("_b")]
    limited = [p for name, p in net.w.items() if name.endswith("_w") and not name.startswith("near")]
    quicker = {"fused": True} if DEVICE.type == "cuda" else {}
    optimiser = torch.optim.AdamW([{"params": matrices, "weight_decay": options.decay}, {"params": biases, "weight_decay": 0.0}], lr=options.rate, **quicker)
    batches = math.ceil(len(first) / options.batch)
    before = examine(net, shape, data, held, options.soft)
    steps, step, began = max(int(options.passes * batches), 1), 0, time.time()
    while step < steps and time.time() < began + options.seconds:
        for chunk in first[torch.randperm(len(first), device=DEVICE, generator=generator)].split(options.batch):
            step += 1
            if step > steps or time.time() > began + options.seconds:
                break
            gone = max(step / steps, (time.time() - began) / options.seconds)
            rate = options.rate * min(1, step / 300) * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * gone)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            differ, points, _, _ = pair_losses(net, shape, data, chunk, options.soft)
            loss = options.pair_weight * differ + options.point_weight * points
            if policy:
                rows = at_hand[torch.randint(0, len(at_hand), (options.batch,), device=DEVICE, generator=generator)]
                loss = loss + options.policy_weight * big.losses(net, shape, policy, rows, torch.zeros(len(rows), device=DEVICE))[1]
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            with torch.no_grad():
                for p in limited:
                    p.clamp_(-netfile.LIMIT, netfile.LIMIT)
                net.w["near_w"][:shape.ones].clamp_(-1, 1)
    report = {"before": before, "steps": step, "pairs": len(first), "seconds": round(time.time() - began, 1), **examine(net, shape, data, held, options.soft)}
    if policy:
        rows = torch.nonzero((policy["moves"] > 0) & policy["held_out"])[:, 0][:16384]
        with torch.no_grad():
            report["policy_loss"] = round(big.losses(net, shape, policy, rows, torch.zeros(len(rows), device=DEVICE))[1].item(), 4)
    return {name: p.detach().float().cpu().numpy() for name, p in net.w.items()}, report


def make(paths, games, begin, options):
    """Weights from files of pairs, and from `games` (arrays, or None); what is to be said of them; and the shape."""
    shape, data, first, held = read_pairs(paths)
    weights = begin or small.start(shape, options.near, options.far, options.seed)
    weights, report = learn(shape, data, first, held, games, weights, options)
    if not begin:
        told = torch.zeros(shape.ones + 1, dtype=torch.bool, device=DEVICE)
        told[data["one"].long().unique()] = True
        weights["near_w"][:shape.ones][~told[:shape.ones].cpu().numpy()] = 0
    return weights, report, shape


def options_of(words):
    """The options of the command line, or of `pairs` in a plan as words."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", help="the net's file")
    parser.add_argument("--pairs", nargs="+", default=[], help="files of `selfplay play … ends=N`")
    parser.add_argument("--games", nargs="*", default=[], help="files of `selfplay play`, for the instinct")
    parser.add_argument("--begin", help="a net's file to go on from")
    parser.add_argument("--near", type=int, default=256)
    parser.add_argument("--far", type=int, default=64)
    parser.add_argument("--soft", type=float, default=8, help="points that are one in log-odds")
    parser.add_argument("--pair-weight", type=float, default=1)
    parser.add_argument("--point-weight", type=float, default=0.1)
    parser.add_argument("--policy-weight", type=float, default=0.5)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--passes", type=float, default=3)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def main():
    options = options_of(sys.argv[1:])
    games = positions.join([positions.arrays(*positions.read(path), 0.0) for path in options.games]) if options.games else None
    begin = netfile.floats(netfile.read(options.begin)) if options.begin else None
    weights, report, shape = make(options.pairs, games, begin, options)
    netfile.write(options.out, netfile.quantise(weights, shape), shape)
    print(json.dumps({"net": options.out, **report}), flush=True)


if __name__ == "__main__":
    main()
