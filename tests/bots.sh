#!/bin/bash
# SPDX-License-Identifier: MIT
# The bot protocol, both ways: takht bot answers, and arena plays with programs. Also analyse and resume.
# What holds for every game is tried in every game of the build, the rest in the last of them.
#
#     bots.sh TAKHT SOURCES
set -euo pipefail
takht=$1 sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
mapfile -t games < <("$takht" games | sed -n 's/^\([a-z0-9-]*\): .*/\1/p')
any=${games[-1]}

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
others() { # GAME: so many random players as must sit with one more
    local least
    least=$("$takht" games "$1" --json | grep -o '"players_min":[0-9]*' | grep -o "[0-9]*$")
    for ((seat = 1; seat < least; seat++)); do printf ',random'; done
}

check "it introduces itself" '^ready$' talk 'takht 1' quit
check "it speaks the second version" '^version 2$' talk 'takht 2' quit
check "a later version is answered with its own" '^version 2$' talk 'takht 9' quit
check "what is no version is refused" '^error this program speaks versions 1 and 2' talk 'takht x' quit
check "the first version knows nothing of the second" '^silence$' \
    sh -c "printf 'takht 1\nquit\n' | '$takht' bot | grep -E '^(version|repeats)' || echo silence"
check "unknown words are passed over" '^silence$' \
    sh -c "printf 'fly away\nquit\n' | '$takht' bot | grep . || echo silence"
check "a setting leaves the bot and the others as they are" '^name takht casual:explore=2\+sims=7$' \
    talk 'set bot casual' 'set sims 5' 'set explore 2' 'set sims 7' 'takht 2' quit
check "what is no setting is told" '^error there is no such setting or value: luck 3' talk 'set luck 3' quit
check "threads are counted" '^error threads are a number' talk 'set threads 0' quit
check "a host starts no programs" '^error there is no such setting' talk "set bot exec:touch $folder/started" quit
check "nor does it change one" '^error there is no such setting' sh -c "printf 'set sims 5;true\nquit\n' | '$takht' bot --bots 'exec:cat'"
check "no program was started" '^none$' sh -c "[ -e '$folder/started' ] || echo none"
check "a number of players is a number" '^error the game is not for so many players' sh -c "echo 'new $any 3x' | '$takht' model"
check "lines have an end" '^error a line has at most a million bytes' \
    sh -c "head -c 2000000 /dev/zero | tr '\\0' x | '$takht' bot"
check "go needs a position" '^error there is no position' talk "game $any" 'go sims 5' quit
check "unknown games are named" '^error this game is not known: go$' talk 'game go' quit
check "broken samples are refused" '^error the sample is refused' talk "game $any" 'sample {"game":1}' quit

cat >"$folder/broken.sh" <<'X2'
echo ready
while read -r word rest; do [ "$word" = go ] && echo "best fly away"; done
X2
for game in "${games[@]}"; do
    check "it plays $game" "^plays $game\$" talk 'takht 1' quit
    check "takht bot plays $game" '^exec' "$takht" arena "$game" --games 2 --quiet \
        --bots "exec:$takht bot --bots mcts:sims=10$(others "$game")"
    if command -v python3 >/dev/null; then
        check "the example plays $game" '^exec' "$takht" arena "$game" --games 2 --quiet \
            --bots "exec:python3 $sources/examples/bot.py$(others "$game")"
        if grep -q '^takht: exec' "$folder/out"; then
            echo "FAILED: the example plays $game"
            cat "$folder/out"
            failed=1
        fi
    fi
done
command -v python3 >/dev/null || echo "python3 is not there: the example bot was not tried"
fails() { # WORDS EXPECTED COMMAND…: exit 3, and a line that matches
    local words=$1 expected=$2 code=0
    shift 2
    "$@" >"$folder/out" 2>&1 || code=$?
    if [ "$code" != 3 ] || ! grep -Eq "$expected" "$folder/out"; then
        printf 'FAILED: %s\nexpected 3: %s, got %d\n' "$words" "$expected" "$code"
        head -20 "$folder/out"
        failed=1
    fi
}
fails "illegal moves stop a match" 'this is no legal move: fly away' "$takht" arena "$any" --games 2 \
    --quiet --bots "exec:sh $folder/broken.sh$(others "$any")"
fails "a program that is not there stops a match" 'it cannot be started' "$takht" arena "$any" \
    --games 2 --quiet --bots "exec:$folder/nothing$(others "$any")"

# what a program calls itself and thinks may be anything: what is told of it is text, and numbers
cat >"$folder/odd.sh" <<'END'
while read -r word rest; do
    case $word in
    takht) printf 'name %062d\303\251\377\nversion 2\nready\n' 0 ;;
    legal) move=${rest%%;*} ;;
    go) printf 'info win nan visits 9 score inf line %s\ninfo win 7 visits 9 score 0 line %s\nbest %s\n' "$move" "$move" "$move" ;;
    quit) exit ;;
    esac
