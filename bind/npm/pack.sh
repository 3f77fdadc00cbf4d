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
/usr/bin/python3 -B tools/notices.py engine >"$folder/THIRD-PARTY"
# Which net is for which game and how many players is in its first bytes (docs/training.md); who loads one wants to know before.
node - "$folder/nets" >"$folder/nets/list.json" <<'END'
const { readFileSync, readdirSync } = require("node:fs");
const folder = process.argv[2];
const list = readdirSync(folder).filter((file) => file.endsWith(".net")).sort().map((file) => {
    const head = readFileSync(`${folder}/${file}`).subarray(0, 64);
    return { name: file.replace(/\.net$/, ""), game: head.toString("latin1", 8, 32).replace(/\0.*$/s, ""), players: head.readUInt16LE(34) };
});
console.log(JSON.stringify(list, null, 1));
END
sed "s/\"version\": \"[^\"]*\"/\"version\": \"$version\"/" bind/npm/package.json >"$folder/package.json"
cd "$folder"
npm pack --silent --pack-destination "$build" >/dev/null
echo "takht-$version.tgz: $(stat -c %s "$build/takht-$version.tgz") bytes"
