#!/bin/bash
# SPDX-License-Identifier: MIT
# Every compiler that is promised builds all of it without a warning, and the rules come out the same.  compilers.sh JOBS [COMPILER…]
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
shift || :
[ $# -gt 0 ] || set -- gcc-12 clang-14 clang-16
for compiler; do
    folder=build/$compiler
    started=$SECONDS
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$compiler" -DCMAKE_ASM_COMPILER="$compiler" -DTAKHT_WERROR=ON >/dev/null
    cmake --build "$folder" -j "$jobs" --target all library >"$folder/build.log" 2>&1 || { grep -A5 -E 'error|FAILED' "$folder/build.log" | cut -c 1-300; exit 1; }
    sh tests/fingerprints.sh "$folder/tools/fingerprint"
    sh tests/thoughts.sh "$folder/tools/thoughts" >/dev/null
    echo "compilers: $compiler ($("$compiler" -dumpversion)): no warning, rules and bots as noted, $((SECONDS - started)) s"
done
