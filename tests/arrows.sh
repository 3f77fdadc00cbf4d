#!/bin/bash
# SPDX-License-Identifier: MIT
# Arrows between folders point one way, core <- games <- bots <- server <- cli, bind, and whoever is outside a folder
# includes its one public header only. Below the games nothing knows one by name, nor does anything in bots.
#
#     arrows.sh SOURCES
set -euo pipefail
cd "$1"
failed=0

complain() { # WORDS LINES
    printf 'FAILED: %s\n%s\n' "$1" "$2"
    failed=1
}

# Of includes with a folder in front, those that are not allowed here. An include without one is of the same folder.
check_includes() { # FOLDER ALLOWED…
    local folder=$1 allowed
    shift
    allowed=$(printf '|%s' "$@")
    local wrong
    wrong=$(grep -rHnE '#include "[^"]*/' "$folder" --include='*.[ch]' --exclude-dir=tests |
        grep -vE "#include \"(${allowed#|})\"" || true)
    [ -z "$wrong" ] || complain "$folder includes against the grain" "$wrong"
}

# What is included without a folder lies beside the file (or is made by the build: page.inc, nets.inc, commit.inc).
check_neighbours() { # FOLDER
    local line file header
    while IFS= read -r line; do
        file=${line%%:*} header=${line##*#include \"}
        header=${header%%\"*}
        [ -e "$(dirname "$file")/$header" ] || [ "$header" = page.inc ] || [ "$header" = nets.inc ] || [ "$header" = commit.inc ] ||
            complain "it includes what does not lie beside it" "$line"
    done < <(grep -rHE '#include "[^"/]*"' "$1" --include='*.[ch]' --exclude-dir=tests)
}

core='core/takht\.h|core/words\.h' # generated word lists need no more than words.h
check_includes core
check_includes games "$core"
check_includes bots "$core" 'games/games\.h'
check_includes bind "$core" 'games/games\.h' 'bots/bots\.h'
check_includes server "$core" 'games/games\.h' 'bots/bots\.h'
check_includes cli "$core" 'games/games\.h' 'bots/bots\.h' 'server/server\.h'
for folder in core games bots bind server cli; do check_neighbours "$folder"; done

# The names of games are those of their folders, and the ids that laws.txt gives. core/record.h shows a record.
names=$( (for folder in games/*/; do basename "$folder"; done; cut -d' ' -f1 games/*/laws.txt) | sort -u | paste -sd'|')
named=$(grep -niE "(^|[^a-z])($names)([^a-z]|\$)" core/*.[ch] bots/*.[ch] | grep -v '^core/record\.h:[0-9]*: \*     \[Game "' || true)
[ -z "$named" ] || complain "it names a game" "$named"
exit $failed
