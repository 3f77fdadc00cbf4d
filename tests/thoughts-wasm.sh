#!/bin/bash
# SPDX-License-Identifier: MIT
# The bots as WebAssembly, with its vectors and its own arithmetic of nets: the same moves and numbers as
# noted.  thoughts-wasm.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
[ -d /usr/include/wasm32-wasi ] || { echo "needs wasi-libc and libclang-rt-14-dev-wasm32" >&2; exit 2; }
work=$build/thoughts-wasm
rm -rf "$work"
mkdir -p "$work/nets"
: >"$work/nets.inc" # nets come as files
mapfile -t sources < <(git ls-files --cached --others --exclude-standard 'core/*.c' 'games/*.c' 'bots/*.c' | grep -vE '/tests/|bots/school\.c$')
sources+=("$build/games/registry.c" tools/thoughts.c)
flags=(--target=wasm32-wasi -D_Thread_local= -std=c17 -O2 -msimd128 -mbulk-memory -ffp-contract=off -fno-math-errno -D_GNU_SOURCE
    -Ibind/wasm/shim -I"$work" -I.)

compile() { # SOURCE
    clang-14 "${flags[@]}" -c "$1" -o "$work/${1//\//_}.o"
}
for source in "${sources[@]}"; do
    compile "$source" &
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do wait -n; done
done
while [ "$(jobs -rp | wc -l)" -gt 0 ]; do wait -n; done
clang-14 --target=wasm32-wasi -Wl,-z,stack-size=4194304 "$work"/*.o -o "$work/thoughts.wasm"

args=()
for net in games/*/nets/*.net; do
    cp "$net" "$work/nets/"
    args+=("$(basename "$net" .net):/nets/$(basename "$net")")
done
sh tests/thoughts.sh node --no-warnings tests/thoughts-wasm.mjs "$work/thoughts.wasm" "$work/nets" "${args[@]}"
echo "bots as WebAssembly: as noted"
