# SPDX-License-Identifier: MIT
"""A learner in NumPy alone: slow, for small nets and tests. `big.py` does the same with PyTorch."""

import numpy as np

import netfile


def start(shape, near, far, seed):
    """Weights to begin with: sums of some hundred ones stay within the first layer's range."""
    rng = np.random.default_rng(seed)
    inputs, both = shape.ones + shape.amounts, near + far
    return {name: array.astype(np.float32) for name, array in {
        "near_w": rng.normal(0, 0.06, (inputs, near)), "near_b": np.full(near, 0.3),
        "far_w": rng.normal(0, (1 / near) ** 0.5, (far, near)), "far_b": np.full(far, 0.2),
        "seat_w": rng.normal(0, 0.05, (shape.players, both)), "seat_b": np.zeros(shape.players),
        "part_w": rng.normal(0, 0.05, (shape.parts, both)), "part_b": np.zeros(shape.parts),
        "margin_w": rng.normal(0, 0.05, (1, both)), "margin_b": np.zeros(1)}.items()}


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def gradients(weights, shape, data, rows, with_value):
    """Loss and its gradients over some positions."""
    x = netfile.inputs(shape, data, rows)
    both, seats, parts = netfile.forward(weights, x)
    count, near = len(rows), weights["near_b"].size
    chances = softmax(seats)
    target = data["value"][rows]
    loss_value = -(target * np.log(chances + 1e-9)).sum(1).mean()
    d_seats = (chances - target) / count * with_value
    wide = np.concatenate([parts, np.zeros((count, 1), parts.dtype)], 1)
    index = data["part"][rows].astype(np.int64)
    logits = np.take_along_axis(wide, index.reshape(count, -1), 1).reshape(index.shape).sum(2)
    there = np.arange(index.shape[1])[None] < data["moves"][rows][:, None]
    logits = np.where(there, logits, -1e9)
    policy, wanted = softmax(logits), data["policy"][rows]
    has = (data["moves"][rows] > 0)[:, None]
    loss_policy = -(wanted * np.log(policy + 1e-9) * there).sum(1)[has[:, 0]].mean() if has.any() else 0
    d_logits = np.where(there & has, policy - wanted, 0) / max(int(has.sum()), 1) * 0.5
    d_wide = np.zeros_like(wide)
    for k in range(4):
        np.add.at(d_wide, (np.arange(count)[:, None], index[:, :, k]), d_logits)
    d_parts = d_wide[:, :shape.parts]
    margin = both @ weights["margin_w"].T + weights["margin_b"]
    d_margin = 2 * (margin - data["margin"][rows][:, None]) / count * 0.1 * with_value
    d_both = d_seats @ weights["seat_w"] + d_parts @ weights["part_w"] + d_margin @ weights["margin_w"]
    far_on = (both[:, near:] > 0) & (both[:, near:] < 1)
    d_far = d_both[:, near:] * far_on
    d_near = (d_both[:, :near] + d_far @ weights["far_w"]) * ((both[:, :near] > 0) & (both[:, :near] < 1))
    return loss_value, loss_policy, {
        "near_w": x.T @ d_near, "near_b": d_near.sum(0), "far_w": d_far.T @ both[:, :near], "far_b": d_far.sum(0),
        "seat_w": d_seats.T @ both, "seat_b": d_seats.sum(0), "part_w": d_parts.T @ both, "part_b": d_parts.sum(0),
        "margin_w": d_margin.T @ both, "margin_b": d_margin.sum(0)}


def learn(shape, data, settings, weights=None):
    """Weights, and what is to be said of them."""
    rng = np.random.default_rng(settings.get("seed", 1))
    weights = weights or start(shape, settings["near"], settings["far"], settings.get("seed", 1))
    seen, held = np.flatnonzero(~data["held_out"]), np.flatnonzero(data["held_out"])[:4000]
    batch, passes, value_passes = settings.get("batch", 256), settings.get("passes", 4), settings.get("value_passes", 2)
    first = {name: np.zeros_like(w) for name, w in weights.items()}
    second = {name: np.zeros_like(w) for name, w in weights.items()}
    steps, step = max(passes * (len(seen) // batch), 1), 0
    for turn in range(passes):
        for rows in np.array_split(rng.permutation(seen), max(len(seen) // batch, 1)):
            step += 1
            rate = settings.get("rate", 1e-3) * min(1, step / 50) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            *_, grads = gradients(weights, shape, data, rows, float(turn < value_passes))
            for name, g in grads.items():
                first[name] += 0.1 * (g - first[name])
                second[name] += 0.001 * (g * g - second[name])
                move = first[name] / (1 - 0.9 ** step) / (np.sqrt(second[name] / (1 - 0.999 ** step)) + 1e-8)
                decay = settings.get("decay", 0.3) if name.endswith("_w") else 0
                weights[name] -= (rate * (move + decay * weights[name])).astype(np.float32)
                if name.endswith("_w") and not name.startswith("near"):
                    np.clip(weights[name], -netfile.LIMIT, netfile.LIMIT, out=weights[name])
    value, policy, _ = gradients(weights, shape, data, held if len(held) else seen[:1000], 1.0)
    return weights, {"steps": step, "value_loss": float(value), "policy_loss": float(policy)}
