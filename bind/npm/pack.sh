#!/bin/bash
# SPDX-License-Identifier: MIT
# The npm package: pack.sh BUILD leaves BUILD/npm, ready to use, and BUILD/takht-VERSION.tgz.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
folder=$build/npm
rm -rf "$folder"
mkdir -p "$folder/nets"
version=$(cat VERSION)
cp bind/npm/*.js bind/npm/*.d.ts bind/npm/README.md LICENSE "$build/wasm/takht.wasm" "$folder"
cp games/*/nets/*.net "$folder/nets"
sed "s/\"version\": \"[^\"]*\"/\"version\": \"$version\"/" bind/npm/package.json >"$folder/package.json"
cd "$folder"
npm pack --silent --pack-destination "$build" >/dev/null
echo "takht-$version.tgz: $(stat -c %s "$build/takht-$version.tgz") bytes"
