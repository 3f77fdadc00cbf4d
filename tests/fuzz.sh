#!/bin/bash
# Fuzzes every parser for some seconds each, from examples made anew.  fuzz.sh JOBS SECONDS
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
seconds=${2:-5}
cmake --preset fuzz >/dev/null
cmake --build build/fuzz -j "$jobs" --target fuzzers >build/fuzz/build.log || { cat build/fuzz/build.log; exit 1; }
build/fuzz/tests/fuzz_seeds build/fuzz/seeds
for target in build/fuzz/tests/fuzz_*; do
    name=${target##*/fuzz_}
    { [ "$name" = seeds ] || [ ! -x "$target" ]; } && continue
    mkdir -p "build/fuzz/corpus/$name"
    log=build/fuzz/$name.log
    if ! "$target" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix="build/fuzz/$name-" "build/fuzz/corpus/$name" "build/fuzz/seeds/$name" >"$log" 2>&1; then
        tail -40 "$log"
        echo "fuzz $name: failed; the input is build/fuzz/$name-*"
        exit 1
    fi
    echo "fuzz $name: $(grep -oE 'Done [0-9]+ runs' "$log")"
done
