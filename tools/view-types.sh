#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes games/*/web/view-types.ts from the field tables of the games. The results are committed; the tests
# make them anew and expect no difference. Games of one folder share one view, so its first game speaks for it.
#
#     view-types.sh TOOLS [INTO]      TOOLS: where the programs are; INTO: another tree to write into
set -eu
tools=$(cd "$1" && pwd)
cd "${2:-$(dirname "$0")/..}"
for folder in games/*/; do
    if [ -f "$folder/fields.c" ] && [ -d "$folder/web" ]; then
        id=$(awk 'NR == 1 {print $1}' "$folder/laws.txt")
        "$tools/views" "$id" >"$folder/web/view-types.ts"
    fi
done
