# SPDX-License-Identifier: MIT
"""Positions of self-play as arrays: the files that `selfplay play` writes (docs/training.md)."""

import numpy as np

KNOWS_MOVES, KNOWS_VALUE = 1, 2
NO_PART = 0xFFFF


class Shape:
    """What the header of a file says: the game, the encoding and the sizes of a record."""

    def __init__(self, header):
        if header[:8] != b"TAKHTPOS":
            raise ValueError("it is no file of positions")
        self.game = header[8:32].rstrip(b"\0").decode()
        numbers = np.frombuffer(header, "<u2", 9, 32).tolist()
        if numbers[0] != 1:
            raise ValueError("its format is not the one this program reads")
        (_, self.players, self.version, self.ones, self.amounts, self.parts, self.ones_room, self.moves_room, size) = numbers
        self.dtype = np.dtype([
            ("game", "<u4"), ("ones", "<u2"), ("moves", "<u2"), ("value", "<u2"), ("flags", "<u2"), ("margin", "<i2"),
            ("seat", "u1"), ("progress", "u1"), ("outcome", "<u2", (self.players,)), ("one", "<u2", (self.ones_room,)),
            ("amount", "i1", ((self.amounts + 1) // 2 * 2,)), ("part", "<u2", (self.moves_room, 4)),
            ("visits", "<u2", (self.moves_room,))])
        if self.dtype.itemsize != size:
            raise ValueError("its records are not as long as they should be")


def read(path, most=None):
    """The shape of a file and its records."""
    with open(path, "rb") as file:
        shape = Shape(file.read(64))
        records = np.fromfile(file, shape.dtype, -1 if most is None else most)
    return shape, records


def softened(outcome, margin, points):
    """With two players, half of an outcome is by how much: so many points are an e-fold. It tells more than who won."""
    if points <= 0 or outcome.shape[1] != 2:
        return outcome
    own = 0.5 * outcome[:, 0] + 0.5 / (1 + np.exp(-margin.astype(np.float32) / points))
    return np.stack([own, 1 - own], 1).astype(np.float32)


def value_targets(records, searched, points):
    """What the seats should be told to expect: the outcome, and in part (`searched`) what the learner's search thought."""
    outcome = softened(records["outcome"].astype(np.float32) / 65535, records["margin"], points)
    if searched <= 0:
        return outcome
    knows = (records["flags"] & KNOWS_MOVES != 0) & (records["flags"] & KNOWS_VALUE != 0)
    share = np.where(knows, np.float32(searched), np.float32(0))
    own = (1 - share) * outcome[:, 0] + share * records["value"].astype(np.float32) / 65535
    others = outcome[:, 1:]
    total = others.sum(1, keepdims=True)
    split = np.where(total > 0, others / np.maximum(total, 1e-6), 1 / (outcome.shape[1] - 1))
    return np.concatenate([own[:, None], (1 - own)[:, None] * split], 1).astype(np.float32)


def arrays(shape, records, searched, points=0):
    """Everything a learner needs, as plain arrays; what is not there in a list has the number behind the last."""
    one = records["one"].astype(np.int16)
    one[np.arange(shape.ones_room)[None, :] >= records["ones"][:, None]] = shape.ones
    part = records["part"].astype(np.int32)
    part[part == NO_PART] = shape.parts
    moves = np.where(records["flags"] & KNOWS_MOVES != 0, records["moves"], 0)
    visits = records["visits"].astype(np.float32)
    visits[np.arange(shape.moves_room)[None, :] >= moves[:, None]] = 0
    total = visits.sum(1, keepdims=True)
    return {
        "one": one, "amount": records["amount"][:, :shape.amounts],
        "part": part.astype(np.int16), "policy": visits / np.maximum(total, 1),
        "moves": np.where(total[:, 0] > 0, moves, 0).astype(np.int16),
        "value": value_targets(records, searched, points),
        "outcome": records["outcome"][:, 0].astype(np.float32) / 65535,
        "margin": np.clip(records["margin"].astype(np.float32) / 20, -2, 2),
        "held_out": records["game"] % 32 == 31,
    }


def join(parts):
    """Arrays of several files as one, no wider than needed."""
    joined = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    most = max(int(joined["moves"].max(initial=1)), 1)
    nothing = int(joined["one"].max(initial=0))  # behind the last one; some place of some list is always free
    wide = max(int((joined["one"] != nothing).sum(1).max(initial=1)), 1)
    joined["one"] = np.ascontiguousarray(joined["one"][:, :wide])
    for key in ("part", "policy"):
        joined[key] = np.ascontiguousarray(joined[key][:, :most])
    return joined
