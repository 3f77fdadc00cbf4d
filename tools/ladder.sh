#!/bin/bash
# SPDX-License-Identifier: MIT
# The ladder of docs/strength.md: every rung against the one below it, game by game.
#
#     tools/ladder.sh TAKHT [GAMES [THREADS [PLAYERS [GAME…]]]]
#
# GAMES are those of each match; master plays a quarter of them. With more PLAYERS than two, one of the upper rung
# sits with lower ones only. A game that has not so many seats is left out.
# Matches are kept in build/ladder and go on where they were, so it can be interrupted. SEED=S in the environment
# plays other deals, RUNGS="random greedy novice" a part of it.
set -euo pipefail
takht=$1 games=${2:-400} threads=${3:-2} players=${4:-2}
shift $(($# < 4 ? $# : 4))
names=("${@:-}")
[ -n "${names[0]}" ] || mapfile -t names < <("$takht" games | sed -n 's/^\([a-z0-9-]*\): .*/\1/p')
read -r -a rungs <<<"${RUNGS:-random greedy novice casual skilled expert master grandmaster}"
top=${RUNGS:+${rungs[-1]}}
folder=build/ladder
mkdir -p "$folder"
other=() mark=
[ -z "${SEED:-}" ] || other=(--seed "$SEED") mark=-$SEED

seats() { # GAME: so many can play it
    "$takht" games "$1" | sed -n 's/^[^ ].*, \([0-9]*\) to \([0-9]*\) players$/\1 \2/p' |
        { read -r least most && [ "$players" -ge "$least" ] && [ "$players" -le "$most" ]; }
}

match() { # GAME PLAYERS UPPER LOWER GAMES
    local bots=$3
    for ((seat = 1; seat < $2; seat++)); do bots=$bots,$4; done
    "$takht" arena "$1" --players "$2" --bots "$bots" --games "$5" --threads "$threads" --quiet \
        "${other[@]}" --save "$folder/$1-$2-$3-$4$mark.$5" | awk -v upper="$3" -v lower="$4" -v players="$2" '
        $1 == upper && !seen++ { printf "| %s | %s | %d | %s | %s %s |\n", upper, lower, players, $4, $6, $7 " " $8 " " $9 }'
}

for game in "${names[@]}"; do
    seats "$game" || continue
    printf '\n### %s\n\n| bot | against | players | wins | Elo, 95 %% |\n|---|---|---|---|---|\n' "$game"
    for ((i = 1; i < ${#rungs[@]}; i++)); do
        upper=${rungs[i]} count=$games
        [ "$upper" = master ] && count=$(((games + 3) / 4))
        match "$game" "$players" "$upper" "${rungs[i - 1]}" "$count"
    done
    match "$game" "$players" "${top:-master}" greedy $(((games + 3) / 4))
done
