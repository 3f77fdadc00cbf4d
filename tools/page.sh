#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the page into web/dist, packed for the server, unless it is there and nothing is newer. Without node
# (or with PAGE=no) nothing is built, and the server has no page in it.
set -eu
cd "$(dirname "$0")/.."

made=web/dist/.packed/page.inc
[ "${PAGE:-yes}" = no ] && exit 0
[ -d web/node_modules ] || exit 0

# The engine for browsers; a machine without a compiler for it has a page that needs the server for everything.
clang=${CLANG:-clang-14}
if command -v "$clang" >/dev/null && [ -d /usr/include/wasm32-wasi ]; then
    bind/wasm/build.sh build
else
    echo "There is no clang-14 with wasi-libc: the page is built without its engine." >&2
fi

# The nets, packed as in the program.
mkdir -p build/nets
"${CC:-cc}" -O2 -std=c17 -D_GNU_SOURCE -I. tools/packnet.c bots/pack.c bots/coder.c bots/layout.c bots/sparse.c -o build/nets/packnet
for net in games/*/nets/*.net; do
    pack=build/nets/$(basename "$net" .net).pack
    if [ ! -e "$pack" ] || [ -n "$(find "$net" bots/pack.[ch] bots/coder.[ch] bots/layout.[ch] bots/sparse.c -newer "$pack")" ]; then build/nets/packnet "$net" "$pack"; fi
done

newer() {
    [ ! -e $made ] ||
        [ -n "$(find web games/*/web games/*/words games/*/nets core/words bind/npm build/wasm/*.wasm \
            \( -path web/node_modules -o -path web/dist -o -path web/tests \) -prune -o -newer $made -print 2>/dev/null | head -n 1)" ]
}

newer || exit 0
cd web
log=$(mktemp)
begun=$(mktemp)
trap 'rm -f "$log" "$begun"' EXIT
npm run --silent build >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
# What it weighs; the rest of what a bundler says is for those who look for a mistake.
sed -n '/^page:/p' "$log"
touch -r "$begun" ../$made # what was changed while it was bundled is newer
