#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A net with coarser weights, which packs into about a third: thin.py NET POSITIONS OUT [STEP] [FIRST:SHARE …].

POSITIONS is a file of `selfplay play` with the same encoding; what the net says of them changes as little as can be.
Parts that no move of them had say nothing any more. With FIRST:SHARE the ones from FIRST on that are told in less than this share of the positions say nothing any more, and
the bias says what they say on average. STEP 0 leaves all others as they are."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import netfile
import positions


def chances(seats):
    """Of the seat that is asked, as a share of all."""
    odds = np.exp((seats - seats.max(1, keepdims=True)) / (netfile.UNIT * netfile.SCALE))
    return odds[:, 0] / odds.sum(1)


def main():
    source, file, target = sys.argv[1:4]
    step = int(sys.argv[4]) if len(sys.argv) > 4 else 4
    shape, records = positions.read(file, 80000)
    arrays = positions.arrays(shape, records, 0)
    held = np.flatnonzero(arrays["held_out"])[:4000]
    if len(held) == 0:
        sys.exit(f"{file} has too few games: every 32nd is held back, to tell what has changed")
    integers = netfile.read(source)
    learned = {key: a[~arrays["held_out"]] for key, a in arrays.items()}
    thinned = netfile.forget_parts(integers, shape, arrays)
    for text in sys.argv[5:]:
        first, share = text.split(":")
        thinned = netfile.silence(thinned, shape, learned, int(first), float(share))
    if step > 0:
        thinned = netfile.thin(thinned, shape, learned, step)
    off = np.abs(chances(netfile.forward_integers(thinned, shape, arrays, held)[0]) - chances(netfile.forward_integers(integers, shape, arrays, held)[0]))
    with open(source, "rb") as old:
        header = old.read(netfile.HEADER)
    netfile.write(target, thinned, shape, header[48:52])
    print(f"{target}: chances are {100 * off.mean():.2f} percentage points off on average, {100 * off.max():.2f} at most, on {len(held)} positions")


if __name__ == "__main__":
    main()
