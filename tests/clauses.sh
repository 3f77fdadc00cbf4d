#!/bin/sh
# SPDX-License-Identifier: MIT
# Every clause of a game's index is cited by a script and by the code. A line that begins with = follows
# from other clauses and needs a script alone; one that begins with ~ is a remark that nothing can test.
set -eu
folder=$1
missing=0

# cited ID FILES: somewhere in the files the id stands by itself
cited() {
    pattern=$(printf %s "$1" | sed 's/\./\\./g')
    # shellcheck disable=SC2086
    (cd "$folder" && grep -qE -- "(^|[^A-Za-z0-9-])$pattern([^.0-9]|\.[^0-9]|\.?\$)" $2)
}

while read -r mark rest; do
    case $mark in
    '' | '#'* | '~') continue ;;
    =) id=${rest%% *} ;;
    *) id=$mark ;;
    esac
    if ! cited "$id" "scripts/*.game"; then
        echo "$folder: $id has no script"
        missing=1
    fi
    if [ "$mark" != = ] && ! cited "$id" "*.[ch]"; then
        echo "$folder: $id is not cited in the code"
        missing=1
    fi
done <"$folder/clauses.txt"
exit $missing
