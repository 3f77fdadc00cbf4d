#!/bin/bash
# SPDX-License-Identifier: MIT
# What is made of the table of options: the manual is the committed one, and the shells take their
# completion. A shell that is not there is left out.  command.sh TAKHT
set -u
takht=$1
manual=$(dirname "$0")/../docs/takht.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "command: $1"
    failures=$((failures + 1))
}

"$takht" manual | diff - "$manual" >"$work/diff" || fail "docs/takht.1 is not what takht manual prints (make manual): $(head -5 "$work/diff")"

for shell in bash zsh fish; do
    "$takht" completion $shell >"$work/takht.$shell" || fail "no completion for $shell"
    if command -v $shell >/dev/null; then
        $shell -n "$work/takht.$shell" || fail "$shell does not take its completion"
    else
        echo "command: $shell is not there, its completion is not tried"
    fi
done

# --- bash: completes WORDS… EXPECTED: what is offered for the last of the words ---
# shellcheck disable=SC1091
source "$work/takht.bash"
compopt() { :; } # speaks to a completion that is under way, and none is
completes() {
    local expected=${*: -1} words
    COMP_WORDS=("${@:1:$#-1}")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _takht
    words=" ${COMPREPLY[*]} "
    [ -n "$expected" ] || [ "$words" = "  " ] || fail "nothing was to be offered after '${COMP_WORDS[*]}', but$words"
    for word in $expected; do
        [[ $words == *" $word "* ]] || fail "'$word' is not offered after '${COMP_WORDS[*]}', but$words"
    done
}
completes takht "" "serve play games sim completion help"
completes takht si "sim"
completes takht sim "" "splendor seven-wonders-duel"
completes takht sim splendor "" ""
completes takht sim splendor -- "--players --games --bots --set --seed --threads --json --quiet --help"
completes takht sim splendor --players "" ""
completes takht sim splendor --bots gr "greedy"
completes takht play splendor --bots me,gr "me,greedy"
completes takht sim splendor --set "" "target= free_take="
completes takht sim --set "" ""
completes takht sim splendor --set free_take = "off on"
completes takht sim splendor --set start = ra "random"
completes takht play splendor --lang "" "en fa"
completes takht play splendor --lang = f "fa"
completes takht bench --bots = gr "greedy"
completes takht admin t "table tables"
completes takht admin --da "--data"
completes takht serve --t "--tls-cert --tls-key --trust-proxy"
completes takht completion "" "bash zsh fish"

# --- every option of every command is in the help, the manual and the completion of each shell ---
options_of() { "$takht" "$1" --help | grep -oE '^  (-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u; }
in_zsh() { sed -n "/^        $1)\$/,/ ;;\$/p" "$work/takht.zsh"; }
in_fish() { grep -F "'__takht_on $1'" "$work/takht.fish"; }
in_manual() { sed -n "/^\.SS \"*takht $1\(\"\| \|\$\)/,/^\.SS/p" "$manual" | sed 's/\\-/-/g'; }
compared=0
for command in $("$takht" --help | sed -n '/^commands:/,/^$/p' | grep -oE '^  [a-z]+ ' | tr -d ' '); do
    for option in $(options_of "$command"); do
        in_zsh "$command" | grep -qE -- "$option([=[{}']|\$)" || fail "zsh does not know $command $option"
        in_fish "$command" | grep -qE -- "-l ${option#--}( |\$)" || fail "fish does not know $command $option"
        [ "$option" = --help ] || in_manual "$command" | grep -qF -- "$option" || fail "the manual does not tell $command $option"
        completes takht "$command" "$option" "$option"
        compared=$((compared + 1))
    done
done
[ $compared -gt 100 ] || fail "only $compared options were compared"

# --- fish says itself what it would offer ---
offers() { # LINE EXPECTED…
    fish --no-config -c "source '$work/takht.fish'; complete -C'$1'" | cut -f1 >"$work/offers"
    shift
    for word in "$@"; do
        grep -qxF -- "$word" "$work/offers" || fail "fish does not offer '$word'"
    done
}
if command -v fish >/dev/null; then
    offers "takht si" sim
    offers "takht sim " splendor
    offers "takht sim splendor --" --players --bots --help
    offers "takht sim splendor --set free" free_take=on
    offers "takht play splendor --bots me,gr" me,greedy
    offers "takht admin " counts announce
fi

[ $failures = 0 ]
