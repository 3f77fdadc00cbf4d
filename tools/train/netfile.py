# SPDX-License-Identifier: MIT
"""A net as a file: float weights become integers, and the integers say nearly the same (bots/net.h has the arithmetic)."""

import numpy as np

UNIT, SCALE, AMOUNT = 127, 64, 16  # 1.0 of a layer; of a weight behind the first layer; of an amount
LIMIT = 127 / SCALE  # weights behind the first layer stay within
ALIGN, HEADER, COARSE = 64, 64, 2  # a first layer in multiples of 1 << COARSE is written as the quotients
WHOLE, SPARSE = 3, 4  # formats: the second leaves out rows of the first layer that are all 0
NAMES = ("near_ones", "near_amounts", "near_b", "far_w", "far_b", "seat_w", "seat_b", "part_w", "part_b")


def quantise(weights, shape):
    """The sections of the file, as integer arrays."""
    ones = np.rint(weights["near_w"][:shape.ones] * UNIT)
    amounts = np.rint(weights["near_w"][shape.ones:].astype(np.float64) * UNIT * 128 / AMOUNT)  # an amount counts in 128ths
    if np.abs(amounts).max() > 32767:
        raise ValueError("a weight of the first layer does not fit")

    def small(name):
        return np.clip(np.rint(weights[name] * SCALE), -127, 127).astype(np.int8)

    def bias(name):
        return np.rint(weights[name].astype(np.float64) * UNIT * SCALE).astype("<i4")

    return {"near_ones": np.clip(ones, -127, 127).astype(np.int8), "near_amounts": amounts.astype("<i2"), "near_b": np.rint(weights["near_b"] * UNIT).astype("<i2"),
            "far_w": small("far_w"), "far_b": bias("far_b"), "seat_w": small("seat_w"), "seat_b": bias("seat_b"),
            "part_w": small("part_w"), "part_b": bias("part_b")}


def padded(data):
    return data + b"\0" * (-len(data) % ALIGN)


def leave_out(near):
    """The first layer as it stands in a sparse file: which rows are there, bit by bit, and those rows."""
    there = near.any(1)
    return padded(np.packbits(there, bitorder="little").tobytes()) + padded(near[there].tobytes())


