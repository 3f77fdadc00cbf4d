#!/bin/sh
# Every clause of a game's index is cited by a script and by the code. Lines with a tilde are remarks
# on sources or facts that nothing can test.
set -eu
folder=$1
missing=0
while read -r id rest; do
    case $id in '' | '#'* | '~') continue ;; esac
    for where in "scripts/*.game" "*.[ch]"; do
        # shellcheck disable=SC2086
        if ! (cd "$folder" && grep -qwE -- "$(printf %s "$id" | sed 's/\./\\./g')([^.0-9]|\$)" $where); then
            echo "$folder: $id ($rest) is not cited in $where"
            missing=1
        fi
    done
done <"$folder/clauses.txt"
exit $missing
