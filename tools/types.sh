#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes what the page knows of C: games/*/web/view-types.ts from the field tables of the games, and the messages of the protocol,
# for web/src and docs/protocol.md, from the rows of the server. The results are committed; the tests make them anew and expect
# no difference. Games of one folder share one view, so its first game speaks for it.
#
#     types.sh TOOLS [INTO]      TOOLS: where the programs are; INTO: another tree to write into
set -eu
tools=$(cd "$1" && pwd)
cd "${2:-$(dirname "$0")/..}"

made() { # FILE COMMAND…: a program that fails leaves the file as it was
    file=$1
    shift
    "$@" >"$file.new"
    mv "$file.new" "$file"
}

for folder in games/*/; do
    if [ -f "$folder/fields.c" ] && [ -d "$folder/web" ]; then
        made "$folder/web/view-types.ts" "$tools/views" "$(awk 'NR == 1 {print $1}' "$folder/laws.txt")"
    fi
done
made web/src/protocol-rows.ts "$tools/protocol" types
"$tools/protocol" document <docs/protocol.md >docs/protocol.md.new
mv docs/protocol.md.new docs/protocol.md
