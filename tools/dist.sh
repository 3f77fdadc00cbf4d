#!/bin/bash
# SPDX-License-Identifier: MIT
# The source as a tarball, with the page built: dist.sh BUILD leaves BUILD/takht-VERSION.tar.xz. It is made of the last commit
# alone, so that two of the same commit are equal byte for byte, wherever and whenever they were made.
set -euo pipefail
mkdir -p "$1"
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC
version=$(cat VERSION)
name=takht-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git diff --quiet HEAD || echo "dist: what is not committed is not in it" >&2

git archive --prefix="$name/" HEAD | tar -x -C "$work"
# npm's packages are what the lock file says; they are looked at, never packed.
[ -d web/node_modules ] || { echo "dist: web/node_modules is missing (make setup)" >&2; exit 1; }
cp -al web/node_modules "$work/$name/web/" 2>/dev/null || cp -r web/node_modules "$work/$name/web/"
(cd "$work/$name" && tools/page.sh >/dev/null)
rm -rf "$work/$name/web/node_modules"
find "$work/$name/web/dist" -mindepth 1 -maxdepth 1 ! -name .packed -exec rm -rf {} +
echo "The page of this tarball, built from web/ and games/*/web: neither node nor a network is needed." \
    >"$work/$name/web/dist/.packed/prebuilt"

chmod -R u=rwX,go=rX "$work/$name"
tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    -C "$work" -cf - "$name" | xz -9 -T1 -c >"$build/$name.tar.xz.new"
mv "$build/$name.tar.xz.new" "$build/$name.tar.xz"
echo "$name.tar.xz: $(stat -c %s "$build/$name.tar.xz") bytes, sha256 $(sha256sum "$build/$name.tar.xz" | cut -c 1-64)"
