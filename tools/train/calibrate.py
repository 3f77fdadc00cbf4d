#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes into a net how far its chances are to be trusted: calibrate.py NET EARLY LATE

EARLY and LATE are the powers that `takht tune GAME --chances --bots mcts:sims=400+trust=1,RIVAL,…` prints in its
last line. They change what bots tell, not what they play, and lie in the header, which the hash leaves out."""
import struct
import sys

AT_EARLY = 48


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    powers = [round(1000 * float(text)) for text in sys.argv[2:]]
    if not all(100 <= power <= 5000 for power in powers):
        sys.exit("a power lies between 0.1 and 5")
    with open(sys.argv[1], "r+b") as net:
        if net.read(8) != b"TAKHTNET":
            sys.exit(f"{sys.argv[1]} is no net")
        net.seek(AT_EARLY)
        net.write(struct.pack("<HH", *powers))


if __name__ == "__main__":
    main()
