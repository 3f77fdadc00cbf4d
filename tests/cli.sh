#!/bin/bash
# SPDX-License-Identifier: MIT
# The command as people and programs use it, and misuse it.  cli.sh TAKHT
set -u
takht=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
checks=0

fail() {
    echo "cli: $1"
    failures=$((failures + 1))
}

# refused CODE WORDS COMMAND…: the exit code, exactly one line on stderr with these words, nothing on stdout
refused() {
    local code=$1 words=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err" </dev/null
    local got=$?
    checks=$((checks + 1))
    [ "$got" = "$code" ] || fail "exit $got instead of $code: $*"
    [ "$(wc -l <"$work/err")" = 1 ] || fail "not one line: $* -> $(cat "$work/err")"
    grep -qF -- "$words" "$work/err" || fail "does not say '$words': $* -> $(cat "$work/err")"
    [ ! -s "$work/out" ] || fail "wrote something: $*"
}

# works COMMAND…: exit 0, nothing on stderr
works() {
    "$@" >"$work/out" 2>"$work/err" </dev/null || fail "failed: $* -> $(cat "$work/err")"
    checks=$((checks + 1))
    [ ! -s "$work/err" ] || fail "complains: $* -> $(cat "$work/err")"
}

says() {
    grep -qF -- "$1" "$work/out" || fail "does not print '$1'"
    checks=$((checks + 1))
}

# --- help and names ---
works "$takht" --help
works "$takht" --version
commands=$("$takht" --help | sed -nE '/^commands:/,/^$/s/^  ([a-z-]+)( .*)?$/\1/p')
[ "$(wc -w <<<"$commands")" -ge 26 ] || fail "--help lists fewer commands than there are: $commands"
for command in $commands; do
    works "$takht" "$command" --help
    says "usage: takht $command"
    says "options:"
    says "examples:"
    works "$takht" help "$command"
done
for shell in bash zsh fish; do
    works "$takht" completion $shell
    says splendor
done
works "$takht" games
says "splendor: Splendor, 2 to 4 players"
says "seven-wonders-duel: 7 Wonders Duel, 2 players"
works "$takht" games splendor --lang fa
says اسپلندور
works "$takht" games --json
says '"name":"free_take"'
works "$takht" bots
says 'explore  a number from 0 to 100; otherwise what suits the game'
works "$takht" bots --json
says '"setting":"keep","kind":"yes-no","takes":"yes or no","default":"yes"'

# --- the manual names every command, without a warning ---
manual=$(dirname "$0")/../docs/takht.1
[ -z "$(man --warnings -E UTF-8 -l -Tutf8 -Z "$manual" 2>&1 >/dev/null)" ] || fail "the manual has warnings"
for command in $commands; do
    grep -q "^\.B takht $command\|^\.B $command" "$manual" || fail "the manual does not name $command"
done

# --- wrong words ---
refused 2 "is no command; there are serve, play" "$takht" dance
refused 2 "'splendor' is a game: takht play splendor sits you down" "$takht" splendor
refused 2 "name a game" "$takht" trace
refused 2 "'chess' is no game; there are" "$takht" trace chess
refused 2 "is for 2 to 4 players" "$takht" trace splendor --players 5
refused 2 "is for 2 to 4 players" "$takht" sim splendor --players two
refused 2 "--seed cannot be 'luck'" "$takht" trace splendor --seed luck
refused 2 "--seed cannot be '-1'" "$takht" trace splendor --seed -1
refused 2 "--games cannot be '0'" "$takht" trace splendor --games 0
refused 2 "--games cannot be '1e3'" "$takht" sim splendor --games 1e3
refused 2 "has no option 'luck'" "$takht" trace splendor --set luck=on
refused 2 "target cannot be '31'; give 5 to 30" "$takht" trace splendor --set target=31
refused 2 "start cannot be '2'; give random or a seat, 0 to 1" "$takht" trace splendor --set start=2
refused 2 "needs OPTION=VALUE" "$takht" trace splendor --set target
refused 2 "--speed is no option here" "$takht" trace splendor --speed 9
refused 2 "--games needs a value" "$takht" trace splendor --games
refused 2 "one argument too many" "$takht" trace splendor duel
refused 2 "'alpha' is no bot; there are random, greedy" "$takht" sim splendor --bots alpha,random
refused 2 "names 3 bots for 2 players" "$takht" sim splendor --players 2 --bots random,random,random
refused 2 "--threads cannot be '0'" "$takht" sim splendor --threads 0
refused 2 "--lang cannot be 'de'" "$takht" games --lang de
refused 2 "name a file" "$takht" replay
refused 2 "name a shell" "$takht" completion ksh

