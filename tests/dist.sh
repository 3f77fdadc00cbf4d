#!/bin/bash
# SPDX-License-Identifier: MIT
# The tarball: two of them made in different folders by different people are equal, and one builds in an empty folder without network, node
# and git, has the page inside and knows its commit.  dist.sh BUILD [JOBS]
set -euo pipefail
mkdir -p "$1"
build=$(cd "$1" && pwd)
jobs=${2:-2}
cd "$(dirname "$0")/.."
name=takht-$(cat VERSION)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || :; rm -rf "$work"' EXIT
fail() { echo "dist: $1" >&2; exit 1; }

# Which files of two tarballs differ, in what they say or in mode, owner and date.
differing() { # TARBALL TARBALL
    local side
    for side in 1 2; do
        mkdir "$work/side$side"
        tar -xf "${!side}" -C "$work/side$side"
        tar --numeric-owner -tvf "${!side}" >"$work/list$side"
    done
    (cd "$work" && { LC_ALL=C diff -rq side1 side2; diff list1 list2; } | head -n 40) || :
}

# Another folder, another person: file modes, language, time zone, settings of node, of the packers and of the build.
tools/dist.sh "$build"
git clone -q --no-hardlinks . "$work/another place"
cp -r web/node_modules "$work/another place/web/"
(umask 077 && cd "$work/another place" && git config core.abbrev 20 && git config core.autocrlf true && git config tar.umask 077 &&
    LC_ALL=C.UTF-8 TZ=Asia/Tehran NODE_ENV=development PAGE=no CC=false CFLAGS=-g XZ_OPT=-0 TAR_OPTIONS=--totals JOBS=1 tools/dist.sh "$work/out")
cmp "$build/$name.tar.xz" "$work/out/$name.tar.xz" || { differing "$build/$name.tar.xz" "$work/out/$name.tar.xz"; fail "two tarballs of one commit differ"; }
# The page comes along, what it was built with does not.
tar -tf "$build/$name.tar.xz" >"$work/names"
if grep -E "^$name/(build/|web/node_modules|.*\.(o|d|wasm)$)" "$work/names" | head; then fail "something built is in the tarball"; fi

# What a user has: a compiler and the libraries, nothing else.
mkdir "$work/bin" "$work/user"
for program in sh bash cmake ninja cc c++ gcc ld as ar ranlib nm strip objcopy pkg-config uname grep sed awk cat cp mv rm mkdir head cut; do
    path=$(command -v "$program") && ln -s "$path" "$work/bin/$program"
done
tar -xf "$build/$name.tar.xz" -C "$work/user"
cd "$work/user/$name"
offline=()
[ "$(id -u)" != 0 ] || offline=(unshare --net)
"${offline[@]}" env -i PATH="$work/bin" HOME="$work/user" CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER:+$(command -v "$CMAKE_C_COMPILER_LAUNCHER")}" \
    CCACHE_DIR="${CCACHE_DIR:-$HOME/.cache/ccache}" \
    sh -c 'cmake --preset release >/dev/null && cmake --build build -j '"$jobs"' --target takht library >build.log || { cat build.log; exit 1; }'
told=$(build/takht --version)
grep -q '^page: inside$' <<<"$told" || fail "the page is not in what the tarball builds"
grep -qE '^takht [0-9.]+ \([0-9a-f]{7,} [0-9-]{10}\)$' <<<"$told" || fail "the tarball does not know its commit: $told"

build/takht serve --quiet --listen 127.0.0.1:0 --data "$work/data.db" >"$work/told" &
server=$!
for _ in $(seq 50); do
    grep -q http "$work/told" && break
    sleep 0.1
done
cd - >/dev/null
"${PYTHON:-/usr/bin/python3}" -B tests/server/visit.py "$(grep -oE 'http://[^ ]*' "$work/told")" splendor || fail "nobody can play"
echo "dist: equal twice, built offline without node, served and played"
