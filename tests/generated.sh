#!/bin/sh
# The C tables made from CSV files and word lists, and the types made from field tables, are exactly those that were
# committed.
set -eu
tools=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r core games cli tools "$work"
tools/generate.sh "$tools" "$work"
tools/view-types.sh "$tools" "$work"
for folder in core games cli; do
    diff -r "$folder" "$work/$folder"
done