def fill_in(raw):
    """A sparse file with all rows of its first layer."""
    ones, near = np.frombuffer(raw, "<u2", 1, 38)[0], np.frombuffer(raw, "<u2", 1, 44)[0]
    mapped = len(padded(b"\0" * -(-int(ones) // 8)))
    there = np.unpackbits(np.frombuffer(raw, "u1", mapped, HEADER), bitorder="little")[:ones].astype(bool)
    rows = np.zeros((ones, near), np.int8)
    told = int(there.sum()) * int(near)
    rows[there] = np.frombuffer(raw, "i1", told, HEADER + mapped).reshape(-1, near)
    return raw[:32] + bytes([WHOLE]) + raw[33:HEADER] + padded(rows.tobytes()) + raw[HEADER + mapped + told + -told % ALIGN:]


def read(path):
    """The sections of a file, as integer arrays."""
    with open(path, "rb") as file:
        raw = file.read()
    if raw[32] == SPARSE:
        raw = fill_in(raw)
    players, _, ones, amounts, parts, near, far = np.frombuffer(raw, "<u2", 7, 34).tolist()
    sizes = {"near_ones": (ones, near), "near_amounts": (amounts, near), "near_b": (near,), "far_w": (far, near), "far_b": (far,),
             "seat_w": (players, near + far), "seat_b": (players,), "part_w": (parts, near + far), "part_b": (parts,)}
    kinds, at, out = {"near_amounts": "<i2", "near_b": "<i2", "far_b": "<i4", "seat_b": "<i4", "part_b": "<i4"}, HEADER, {}
    for name in NAMES:
        count = int(np.prod(sizes[name]))
        out[name] = np.frombuffer(raw, kinds.get(name, "i1"), count, at).reshape(sizes[name])
        at += out[name].nbytes + -out[name].nbytes % ALIGN
    if raw[32] >= 3:
        out["near_ones"] = out["near_ones"] << raw[52]
    return out


def floats(integers):
    """The weights that a file stands for, to go on learning from. The margin is not in the file: it is learned anew."""
    near = np.concatenate([integers["near_ones"] / UNIT, integers["near_amounts"] * AMOUNT / (UNIT * 128)])
    both = integers["seat_w"].shape[1]
    weights = {"near_w": near, "near_b": integers["near_b"] / UNIT, "margin_w": np.zeros((1, both)), "margin_b": np.zeros(1)}
    for name in ("far", "seat", "part"):
        weights[name + "_w"] = integers[name + "_w"] / SCALE
        weights[name + "_b"] = integers[name + "_b"] / (UNIT * SCALE)
    return {name: w.astype(np.float32) for name, w in weights.items()}


RARE, COARSEST, BLOCK = 0.005, 16, 128  # told in fewer of the positions; the largest step; rows that are made up for at once


def steps(often, step):
    """The step of every row, from the share of positions that tell it: half as precise where it is told a quarter as often as RARE.

    What rounding adds to the sums of positions grows with that share and with the square of the step."""
    wanted = np.log2(step * np.sqrt(RARE / np.maximum(often, 1e-9)))
    return 2 ** np.clip(np.rint(wanted), np.log2(step), np.log2(max(step, COARSEST))).astype(int)


def together(told, arrays, width):
    """How often ones are told together, as a share of the positions, those of `told` alone; the last row and column are those of the bias."""
    place = np.full(width + 1, len(told))  # ones that are left out fall on the bias, which is set anyway
    place[told] = np.arange(len(told))
    x = np.zeros((len(told) + 1, len(told) + 1))
    rows = np.arange(len(arrays["moves"]))
    for part in np.array_split(rows, max(len(rows) // 4096, 1)):
        ones = np.zeros((len(part), len(told) + 1), np.float32)
        np.put_along_axis(ones, place[arrays["one"][part].astype(np.int64)], 1, 1)
        ones[:, -1] = 1  # the bias takes part in making up
        x += ones.T @ ones
    return x / len(rows)


def shares(shape, arrays):
    """In which share of the positions each of the ones is told."""
    ones = arrays["one"].astype(np.int64)
    return np.bincount(ones[ones < shape.ones], minlength=shape.ones) / len(ones)


def silence(integers, shape, arrays, first, share):
    """Ones from `first` on that are told in less than this share of the positions: they say nothing, and the bias says their mean."""
    often = shares(shape, arrays)
    quiet = (np.arange(shape.ones) >= first) & (often < share)
    near = integers["near_ones"].copy()
    bias = integers["near_b"] + often[quiet] @ near[quiet].astype(np.float64)
    near[quiet] = 0
    return {**integers, "near_ones": near, "near_b": np.rint(bias).astype("<i2")}


def thin(integers, shape, arrays, step, damp=0.01):
    """The same net with weights of the ones in multiples of `step`, coarser ones where they are rarely told: it packs into a third.

    Weights are rounded one of the ones after the other, and what the rounding of one changes in the sums that positions have on
    average is made up for by those that come with it (optimal brain quantisation, as GPTQ does it). What says nothing stays silent."""
    often = shares(shape, arrays)
    rows = np.flatnonzero(integers["near_ones"].any(1))
    rows = rows[np.argsort(-often[rows], kind="stable")]
    hessian = together(rows, arrays, shape.ones)
    hessian[np.diag_indices_from(hessian)] += damp * np.diag(hessian).mean() + 1e-6
    upper = np.linalg.cholesky(np.linalg.inv(hessian)).T
    weights = np.concatenate([integers["near_ones"][rows].astype(np.float64), integers["near_b"][None].astype(np.float64)])
    for begin in range(0, len(rows), BLOCK):
        end = min(begin + BLOCK, len(rows))
        off = np.zeros((end - begin, weights.shape[1]))
        for i, one in enumerate(steps(often[rows[begin:end]], step), begin):
            rounded = np.clip(np.rint(weights[i] / one) * one, -(124 // one) * one, 124 // one * one)
            off[i - begin] = (weights[i] - rounded) / upper[i, i]
            weights[i] = rounded
            weights[i + 1:end] -= np.outer(upper[i, i + 1:end], off[i - begin])
        weights[end:] -= upper[begin:end, end:].T @ off
    near = np.zeros_like(integers["near_ones"])
    near[rows] = weights[:-1].astype(np.int8)
    return {**integers, "near_ones": near, "near_b": np.rint(weights[-1]).astype("<i2")}


def widen(weights, few, shape, share):
    """A net for more seats from one for two: of every opponent it believes a share of what it knows of its only one.

    `few` has the numbers of the other net's ones and amounts."""
    def rows(of_two, of_all, block):
        seat = (of_all - of_two) // (shape.players - 2)
        table, own, other = np.split(block, [of_two - 2 * seat, of_two - seat])
        return [table, own] + [share * other] * (shape.players - 1)

    ones, amounts = few
    near = np.concatenate(rows(ones, shape.ones, weights["near_w"][:ones]) + rows(amounts, shape.amounts, weights["near_w"][ones:]))
    others = [1] * (shape.players - 1)
    return {**weights, "near_w": near.astype(np.float32), "seat_w": weights["seat_w"][[0] + others],
            "seat_b": weights["seat_b"][[0] + others]}


def forget_unseen(weights, shape, arrays):
    """What no position told was never learned: it must say nothing when it comes up one day."""
    seen = np.zeros(shape.ones + 1, bool)
    seen[np.unique(arrays["one"].astype(np.int64))] = True
    weights["near_w"][:shape.ones][~seen[:shape.ones]] = 0


def forget_parts(integers, shape, arrays):
    """The same of parts that no move had, most of them those of the other games of the folder: nothing packs into nothing."""
    had = np.unique(arrays["part"].astype(np.int64))
    never = np.ones(shape.parts, bool)
    never[had[had < shape.parts]] = False
    weights, bias = integers["part_w"].copy(), integers["part_b"].copy()
    weights[never] = 0
    bias[never] = 0
    return {**integers, "part_w": weights, "part_b": bias}


def fnv(data):
    """FNV-1a over words of eight bytes."""
    value, mask = 0xCBF29CE484222325, (1 << 64) - 1
    for word in np.frombuffer(data, "<u8").tolist():
        value = ((value ^ word) * 0x100000001B3) & mask
    return value


def write(path, integers, shape, powers=b""):
    """Writes the file, whose hash is that of the whole net; rows are inputs in the first section and outputs in all others. `powers` are those of its chances."""
    coarse = COARSE if not np.any(integers["near_ones"] % (1 << COARSE)) else 0
    ones = np.ascontiguousarray(integers["near_ones"] >> coarse)
    rest = b"".join(padded(np.ascontiguousarray(integers[name]).tobytes()) for name in NAMES[1:])
    body, few = padded(ones.tobytes()) + rest, leave_out(ones) + rest
    sparse = len(few) < len(body)
    near, far = integers["near_b"].size, integers["far_b"].size
    header = b"TAKHTNET" + shape.game.encode().ljust(24, b"\0")
    header += np.array([SPARSE if sparse else WHOLE, shape.players, shape.version, shape.ones, shape.amounts, shape.parts, near, far], "<u2").tobytes() + powers.ljust(4, b"\0") + bytes([coarse])
    header += b"\0" * (56 - len(header)) + fnv(body).to_bytes(8, "little")
    with open(path, "wb") as file:
        file.write(header + (few if sparse else body))


def inputs(shape, arrays, rows):
    """Ones and amounts of some positions as one dense matrix."""
    dense = np.zeros((len(rows), shape.ones + 1), np.float32)
    np.put_along_axis(dense, arrays["one"][rows].astype(np.int64), 1, 1)
    return np.concatenate([dense[:, :shape.ones], arrays["amount"][rows].astype(np.float32) / AMOUNT], 1)


def forward(weights, x):
    """The float net: both layers, the seats, the parts."""
    near = np.clip(x @ weights["near_w"] + weights["near_b"], 0, 1)
    far = np.clip(near @ weights["far_w"].T + weights["far_b"], 0, 1)
    both = np.concatenate([near, far], 1)
    return both, both @ weights["seat_w"].T + weights["seat_b"], both @ weights["part_w"].T + weights["part_b"]


def forward_integers(q, shape, arrays, rows):
    """The same as the program does it, integer by integer."""
    count = len(rows)
    dense = np.zeros((count, shape.ones + 1), np.int64)
    np.put_along_axis(dense, arrays["one"][rows].astype(np.int64), 1, 1)
    sums = dense[:, :shape.ones] @ q["near_ones"].astype(np.int64) + q["near_b"]
    for k in range(shape.amounts):
        amount = arrays["amount"][rows, k].astype(np.int64)[:, None] * 256
        sums += (amount * q["near_amounts"][k].astype(np.int64)[None] + (1 << 14)) >> 15
    largest = int(np.abs(sums).max(initial=0))
    near = np.clip(sums, 0, 127)
    far = np.clip((near @ q["far_w"].T.astype(np.int64) + q["far_b"] + 32) >> 6, 0, 127)
    both = np.concatenate([near, far], 1)
    seats = both @ q["seat_w"].T.astype(np.int64) + q["seat_b"]
    parts = both @ q["part_w"].T.astype(np.int64) + q["part_b"]
    return seats, parts, largest


def first_moves(parts, shape, arrays, rows):
    """What the first move of each position adds up to; 0 where there is none."""
    wide = np.concatenate([parts, np.zeros((len(parts), 1), parts.dtype)], 1)
    chosen = arrays["part"][rows, 0].astype(np.int64)
    return np.take_along_axis(wide, chosen, 1).sum(1)
