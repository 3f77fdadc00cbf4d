#!/bin/bash
# SPDX-License-Identifier: MIT
# The source as a tarball, with the page built: dist.sh BUILD leaves BUILD/takht-VERSION.tar.xz. It is made of the last commit
# alone, so that two of the same commit are equal byte for byte, wherever and whenever they were made.
set -euo pipefail
# Nothing of whoever calls it has a say: NODE_ENV, PAGE, CC, XZ_OPT, TAR_OPTIONS, the language and the like. A release is compiled, not
# taken from a cache that others fill.
[ "${DIST_ALONE:-}" = yes ] ||
    exec env -i DIST_ALONE=yes PATH="$PATH" HOME="$HOME" TMPDIR="${TMPDIR:-/tmp}" JOBS="${JOBS:-$(nproc)}" LC_ALL=C TZ=UTC CCACHE_DISABLE=1 bash "$0" "$@"
umask 022
mkdir -p "$1"
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(cat VERSION)
name=takht-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git diff --quiet HEAD || echo "dist: what is not committed is not in it" >&2

# The page is made in a copy of its own, and only what it is in the end comes along: no object and no note of a compiler.
# What somebody has told git about files and lines has no say, either.
GIT_ATTR_NOSYSTEM=1 git -c core.attributesFile=/dev/null -c core.autocrlf=false -c core.eol=lf -c tar.umask=022 archive --prefix="$name/" HEAD >"$work/source.tar"
mkdir "$work/page"
tar -xf "$work/source.tar" -C "$work"
tar -xf "$work/source.tar" -C "$work/page" --strip-components=1
# npm's packages are what the lock file says; they are looked at, never packed.
[ -d web/node_modules ] || { echo "dist: web/node_modules is missing (make setup)" >&2; exit 1; }
cp -al web/node_modules "$work/page/web/" 2>/dev/null || cp -r web/node_modules "$work/page/web/"
(cd "$work/page" && tools/page.sh >/dev/null)
# Without a compiler for WebAssembly the page is built without its engine, and would be another one.
[ -e "$work/page/build/wasm/takht.wasm" ] || { echo "dist: the page has no engine (make setup)" >&2; exit 1; }
mkdir "$work/$name/web/dist"
mv "$work/page/web/dist/.packed" "$work/$name/web/dist/"
echo "The page of this tarball, built from web/ and games/*/web: neither node nor a network is needed." \
    >"$work/$name/web/dist/.packed/prebuilt"

chmod -R u=rwX,go=rX "$work/$name"
tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    -C "$work" -cf - "$name" | xz -9 -T1 -c >"$build/$name.tar.xz.new"
mv "$build/$name.tar.xz.new" "$build/$name.tar.xz"
echo "$name.tar.xz: $(stat -c %s "$build/$name.tar.xz") bytes, sha256 $(sha256sum "$build/$name.tar.xz" | cut -c 1-64)"