# --- words that are nearly right ---
refused 2 "takht: 'sin' is no command; did you mean 'sim'?" "$takht" sin
refused 2 "takht: 'rpelay' is no command; did you mean 'replay'?" "$takht" help rpelay
refused 2 "'splendr' is no game; did you mean 'splendor'?" "$takht" sim splendr
refused 2 "'seven' is no game; did you mean 'seven-wonders-duel'?" "$takht" sim seven
refused 2 "--speed is no option here; did you mean '--seed'?" "$takht" trace splendor --speed 9
refused 2 "--trust-prxy is no option here; did you mean '--trust-proxy'?" "$takht" serve --trust-prxy
refused 2 "-x is no option here; there are --players, --games" "$takht" sim splendor -x
refused 2 "--s could be several options" "$takht" sim splendor --s 3
refused 2 "--json takes no value" "$takht" sim splendor --json=yes
refused 2 "splendor has no option 'tagret'; did you mean 'target'?" "$takht" sim splendor --set tagret=15
refused 2 "'gredy' is no bot; did you mean 'greedy'?" "$takht" sim splendor --bots gredy
refused 2 "'sim' is no setting of a bot; there are sims" "$takht" sim splendor --bots mcts:sim=9
refused 2 "'cuonts' is no task of takht admin; did you mean 'counts'?" "$takht" admin cuonts
refused 2 "--lang cannot be 'farsi'; give en or fa" "$takht" games --lang farsi
refused 2 "--threads cannot be '257'; give a number from 1 to 256" "$takht" sim splendor --threads 257
refused 2 "--workers cannot be '65'; give a number from 1 to 64" "$takht" serve --workers 65
refused 2 "seven-wonders-duel is for 2 players" "$takht" sim seven-wonders-duel --players 3
refused 2 "'now' is one argument too many" "$takht" serve now

# --- the server's own words ---
refused 2 "--tls-cert and --tls-key go together" "$takht" serve --tls-cert x
refused 2 "cannot be 'none'" env TAKHT_WORKERS=none "$takht" serve
refused 2 "cannot be 'maybe'; give true or false" env TAKHT_TRUST_PROXY=maybe "$takht" serve
refused 2 "no-file" "$takht" serve --config "$work/no-file"
echo '{"wrokers": 2}' >"$work/config"
refused 2 "'wrokers' is no setting" "$takht" serve --config "$work/config"
echo '{"workers": "many"}' >"$work/config"
refused 2 "'workers' needs a number from 1 to 64" "$takht" serve --config="$work/config"
refused 1 "is no address to listen on" "$takht" serve --listen nowhere --data "$work/a.db"
refused 1 "listens on this machine alone" "$takht" serve --listen 0.0.0.0:0 --same-deals --data "$work/a.db"
refused 1 "listens on this machine alone" "$takht" serve --listen "unix:$work/a.sock" --same-deals --data "$work/a.db"
refused 1 "$work" "$takht" serve --listen 127.0.0.1:0 --data "$work"
refused 1 "unable to open" "$takht" admin counts --data "$work/nothing.db"
refused 1 "unable to open" "$takht" admin ban somebody --data "$work/nothing.db"
refused 2 "is no task of takht admin" "$takht" admin dance --data "$work/a.db"
refused 2 "usage: takht admin mute USER MINUTES" "$takht" admin mute somebody --data "$work/a.db"
refused 2 "is no number of minutes" "$takht" admin mute somebody long --data "$work/a.db"
refused 2 "that is too short" "$takht" admin announce "" --data "$work/a.db"
cp "$(dirname "$0")/fixtures/takht-0.1.db" "$work/old.db"
works "$takht" check "$work/old.db"
says "is whole"
refused 1 "no table has the id 'nowhere'" "$takht" admin table nowhere --data "$work/old.db"
refused 1 "no table has the id 'nowhere'" "$takht" admin close nowhere --data "$work/old.db"
works "$takht" admin rename somebody "Another Name" --data "$work/old.db"
works "$takht" admin counts --data "$work/old.db"
says "tables over  1"
works "$takht" backup --data "$work/old.db" "$work/copy.db"
refused 1 "is there already" "$takht" backup --data "$work/old.db" "$work/copy.db"
works "$takht" backup --data "$work/old.db" --force "$work/copy.db"
works "$takht" check "$work/copy.db"
# --force replaces a copy, never the data, what another server has open, or a device
cp "$work/copy.db" "$work/data.db"
ln -s data.db "$work/link.db"
mkfifo "$work/fifo"
for into in data.db link.db fifo; do
    refused 1 "and is not replaced" "$takht" backup --data "$work/data.db" --force "$work/$into"
