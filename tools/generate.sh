#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the C tables from CSV files and word lists. The results are committed, so that a C compiler is
# enough to build; the tests make them anew and expect no difference. Only then can a new game be compiled: types.sh is next.
#
#     generate.sh TOOLS [INTO]      TOOLS: where the programs are; INTO: another tree to write into
set -eu
tools=$(cd "$1" && pwd)
cd "${2:-$(dirname "$0")/..}"
"$tools/words" core core_words TK tk_core_words
"$tools/words" cli cli_words CLI cli_words
for folder in games/*/; do
    name=$(basename "$folder")
    if [ -d "$folder/words" ]; then
        "$tools/words" "games/$name" "${name}_words" "$(echo "$name" | tr '[:lower:]' '[:upper:]')" "${name}_words"
    fi
    if [ -f "$folder/tables.txt" ]; then
        (cd "$folder" && "$tools/tables")
    fi
done
