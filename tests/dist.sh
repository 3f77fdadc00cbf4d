#!/bin/bash
# SPDX-License-Identifier: MIT
# The tarball: two of them made in different folders are equal, and one builds in an empty folder without network, node and git,
# has the page inside and knows its commit.  dist.sh BUILD [JOBS]
set -euo pipefail
build=$(cd "$1" && pwd)
jobs=${2:-2}
cd "$(dirname "$0")/.."
name=takht-$(cat VERSION)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || :; rm -rf "$work"' EXIT
fail() { echo "dist: $1" >&2; exit 1; }

tools/dist.sh "$build"
git clone -q --no-hardlinks . "$work/another place"
cp -r web/node_modules "$work/another place/web/"
(umask 077 && cd "$work/another place" && tools/dist.sh "$work/out")
cmp "$build/$name.tar.xz" "$work/out/$name.tar.xz" || fail "two tarballs of one commit differ"

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
grep -q '<script' <<<"$(curl -s "$(grep -oE 'http://[^ ]*' "$work/told")")" || fail "the page is not served"
echo "dist: equal twice, built offline without node, and served"