done
: >"$work/data.db-wal"
refused 1 "belongs to the data itself" "$takht" backup --data "$work/data.db" --force "$work/data.db-wal"
rm "$work/data.db-wal"
: >"$work/other.db"
refused 1 "what a server has open" flock "$work/other.db.lock" "$takht" backup --data "$work/data.db" --force "$work/other.db"
cmp -s "$work/data.db" "$work/copy.db" && [ -p "$work/fifo" ] || fail "--force has replaced what it must not"
refused 1 "could not be saved" "$takht" play splendor --linear --save "$work/fifo" --force
[ -p "$work/fifo" ] || fail "what is no file is replaced by one"
dd if=/dev/zero of="$work/old.db" bs=4096 seek=5 count=3 conv=notrunc 2>/dev/null
"$takht" check "$work/old.db" >/dev/null 2>&1 && fail "a damaged file is called whole"
cp "$work/copy.db" "$work/newer.db"
printf '\143' | dd of="$work/newer.db" bs=1 seek=63 conv=notrunc 2>/dev/null # the last byte of user_version
refused 1 "written by a newer takht" "$takht" check "$work/newer.db"
refused 1 "unable to open" "$takht" check "$work/nothing.db"
refused 1 "no server answers" "$takht" load --listen 127.0.0.1:1
refused 2 "--bots needs two bots or more" "$takht" arena splendor --bots random
refused 2 "--sprt cannot be '20,0'" "$takht" arena splendor --bots random,greedy --sprt 20,0
works "$takht" arena splendor --bots greedy,random --games 20 --quiet --json --save "$work/match"
says '"elo_low"'
works "$takht" arena splendor --bots greedy,random --games 40 --quiet --json --save "$work/match"
says '"games":40'
refused 1 "holds another match" "$takht" arena splendor --bots random,greedy --games 20 --save "$work/match"