done
END
is_text() { "$@" >"$folder/told" && iconv -f UTF-8 -t UTF-8 "$folder/told" >/dev/null && grep -o '"program":"[^"]*"' "$folder/told"; }
check "a program with an odd name is told as text" '"program":"0{62}"' is_text "$takht" arena "$any" --games 2 --quiet --json --bots "exec:sh $folder/odd.sh$(others "$any")"

# every setting of the table can be read, and stands in the documentation
"$takht" bots --json | sed -n 's/^{"setting":"\([a-z]*\)","kind":"\([a-z-]*\)","takes":"\(one of \([a-z0-9-]*\)\)*.*/\1 \2 \4/p' >"$folder/settings"
[ -s "$folder/settings" ] || { echo "FAILED: there are settings"; failed=1; }
while read -r name kind value; do
    case $kind in yes-no) value=yes ;; name) ;; *) value=1 ;; esac
    [ -z "$value" ] || check "$name is read" '^name takht mcts' sh -c "echo 'takht 1' | '$takht' bot --bots 'mcts:$name=$value'"
    check "$name with nonsense is refused" 'is no bot|takes' sh -c "! '$takht' bot --bots 'mcts:$name=2yes' </dev/null"
    check "$name is documented" "^\\|.*\`$name\`" cat "$sources/docs/strength.md"
done <"$folder/settings"

"$takht" arena "$any" --bots "greedy$(others "$any")" --games 20 --quiet --save "$folder/match" >"$folder/whole"
head -7 "$folder/match" >"$folder/part"
"$takht" arena "$any" --bots "greedy$(others "$any")" --games 20 --quiet --save "$folder/part" >"$folder/resumed"
cmp -s "$folder/whole" "$folder/resumed" || { echo "FAILED: a match goes on where it was"; failed=1; }

printf '1\nhint\nquit\n' | "$takht" play "$any" --seed 7 --save "$folder/game" >"$folder/play"
grep -Eq 'wins [0-9]+ games of 100' "$folder/play" || { echo "FAILED: a hint"; failed=1; }
check "a record is analysed" '^ +1\. .* %  [a-z]' "$takht" analyse "$folder/game" --bots mcts:sims=30
check "in Persian its figures are Persian" '^ +۱\. .* ٪  [a-z]' "$takht" analyse "$folder/game" --bots mcts:sims=30 --lang fa
check "those of its chart too" '^ +۱\. \|[^|]*\| +[^ 0-9]+ +[^ 0-9]+' "$takht" analyse "$folder/game" --bots mcts:sims=30 --lang fa --chart
check "what cost most" '^What cost most' "$takht" analyse "$folder/game" --bots mcts:sims=30
check "chances are compared with results" '^surprise [0-9.]+ bits as told, [0-9.]+ fitted; trust [0-9.]+ early' \
    "$takht" tune "$any" --chances --games 8 --bots mcts:sims=10 --quiet
check "a bot that says no chances cannot be compared" 'a bot that searches' \
    sh -c "! '$takht' tune '$any' --chances --games 2 --bots random --quiet"
# the tuner climbs, and comes to the same weights with any number of threads; those that foretell stay as they were
sed 's/}.*//' "$sources"/games/*/weights*.inc | sort >"$folder/shipped"
for threads in 1 2; do
    "$takht" tune "$any" --climb --games 512 --threads "$threads" --quiet --save "$folder/weights.$threads" 2>"$folder/said"
    check "it says what was gained ($threads)" '^won [0-9.]+ % of [0-9]+ games' cat "$folder/said"
    check "it writes features ($threads)" '^\{"[^"]+", \{\{' cat "$folder/weights.$threads"
    sed 's/}.*//' "$folder/weights.$threads" | sort >"$folder/written"
    check "it leaves what foretells alone ($threads)" '^nothing new$' \
        sh -c "test -z \"\$(comm -13 '$folder/shipped' '$folder/written')\" && echo nothing new"
done
check "threads change nothing" '^same$' sh -c "cmp '$folder/weights.1' '$folder/weights.2' && echo same"
# whoever climbs plays with the weights that climb, also a plain look that takes others by itself
"$takht" tune "$any" --climb --games 512 --bots greedy:wins=yes --quiet --save "$folder/weights.3" 2>"$folder/said"
check "a climb moves the weights it plays with" '^same$' sh -c "cmp '$folder/weights.1' '$folder/weights.3' && echo same"

# the same for pairs of moves that are played out
for threads in 1 2; do
    "$takht" tune "$any" --compare --games 40 --threads "$threads" --quiet --save "$folder/weights.$threads" 2>"$folder/said"
    check "it says what the pairs tell ($threads)" '^of what [0-9]+ pairs held back' cat "$folder/said"
    sed 's/}.*//' "$folder/weights.$threads" | sort >"$folder/written"
    check "pairs leave what foretells alone ($threads)" '^nothing new$' \
        sh -c "test -z \"\$(comm -13 '$folder/shipped' '$folder/written')\" && echo nothing new"
done
check "threads change nothing about pairs" '^same$' sh -c "cmp '$folder/weights.1' '$folder/weights.2' && echo same"

exit $failed
