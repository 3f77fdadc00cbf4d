#!/bin/bash
# SPDX-License-Identifier: MIT
# Core and games need nothing of a C library but the four mem* functions, hold no data that could
# change, use no floating point, and compile for WebAssembly. Bots count without its mathematics.  freestanding.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=("$build/core/libtakht_core.a" "$build/games/libtakht_games.a")

nm -u "${libraries[@]}" | awk 'NF == 2 && $1 == "U" {print $2}' | sort -u >"$work/wanted"
nm --defined-only "${libraries[@]}" | awk 'NF == 3 {print $3}' | sort -u >"$work/given"
foreign=$(comm -23 "$work/wanted" "$work/given" | grep -vxE 'memcpy|memmove|memset|memcmp|_GLOBAL_OFFSET_TABLE_' || true)
if [ -n "$foreign" ]; then
    echo "core and games need from outside: $foreign"
    exit 1
fi

changing=$(objdump -t "${libraries[@]}" | grep -E '[[:space:]]\.(data|bss|tdata|tbss)([.[:space:]]|$)' | grep -vE '\.data\.rel\.ro|0000000000000000 \.' || true)
if [ -n "$changing" ]; then
    echo "core and games hold data that can change: $changing"
    exit 1
fi

if git ls-files --cached --others --exclude-standard 'core/*.[ch]' 'games/*.[ch]' | grep -v '/tests/' | xargs grep -nwE 'float|double'; then
    echo "core and games must not use floating point"
    exit 1
fi

math=$(nm -u "$build/bots/libtakht_bots.a" | awk '$1 == "U" {print $2}' |
    grep -xE '(exp|exp2|log|log2|log10|pow|sqrt|cbrt|sin|cos|tan|tanh|round|lround|floor|ceil|fmin|fmax|fma)[fl]?' || true)
if [ -n "$math" ]; then
    echo "bots ask the C library for arithmetic, which differs from machine to machine: $math"
    exit 1
fi

{ git ls-files --cached --others --exclude-standard 'core/*.c' 'games/*.c' | grep -v '/tests/'; echo "$build/games/registry.c"; } >"$work/sources"
export work
# shellcheck disable=SC2016
xargs -P "${JOBS:-$(nproc)}" -n 1 sh -c 'exec clang-14 --target=wasm32 -std=c17 -O1 -ffreestanding -fvisibility=hidden -mbulk-memory -msimd128 \
    -Wall -Wextra -Werror -I. -c "$0" -o "$work/$(echo "$0" | tr / _).o"' <"$work/sources"
wasm-ld-14 --no-entry --export=tk_game_at --import-undefined --strip-all "$work"/*.o -o "$work/takht.wasm"
echo "$(wc -l <"$work/sources") files for wasm32, $(stat -c %s "$work/takht.wasm") bytes"