# --- the same result for any number of threads, for numbers and hex ---
"$takht" trace splendor --players 3 --games 40 --seed 7 >"$work/one"
"$takht" trace splendor --players 3 --games 40 --seed 0x7 --threads 3 | cmp - "$work/one" || fail "threads change the trace"
"$takht" sim splendor --quiet --games 500 --seed 9 --bots greedy,random --json >"$work/sim1"
"$takht" sim splendor --quiet --games 500 --seed 9 --bots greedy,random --json --threads 2 | cmp - "$work/sim1" || fail "threads change the statistics"
checks=$((checks + 2))
works "$takht" bench splendor --seconds 0.05 --bots=mcts:sims=50 --json
says '"simulations_per_s"'
works "$takht" selfplay splendor --players 2 --games 2 --bots mcts:sims=4,greedy --save "$work/positions" --json
says '"games":2'
[ "$(head -c 8 "$work/positions")" = TAKHTPOS ] || fail "selfplay wrote no positions"
refused 2 "name a file for the positions" "$takht" selfplay splendor
refused 1 "No such file" "$takht" selfplay splendor --save "$work/nowhere/positions"
refused 2 "'nobody' is no bot" "$takht" bot --bots nobody
refused 1 "No such file" "$takht" analyse "$work/nothing"
refused 1 "cannot listen on unix:$work: Address already in use" "$takht" serve --listen "unix:$work" --data "$work/listen.db"
refused 2 "$work/nothing: No such file" "$takht" serve --config "$work/nothing"
# with an output that is closed, what is meant for people is not written into the file that was opened in its place
"$takht" arena splendor --bots random,greedy --games 2 --csv "$work/whole.csv" >/dev/null
"$takht" arena splendor --bots random,greedy --games 2 --csv "$work/closed.csv" >&- 2>&- && fail "nobody read it, and all is well"
[ "$(wc -l <"$work/closed.csv")" = "$(wc -l <"$work/whole.csv")" ] || fail "the output stands in another file"
checks=$((checks + 1))
head -c 5000000 /dev/zero >"$work/large"
for command in replay verify analyse "play --load"; do
  # shellcheck disable=SC2086 # two words
  refused 1 "a record has at most 4 MB" "$takht" $command "$work/large"
