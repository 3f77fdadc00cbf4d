#!/bin/sh
# SPDX-License-Identifier: MIT
# Bots think as it is noted in the folders of the games. If they were meant to change, note what they think now:
# tests/thoughts.sh --note build/tools/thoughts.   thoughts.sh [--note] COMMAND…
set -eu
note=no
if [ "$1" = --note ]; then
    note=yes
    shift
fi
out="${TMPDIR:-/tmp}/thoughts.$$"
trap 'rm -f "$out" "$out.noted"' EXIT
"$@" >"$out"
cd "$(dirname "$0")/.."
if [ "$note" = yes ]; then
    for folder in games/*/; do
        [ -f "$folder/fingerprint.txt" ] || continue
        awk 'NR == FNR {ids[$1]; next} $1 in ids' "$folder/fingerprint.txt" "$out" >"$folder/thoughts.txt"
    done
fi
cat games/*/thoughts.txt | sort >"$out.noted"
sort "$out" | diff "$out.noted" -
