#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian packages from the tarball, as they would be built anywhere: deb.sh BUILD [VERSION] leaves BUILD/deb/*.deb. With VERSION they
# bear that one (an upgrade can so be tried with two of them).
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(cat VERSION)
given=${2:-$version}
out=$build/deb${2:+-$2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xf "$build/takht-$version.tar.xz" -C "$work"
cd "$work/takht-$version"
[ "$given" = "$version" ] || sed -i "1s/($version)/($given)/" debian/changelog
started=$SECONDS
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage --no-sign --build=binary >"$work/log" 2>&1 || { tail -60 "$work/log" | cut -c 1-300; exit 1; }
mkdir -p "$out"
rm -f "$out"/*
cp ../*.deb ../*.changes ../*.buildinfo "$out"
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$out"/*.changes
echo "packages in $((SECONDS - started)) s, lintian has nothing to say:"
cd "$out" && for file in *.deb; do printf '  %9d  %s\n' "$(stat -c %s "$file")" "$file"; done