done
"$takht" sim kingdomino --games 1 --bots random --quiet --records "$work/marked" >/dev/null
printf '\357\273\277' | cat - "$work"/marked/*.takht >"$work/marked.takht" # as some editors write
works "$takht" replay "$work/marked.takht"
says "kingdomino, 2 players"
works "$takht" bench splendor --seconds 0.05 --json
says '"state_bytes":'

# --- traces ---
"$takht" trace --from "$work/one" | cmp - "$work/one" || fail "a trace does not come back"
"$takht" trace --from - <"$work/one" | cmp - "$work/one" || fail "standard input is read differently"
refused 1 "No such file" "$takht" trace --from "$work/nothing"
: >"$work/empty"
refused 1 "there is no game in this file" "$takht" trace --from "$work/empty"
head -c 100000 /dev/urandom >"$work/junk"
refused 1 "$work/junk:" "$takht" trace --from "$work/junk"
head -c 104857600 /dev/zero | tr '\0' 'a' >"$work/huge"
refused 1 "longer than a megabyte" "$takht" trace --from "$work/huge"
refused 1 "a record has at most" "$takht" replay "$work/huge"
refused 1 "a record has at most" "$takht" play --load "$work/huge"
rm "$work/huge"

# broken GAME-LINE EDIT WORDS: one game with one line changed by sed; the message names game and ply
"$takht" trace splendor --games 3 --seed 3 >"$work/three"
first_ply=$(grep -n '"t":"deal"' "$work/three" | sed -n 2p | cut -d: -f1)
broken() {
    sed "$1" "$work/three" >"$work/broken"
    cmp -s "$work/three" "$work/broken" && fail "the edit '$1' changes nothing"
    "$takht" trace --from "$work/broken" >"$work/out" 2>"$work/err"
    local code=$?
    checks=$((checks + 1))
    [ $code = 1 ] || fail "exit $code after '$1'"
    grep -qE "$2" "$work/err" || fail "after '$1': $(cat "$work/err")"
    [ "$(wc -l <"$work/err")" = 1 ] || fail "not one line after '$1'"
    [ "$(grep -c '"t":"end"' "$work/out")" = "$(grep -c '"t":"deal"' "$work/out")" ] || fail "a game was written half"
}
broken "$((first_ply + 4))s/\"move\":\"[^\"]*\"/\"move\":\"take oo\"/" "game 2, ply 4: 'take oo' is refused: gold"
broken "$((first_ply + 4))s/\"move\":\"[^\"]*\"/\"move\":\"dance\"/" "game 2, ply 4: 'dance' is refused"
broken "$((first_ply + 4))d" "game 2, ply 4: the line of this ply is missing"
broken "$((first_ply + 4))s/\"seat\":[01]/\"seat\":3/" "game 2, ply 4: another seat"
broken "$((first_ply + 4))s/\"reserve deck1\",//" "game 2, ply 4: "
broken "$((first_ply + 4))s/\"reserve deck1\"/\"reserve deck1\",\"reserve deck9\"/" "game 2, ply 4: 'reserve deck9' stands in the legal list"
broken "${first_ply}s/s1-01/s1-02/" "game 2, ply 0: .*(twice|a card)"
broken "${first_ply}s/\"target\":\"15\"/\"target\":\"99\"/" "game 2, ply 0: an option"
broken "${first_ply}s/\"players\":2/\"players\":7/" "game 2, ply 0: .*number of players"
broken "${first_ply}s/splendor/chess/" "game 2, ply 0: 'chess' is no game"
broken "${first_ply}d" "game 1, ply [0-9]+: |a deal line is missing"
broken '$d' "game 3, ply [0-9]+: the end line is missing"
broken "$((first_ply - 1))s/\"scores\":\[[0-9]*/\"scores\":[99/" "game 1, ply [0-9]+: 'scores' of the end line"
broken "$((first_ply - 1))s/\"winners\":\[[^]]*/\"winners\":[0,1/" "game 1, ply [0-9]+: 'winners'"
broken "$((first_ply - 1))d" "game 1, ply [0-9]+: the end line is missing"
broken "$((first_ply + 4)),\$d" "game 2, ply 3: the game stops"
broken "$((first_ply + 4))s/^{/{{/" "game 2, ply 3: "
broken "$((first_ply + 4))s/\"t\":\"ply\"/\"t\":\"rest\"/" "'rest' is no kind of line"
broken "$((first_ply + 4))s/\"move\"/\"move\":\"take oo\",\"move\"/" "game 2, ply 3: 'move' stands twice"
broken "${first_ply}s/\"deal\":{/\"game\":\"kingdom-builder\",&/" "game 1, ply [0-9]+: 'game' stands twice"
broken "${first_ply}s/\"options\":{/&\"target\":\"21\",/" "game 2, ply 0: the key stands twice"
# the fourth and fifth card of a deck change places: still a deal, but no longer that of these lists
three='"s1-..","s1-..","s1-..",'
broken "${first_ply}s/\"deck1\":\[$three\"\(s1-..\)\",\"\(s1-..\)\"/&SWAP/;s/\"\(s1-..\)\",\"\(s1-..\)\"SWAP/\"\2\",\"\1\"/" "game 2, ply 1: 'reserve s1-..' stands"

# --- data of servers: what is misspelled, or no file, is neither made nor waited for ---
mkfifo "$work/pipe"
refused 1 "nothing.db: No such file" "$takht" migrate-store "$work/nothing.db" "$work/copied.db"
[ ! -e "$work/nothing.db" ] && [ ! -e "$work/copied.db" ] || fail "migrate-store makes what it cannot copy"
: >"$work/void.db"
refused 1 "there is nothing in the store to copy from" "$takht" migrate-store "$work/void.db" "$work/copied.db"
for command in "check $work/pipe" "admin counts --data $work/pipe" "backup $work/pipe.db --data $work/pipe" "admin announce hello --data $work/pipe"; do
    # shellcheck disable=SC2086
    refused 1 "pipe is no file" timeout 10 "$takht" $command
done

