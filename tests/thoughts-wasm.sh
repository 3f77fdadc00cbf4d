#!/bin/bash
# SPDX-License-Identifier: MIT
# The bots as WebAssembly, with its vectors and its own arithmetic of nets: the same moves and numbers as
# noted. Rules and bots are the very objects of takht.wasm.  thoughts-wasm.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
[ -d /usr/include/wasm32-wasi ] || { echo "needs wasi-libc and libclang-rt-14-dev-wasm32" >&2; exit 2; }
bind/wasm/build.sh "$build"
work=$build/thoughts-wasm
rm -rf "$work"
mkdir -p "$work/nets"
clang-14 --target=wasm32-wasi -D_Thread_local= -std=c17 -O2 -msimd128 -mbulk-memory -D_GNU_SOURCE -Ibind/wasm/shim -I"$build/wasm" -I. \
    -c tools/thoughts.c -o "$work/thoughts.o"
objects=()
for object in "$build"/wasm/takht-*.o; do
    [[ $object == */takht-bind_* ]] || objects+=("$object")
done
clang-14 --target=wasm32-wasi -Wl,-z,stack-size=4194304 "$work/thoughts.o" "${objects[@]}" -o "$work/thoughts.wasm"

args=()
for net in games/*/nets/*.net; do
    cp "$net" "$work/nets/"
    args+=("$(basename "$net" .net):/nets/$(basename "$net")")
done
sh tests/thoughts.sh node --no-warnings tests/thoughts-wasm.mjs "$work/thoughts.wasm" "$work/nets" "${args[@]}"
echo "bots as WebAssembly: as noted"
