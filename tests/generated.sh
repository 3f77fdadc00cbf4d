#!/bin/sh
# SPDX-License-Identifier: MIT
# What is made from CSV files, word lists, field tables and the rows of the server is exactly what was committed.
set -eu
tools=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r core games cli tools docs "$work"
mkdir -p "$work/web"
cp -r web/src "$work/web"
tools/generate.sh "$tools" "$work"
tools/types.sh "$tools" "$work"
for folder in core games cli docs web/src; do
    diff -r "$folder" "$work/$folder"
done