# --- records ---
printf 'take wug\nquit\n' | "$takht" play splendor --seed 7 --set start=0 --save "$work/game.takht" >"$work/out" 2>&1 || fail "play failed"
grep -q "takht play --load" "$work/out" || fail "play does not say how to go on"
works "$takht" replay "$work/game.takht"
says "The game goes on"
works "$takht" replay "$work/game.takht" --json
says '"view":{"game":"splendor"'
works "$takht" replay "$work/game.takht" --words --lang fa
says "برداشت"
says "۲ بازیکن، "
refused 2 "the game has seats 0 to 1" "$takht" replay "$work/game.takht" --json --seat 5
sed 's/\[Result .*/&\n[Ended "resigned"]\n[Resigned "2"]\n[Ranks "1 2"]/' "$work/game.takht" >"$work/resigned.takht"
works "$takht" replay "$work/resigned.takht"
says "It was given up"
says "(has given up)"
works "$takht" replay "$work/resigned.takht" --json
says '"ended":{"how":"resigned","resigned":[1],"ranks":[1,2]}'
works "$takht" analyse "$work/resigned.takht" --bots random --json
says '"ended":{"how":"resigned","resigned":[1],"ranks":[1,2]}'
works "$takht" analyse "$work/resigned.takht" --bots random
says "has given up"
refused 1 "this game was ended before its end" "$takht" play --linear --load "$work/resigned.takht"
works "$takht" sim splendor --games 1 --bots random --quiet --records "$work/ended"
# what people or a server wrote beside a game is not lost by looking at it, nor by playing on
{ printf '\357\273\277[Event "final"]\n'; cat "$work/ended/000001.takht"; echo '{well played}'; } >"$work/look.takht"
{ echo '[Commit "aa"]'; cat "$work/game.takht"; } >"$work/tags.takht"
{ cat "$work/game.takht"; echo '{why?}'; } >"$work/why.takht"
for file in look tags why; do cp "$work/$file.takht" "$work/$file.before"; done
works "$takht" play --linear --load "$work/look.takht"
for file in tags why; do
    refused 2 "it has comments or tags that would be lost" "$takht" play --linear --load "$work/$file.takht"
    echo quit | "$takht" play --linear --load "$work/$file.takht" --save "$work/$file.on" >/dev/null 2>&1 || fail "cannot go on elsewhere"
done
for file in look tags why; do cmp -s "$work/$file.takht" "$work/$file.before" || fail "$file.takht was changed"; done
echo quit | "$takht" play --linear --load "$work/why.takht" --force >/dev/null 2>&1 || fail "cannot be forced"
grep -q 'why?' "$work/why.takht" && fail "--force keeps the file"
sed -i 's/\[Result .*/&\n[Ended "time"]/' "$work/ended/"*.takht
refused 1 "it did not end early" "$takht" replay "$work/ended/000001.takht"
refused 1 "No such file" "$takht" replay "$work/nothing"
refused 1 "Is a directory" "$takht" replay "$work"
refused 1 "the tag [Game" "$takht" replay "$work/empty"
refused 1 "$work/junk:1:" "$takht" replay "$work/junk"
sed 's/take wug/take wwu/' "$work/game.takht" >"$work/bad.takht"
refused 1 "$work/bad.takht:9: ply 1: 'take wwu' is refused: take up to three different colours, or two of one (SP-4.1)" "$takht" replay "$work/bad.takht"
refused 1 "bad.takht:9:" "$takht" play --load "$work/bad.takht"
head -c 100 "$work/game.takht" >"$work/cut.takht"
refused 1 "cut.takht" "$takht" replay "$work/cut.takht"
sed 's/"splendor"/"go"/' "$work/game.takht" >"$work/other.takht"
refused 1 "the game is unknown" "$takht" replay "$work/other.takht"
sed 's/\[Result "\*"\]/[Result "15-0, winner 1"]/' "$work/game.takht" >"$work/result.takht"
refused 1 "the result is not the one" "$takht" replay "$work/result.takht"
refused 1 "the result is not the one" "$takht" analyse --bots random "$work/result.takht"
# A record of a stranger is told, and does not steer the terminal: its names, nor what is wrong with it.
steer=$(printf '\033[2J\007\342\200\256')
sed "s/^\\[Seat1 .*/[Seat1 \"A${steer}da\"]/" "$work/game.takht" >"$work/steer.takht"
grep -q '^\[Seat1' "$work/steer.takht" || sed -i "3i [Seat1 \"A${steer}da\"]" "$work/steer.takht"
sed "s/^1\\. /1. tak${steer}/" "$work/game.takht" >"$work/steered.takht"
for command in "replay $work/steer.takht" "analyse --bots random $work/steer.takht" "play --linear --load $work/steer.takht" "replay $work/steered.takht"; do
    # shellcheck disable=SC2086
    "$takht" $command >"$work/steer.out" 2>&1 </dev/null
    checks=$((checks + 1))
    LC_ALL=C grep -q "$(printf '\033\\|\007\\|\342\200\256')" "$work/steer.out" && fail "steers the terminal: $command"
    grep -qF '[2J' "$work/steer.out" || fail "does not tell it: $command"
