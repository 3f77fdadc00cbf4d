#!/bin/bash
# The bot protocol, both ways: takht bot answers, and arena plays with programs. Also analyse and resume.
#
#     bots.sh TAKHT SOURCES
set -euo pipefail
takht=$1 sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

check() { # WORDS EXPECTED COMMAND…: the output has a line that matches
    local words=$1 expected=$2
    shift 2
    if ! "$@" >"$folder/out" 2>&1 || ! grep -Eq "$expected" "$folder/out"; then
        printf 'FAILED: %s\nexpected: %s\n' "$words" "$expected"
        head -20 "$folder/out"
        failed=1
    fi
}

talk() { printf '%s\n' "$@" | "$takht" bot --bots mcts:sims=50; }

check "it introduces itself" '^ready$' talk 'takht 1' quit
check "it names its games" '^plays splendor$' talk 'takht 1' quit
check "other versions are refused" '^error this program speaks version 1' talk 'takht 9' quit
check "unknown words are named" '^error this word is not known: fly$' talk 'fly away' quit
check "go needs a position" '^error there is no position' talk 'game splendor' 'go sims 5' quit
check "unknown games are named" '^error this game is not known: go$' talk 'game go' quit
check "broken samples are refused" '^error the sample is refused' talk 'game splendor' 'sample {"game":1}' quit

cat >"$folder/broken.sh" <<'X'
echo ready
while read -r word rest; do [ "$word" = go ] && echo "best fly away"; done
X
for game in splendor kingdomino seven-wonders-duel kingdom-builder queendomino; do
    check "takht bot plays $game" '^exec' "$takht" arena "$game" --games 2 --quiet \
        --bots "exec:$takht bot --bots mcts:sims=10,random"
    if command -v python3 >/dev/null; then
        check "the example plays $game" '^exec' "$takht" arena "$game" --games 2 --quiet \
            --bots "exec:python3 $sources/docs/bot-example.py,random"
        if grep -q '^takht: exec' "$folder/out"; then
            echo "FAILED: the example plays $game"
            cat "$folder/out"
            failed=1
        fi
    fi
done
command -v python3 >/dev/null || echo "python3 is not there: the example bot was not tried"
check "illegal moves are reported" 'this is no legal move: fly away' "$takht" arena splendor --games 2 \
    --quiet --bots "exec:sh $folder/broken.sh,random"
check "a program that is not there is reported" 'it has ended|does not listen' "$takht" arena splendor \
    --games 2 --quiet --bots "exec:$folder/nothing,random"

"$takht" arena splendor --bots greedy,random --games 20 --quiet --save "$folder/match" >"$folder/whole"
head -6 "$folder/match" >"$folder/part"
"$takht" arena splendor --bots greedy,random --games 20 --quiet --save "$folder/part" >"$folder/resumed"
cmp -s "$folder/whole" "$folder/resumed" || { echo "FAILED: a match goes on where it was"; failed=1; }

printf 'take wug\nhint\nquit\n' | "$takht" play splendor --seed 7 --save "$folder/game" >"$folder/play"
grep -Eq 'wins [0-9]+ games of 100' "$folder/play" || { echo "FAILED: a hint"; failed=1; }
check "a record is analysed" '^ +1\. .* %  take wug' "$takht" analyse "$folder/game" --bots mcts:sims=30
check "what cost most" '^What cost most' "$takht" analyse "$folder/game" --bots mcts:sims=30
check "chances are compared with results" '^surprise [0-9.]+ bits as told, [0-9.]+ fitted; trust [0-9.]+ early' \
    "$takht" tune kingdomino --chances --games 8 --bots mcts:sims=10 --quiet
check "a bot that says no chances cannot be compared" 'a bot that searches' \
    sh -c "! '$takht' tune kingdomino --chances --games 2 --bots random --quiet"
# the tuner climbs, and comes to the same weights with any number of threads
for threads in 1 2; do
    "$takht" tune splendor --climb --games 512 --threads "$threads" --quiet --save "$folder/weights.$threads" 2>"$folder/said"
    check "it says what was gained ($threads)" '^won [0-9.]+ % of [0-9]+ games' cat "$folder/said"
    check "it writes every feature ($threads)" '^\{"prestige", \{\{216, 216\}' cat "$folder/weights.$threads"
done
check "threads change nothing" '^same$' sh -c "cmp '$folder/weights.1' '$folder/weights.2' && echo same"
# whoever climbs plays with the weights that climb, also a plain look that takes others by itself
"$takht" tune splendor --climb --games 512 --bots greedy:wins=1 --quiet --save "$folder/weights.3" 2>"$folder/said"
check "a climb moves the weights it plays with" '^same$' sh -c "cmp '$folder/weights.1' '$folder/weights.3' && echo same"

exit $failed