done
# A game that counts gold says so.
printf 'quit\n' | "$takht" play kingdom-builder --linear >"$work/out" 2>&1
checks=$((checks + 1))
grep -q "^Gold: " "$work/out" || fail "Kingdom Builder does not count gold: $(head -1 "$work/out")"
refused 2 "--load says which game it is" "$takht" play splendor --load "$work/game.takht"
printf 'quit\n' | "$takht" play --load "$work/game.takht" >"$work/out" 2>&1 || fail "play --load failed"
printf 'take wug\n' | "$takht" play splendor --seed 7 --save /nowhere/x.takht >"$work/out" 2>&1
grep -q "could not be saved" "$work/out" || fail "a save that failed is not told"
# what exists is not replaced unless that is asked for
cp "$work/game.takht" "$work/kept.takht"
refused 2 "exists already" "$takht" play splendor --seed 8 --save "$work/kept.takht"
cmp -s "$work/game.takht" "$work/kept.takht" || fail "--save replaced a game"
refused 2 "it is no game" "$takht" play splendor --save "$work/junk"
printf 'quit\n' | "$takht" play splendor --seed 8 --save "$work/kept.takht" --force >"$work/out" 2>&1 || fail "--force does not replace"
# bots keep their settings and their numbers when a game goes on; no record starts a program
printf 'quit\n' | "$takht" play splendor --players 4 --seed 7 --set start=0 --bots me,mcts:sims=9,greedy,greedy --save "$work/many.takht" >"$work/out" 2>&1
grep -q 'Seat4 "greedy 2"' "$work/many.takht" || fail "bots of one name are not numbered"
printf 'take wug\nquit\n' | "$takht" play --load "$work/many.takht" >"$work/out" 2>&1 || fail "a game with numbered bots does not go on"
grep -q '^2\.' "$work/many.takht" || fail "the bots of a record did not play on"
sed 's/Seat4 "greedy 2"/Seat4 "exec:touch x"/' "$work/many.takht" >"$work/program.takht"
refused 1 "say with --bots" "$takht" play --load "$work/program.takht"
# a whole game from a pipe, also with junk in between
{ for _ in $(seq 400); do printf '1\n99999\nfoo\n\n'; done; } | "$takht" play splendor --seed 5 >"$work/out" 2>&1 || fail "a game from a pipe failed"
grep -qE "wins|share" "$work/out" || fail "a game from a pipe did not end"
"$takht" play splendor --seed 5 </dev/null >"$work/out" 2>&1 || fail "end of input is an error"

# --- output that cannot be written ---
for words in "--help" "help play" "trace splendor --games 200" "games" "sim splendor --quiet --games 10" "replay $work/game.takht"; do
    # shellcheck disable=SC2086
    "$takht" $words >/dev/full 2>"$work/err"
    code=$?
    checks=$((checks + 1))
    [ $code = 1 ] && grep -q "No space left" "$work/err" || fail "a full disk is not noticed by $words"
done
"$takht" trace splendor --games 2000 2>"$work/err" | head -n 1 >/dev/null
[ "${PIPESTATUS[0]}" = 1 ] || fail "a closed pipe is not noticed"
grep -q "its reader went away" "$work/err" || fail "a closed pipe is not told: $(cat "$work/err")"

echo "cli: $checks checks, $failures failures"
[ $failures = 0 ]
