#!/bin/bash
# SPDX-License-Identifier: MIT
# An arena to trust: how bots fail, what a match proves, and that it can be repeated, interrupted and taken up again.
#
#     arena.sh TAKHT SOURCES
set -u
takht=$(realpath "$1") sources=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
checks=0
game=splendor
python=$(command -v /usr/bin/python3 || command -v python3) || { echo "arena: python3 is not there"; exit 1; }

fail() {
    echo "arena: $1"
    failures=$((failures + 1))
}

# exits CODE COMMAND…: what it prints goes to out and err
exits() {
    local code=$1
    shift
    "$@" >out 2>err </dev/null
    local got=$?
    checks=$((checks + 1))
    [ "$got" = "$code" ] || fail "exit $got instead of $code: $* -> $(head -3 err)"
}

says() { # FILE WORDS
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" || fail "$1 does not say '$2' but: $(head -3 "$1")"
}

value() { # KEY: of the JSON in out
    "$python" -c 'import json,sys
d = json.load(open("out"))
for k in sys.argv[1].split("."): d = d[int(k)] if k.isdigit() else d[k]
print(json.dumps(d))' "$1"
}

is() { # KEY VALUE
    checks=$((checks + 1))
    local got
    got=$(value "$1")
    [ "$got" = "$2" ] || fail "$1 is $got instead of $2"
}

holds() { # WORDS CONDITION: of d, the JSON in out
    checks=$((checks + 1))
    "$python" -c 'import json,sys
d = json.load(open("out"))
sys.exit(0 if eval(sys.argv[1]) else 1)' "$2" || fail "$1: $2"
}

arena() { "$takht" arena $game --quiet --games 4 "$@"; }

# --- bots that fail: the match stops, with a sentence and exit 3 ---
cat >bot.sh <<'X2'
# A bot of a few lines; $1 is what it does wrong, $2 at which of its decisions.
n=0 legal=
while read -r word rest; do
    case $word in
    takht) [ "$1" = version2 ] && echo version 2; [ "$1" = stranger ] && echo plays chess; echo ready ;;
    new | move | result | budget | options) echo "$word $rest" >>heard ;;
    legal) legal=${rest%%;*} ;;
    go)
        n=$((n + 1))
        [ "$rest" != "" ] && echo "go $rest" >>heard
        if [ "$n" = "$2" ]; then
            case $1 in
            dies) exit 4 ;;
            killed) kill -9 $$ ;;
            illegal) echo best fly away ;;
            complains) echo error I do not want to ;;
            silent) sleep 30 ;;
            stubborn) trap '' TERM; echo $$ >stubborn; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 3; done ;;
            babbles) head -c 40000 /dev/zero | tr '\0' x; echo ;;
            esac
        fi
        echo "best $legal"
        ;;
    quit) exit 0 ;;
    esac
done
X2
fails() { # KIND SENTENCE [PATIENCE]
    local patience=${3:-30}
    exits 3 arena --bots "exec:sh bot.sh $1 3,greedy" --patience "$patience" --json
    says err "$2"
    [ "$(grep -c '^takht' err)" = 1 ] || fail "not one line about $1: $(cat err)"
    holds "a failure of $1 is counted" 'd["bots"][0]["failures"] == 1 and d["bots"][1]["failures"] == 0'
    exits 3 "$takht" sim $game --quiet --games 2 --bots "exec:sh bot.sh $1 3,greedy" --patience "$patience"
    says err "$2"
    exits 3 arena --games 2 --bots "exec:sh bot.sh $1 3,greedy" --patience "$patience" --json --forfeit
    is games 2
    holds "forfeits of $1 are lost and counted apart" 'd["bots"][0]["failures"] == 2 and d["bots"][1]["wins"] == 2'
}
fails dies 'it has ended with exit code 4 (seat 1, after '
fails killed 'it has ended with signal 9'
fails illegal 'this is no legal move: fly away'
fails complains 'it says: I do not want to'
fails silent 'it has run out of time' 1
fails babbles 'a line is longer than'
# what it has started ends with it, also what does not listen
exits 3 "$takht" sim $game --quiet --games 1 --bots "exec:sh bot.sh stubborn 1; true,greedy" --patience 1
says err 'it has run out of time'
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 "$(cat stubborn)" 2>/dev/null || break
    sleep 0.1 # the system has yet to take it away
done
kill -0 "$(cat stubborn)" 2>/dev/null && fail "a program lives on"
exits 3 "$takht" sim $game --quiet --games 3 --bots "exec:sh bot.sh dies 2,greedy" --forfeit --json
holds "sim counts forfeits apart" 'd["games"] == 3 == d["seats"][0]["failures"] == d["seats"][1]["wins"]'
exits 3 arena --bots "exec:./nothing,greedy"
says err "exec:./nothing: it cannot be started"
exits 3 arena --bots "exec:true,greedy"
says err "it has ended with exit code 0"
exits 3 arena --bots "exec:cat,greedy" --patience 0.3
says err "it has run out of time"
exits 3 arena --bots "exec:sh bot.sh stranger,greedy"
says err "it does not play $game; it plays chess"
exits 3 "$takht" sim $game --bots "exec:sh bot.sh stranger,greedy"
exits 3 "$takht" tune $game --quiet --games 3 --bots "exec:sh bot.sh dies 2"
says err "it has ended with exit code 4"
exits 3 "$takht" tune $game --quiet --chances --games 3 --bots "exec:sh bot.sh illegal 2"
exits 2 "$takht" tune $game --quiet --climb --games 3 --bots "exec:sh bot.sh fine 0"
exits 3 "$takht" dataset $game --games 2 --bots "exec:sh bot.sh dies 3" --save positions.npz
says err "exec:sh bot.sh dies 3: it has ended with exit code 4"
[ ! -e positions.npz ] || fail "half a dataset was written"
exits 3 "$takht" play $game --plain --bots "exec:sh bot.sh illegal 2,greedy" --save stopped.takht
says err "this is no legal move: fly away; the game stops here"
exits 0 "$takht" replay stopped.takht
says out "moves: The game goes on"
exits 3 "$takht" analyse stopped.takht --bots "exec:sh bot.sh dies 1"
exits 3 arena --bots "exec:sh bot.sh silent 1,greedy" --budget ms=20
says err "it has run out of time"
# whoever was started works in this folder; what was told to end may take a moment
nobody_works_here() {
    local process
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd" 2>/dev/null)" = "$work" ] || continue
        case ${process#/proc/} in
        "$$" | "$BASHPID") ;;
        *) tr '\0' ' ' <"$process/cmdline" 2>/dev/null; return 1 ;;
        esac
    done
}
for _ in $(seq 100); do
    left=$(nobody_works_here) && break
    sleep 0.1
done
[ -z "$left" ] || fail "a program was left behind: $left"

# --- what programs are told: version 2, and version 1 as before ---
rm -f heard
exits 0 arena --bots "exec:sh bot.sh version2,random" --games 2 --json --budget sims=9
is bots.0.settings.protocol 2
is bots.0.settings.sims 9
is reproducible false
says heard "new $game players 2 seat 0"
says heard "new $game players 2 seat 1"
says heard 'options {"target":"15"'
says heard "budget sims 9"
says heard "go sims 9"
says heard 'result {"scores":['
grep -q "^move 0 " heard && grep -q "^move 1 " heard || fail "the moves of both are not told"
rm -f heard
exits 0 arena --bots "exec:sh bot.sh plain,random" --games 2 --json
is bots.0.settings.protocol 1
[ ! -e heard ] || fail "version 1 is told words of version 2"
# a program of version 1 that refuses others, as takht 0.1 did
cat >old.sh <<'X3'
while read -r word rest; do
    case $word in
    takht) [ "$rest" = 1 ] && echo ready || echo error this program speaks version 1 of the protocol ;;
    legal) legal=${rest%%;*} ;;
    seed) case $rest in *[!0-9]*) echo error no number ;; esac ;;
    go) echo "best $legal" ;;
    esac
done
X3
exits 0 arena --bots "exec:sh old.sh,random" --games 2
exits 0 arena --bots "exec:$takht bot --bots master,exec:$takht bot --bots novice" --games 2 --budget sims=5 --json
is reproducible true

# --- examples: bots that search by the forward model ---
for bot in "$python $sources/examples/bot_search.py" "node $sources/examples/bot_search.mjs" "$python $sources/examples/bot.py"; do
    if ! command -v "${bot%% *}" >/dev/null; then
        echo "arena: ${bot%% *} is not there, its example is not tried"
        continue
    fi
    exits 0 "$takht" arena seven-wonders-duel --quiet --bots "exec:$bot,random" --games 2 --budget sims=12 --json
    cp out first
    exits 0 "$takht" arena seven-wonders-duel --quiet --bots "exec:$bot,random" --games 2 --budget sims=12 --json --threads 2
    case $bot in *search*)
        is reproducible true
        checks=$((checks + 1))
        diff <(sed 's/"seconds_per_move":[^,]*,//g' first) <(sed 's/"seconds_per_move":[^,]*,//g' out) || fail "$bot does not repeat itself"
        ;;
    esac
done

# --- intervals ---
exits 0 arena --bots greedy,random --games 10 --json
is bots.0.wins 10
holds "10 to 0 is a lower bound" '50 < d["bots"][0]["elo_low"] < d["bots"][0]["elo"] < d["bots"][0]["elo_high"] and d["bots"][0]["bound"] == "at least"'
holds "0 to 10 is an upper bound" 'd["bots"][1]["elo_low"] < d["bots"][1]["elo"] < d["bots"][1]["elo_high"] < -50'
exits 0 arena --bots greedy,random --games 10
says out "(at least +"
exits 0 arena --players 4 --bots novice,random,random,random --games 8 --json
holds "one against three" 'all(b["elo_low"] < b["elo"] < b["elo_high"] for b in d["bots"]) and sum(b["wins"] for b in d["bots"]) <= 8'
holds "equal rows sum up" 'sum(b["win_share"] for b in d["bots"]) - 1 < 1e-4'

# --- the same seed gives the same games, for any number of threads, at once and in parts ---
same() { # ONE OTHER: but for the time it took
    checks=$((checks + 1))
    diff <(sed 's/"seconds_per_move":[^,]*,//g' "$1") <(sed 's/"seconds_per_move":[^,]*,//g' "$2") >difference || fail "$1 and $2 differ: $(head -4 difference)"
}
match="--bots mcts:sims=20,novice --seed 77 --json"
# shellcheck disable=SC2086
{
    exits 0 arena $match --games 12 --resume whole --csv whole.csv --records whole.d
    mv out whole.json
    exits 0 arena $match --games 12 --threads 2 --records threads.d
    same whole.json out
    diff -r whole.d threads.d >/dev/null || fail "threads change the records"
    is reproducible true
    exits 0 arena $match --games 4 --resume part
    printf '2 3 0 4' >>part # a line that was cut off
    exits 0 arena $match --games 12 --resume part --csv part.csv
    same whole.json out
    checks=$((checks + 1))
    diff <(cut -d, -f1-9 whole.csv) <(cut -d, -f1-9 part.csv) >/dev/null || fail "a csv of a match that went on"
    exits 1 arena $match --games 12 --resume whole --seed 78
    says err "whole holds another match (another 'seed'); name another file"
    exits 1 arena --bots greedy,novice --seed 77 --resume whole
    says err "another 'bots'"
    exits 1 arena $match --resume whole --set target=18
    says err "another 'options'"
    exits 1 arena $match --resume whole.csv
    says err "it is no file of takht arena"
}
holds_csv() {
    "$python" - <<'X4'
import csv, json
rows = list(csv.DictReader(open("whole.csv")))
match = json.load(open("whole.json"))
assert len(rows) == 12, len(rows)
for i, name in enumerate(["mcts:sims=20", "novice"]):
    seats = [(r, s) for r in rows for s in "12" if r["bot" + s] == name]
    assert len(seats) == 12
    assert sum(float(r["won" + s]) == 1 for r, s in seats) == match["bots"][i]["wins"]
    assert abs(sum(int(r["score" + s]) for r, s in seats) / 12 - match["bots"][i]["score_mean"]) < 1e-3
assert len({r["seed"] for r in rows}) == 6
X4
}
holds_csv || fail "the csv is not what the match was"
[ "$(ls whole.d | wc -l)" = 12 ] || fail "there are not 12 records"
for record in whole.d/*.takht; do
    "$takht" replay "$record" >replayed || fail "$record does not replay"
    grep -q "The game goes on" replayed && fail "$record has no end"
done
# bots of one name, and one whose name is longer than a record's room
exits 0 arena --players 3 --bots "exec:sh bot.sh fine 0 $(printf 'x%.0s' {1..80}),random,random" --games 3 --records long.d
"$takht" replay long.d/000001.takht >/dev/null || fail "a record with a long name is not read"
grep -q '"random 2"' long.d/000001.takht || fail "bots of one name are not numbered in records"
for threads in 1 2; do
    exits 0 "$takht" sim $game --quiet --bots mcts:sims=5,novice --games 70 --seed 3 --threads $threads --records sim$threads.d
done
diff -r sim1.d sim2.d >/dev/null || fail "threads change the records of sim"
[ "$(ls sim1.d | wc -l)" = 70 ] && "$takht" replay sim1.d/000070.takht >/dev/null || fail "sim does not keep its games"
exits 1 "$takht" sim $game --quiet --games 2 --records whole.csv
says err "whole.csv: "
exits 0 "$takht" arena $game --quiet --bots mcts:ms=1,random --games 2 --json
is reproducible false
exits 0 "$takht" arena $game --quiet --bots mcts:ms=1,random --games 2
says out "not reproducible: mcts:ms=1: it thinks by the clock"
exits 0 "$takht" sim $game --quiet --bots greedy,random --games 2 --budget ms=1 --json
is reproducible false
exits 0 arena --bots master,random --games 2 --json --budget sims=3
is bots.0.settings.sims 3
is bots.0.settings.ms 0
# a person's game: the same seed seats bots with the same dice
printf 'quit\n' | "$takht" play $game --plain --seed 9 --bots greedy,me >one 2>&1
printf 'quit\n' | "$takht" play $game --plain --seed 9 --bots greedy,me >two 2>&1
cmp -s one two || fail "play --seed does not repeat its bots"
for run in one two; do
    "$takht" play $game --plain --seed 9 --bots novice,random --save "$run.takht" >/dev/null 2>&1
done
cmp -s one.takht two.takht || fail "play --seed does not repeat its bots' game"
"$takht" play $game --plain --seed 10 --bots novice,random --save three.takht >/dev/null 2>&1
cmp -s one.takht three.takht && fail "another seed gives the same game"

# --- many bots ---
exits 0 arena --players 2 --bots greedy,random,novice,greedy:points=yes --games 4 --json --threads 2
is meeting '"round robin"'
is games_asked 24
is games 24
holds "six pairs" 'len(d["pairs"]) == 6 and all(p["games"] == 4 for p in d["pairs"])'
holds "a round robin sums up" 'sum(b["wins"] for b in d["bots"]) + sum(p["ties"] for p in d["pairs"]) == 24 == sum(p["a_wins"] + p["b_wins"] + p["ties"] for p in d["pairs"])'
holds "everybody has met everybody" 'all(b["games"] == 12 for b in d["bots"])'
holds "ratings have a mean of 0 and a width" 'abs(sum(b["elo"] for b in d["bots"])) < 0.3 and all(b["elo_low"] < b["elo"] < b["elo_high"] for b in d["bots"])'
exits 0 arena --gauntlet --bots greedy,random,novice --games 4 --json
holds "a gauntlet" '[(p["a"], p["b"]) for p in d["pairs"]] == [(0, 1), (0, 2)] and d["bots"][0]["games"] == 8'
exits 0 arena --round-robin --bots greedy,random,novice --games 4
says out "won by the row, in %"
exits 0 "$takht" arena seven-wonders-duel --quiet --bots greedy,random,random --games 2 --json
is meeting '"round robin"'
exits 2 arena --bots greedy,random,novice --gauntlet --sprt 0,10
exits 2 arena --bots greedy
says err "two bots or more"
exits 2 arena --bots greedy,random --budget fast
says err "sims=N or ms=N"

# --- Ctrl-C: says so, prints what it has, 130 ---
listens() { # JOB: it is takht, no longer the shell that starts it, and has said what Ctrl-C shall do
    local caught
    [ "$(readlink "/proc/$1/exe")" = "$takht" ] || return
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ -n "$caught" ] && [ $((0x$caught & 2)) -ne 0 ]
}
interrupt() { # COMMAND…: presses Ctrl-C once something was played
    "$@" >out 2>err </dev/null &
    local job=$!
    for _ in $(seq 6000); do # however long that takes on a busy machine
        kill -0 $job 2>/dev/null || break
        [ -s kept ] && [ "$(wc -l <kept)" -ge 4 ] && listens $job && break
        sleep 0.1
    done
    kill -INT $job
    wait $job
    local got=$?
    checks=$((checks + 1))
    [ $got = 130 ] || fail "exit $got after Ctrl-C: $* -> $(cat err)"
    says err stopping
}
set -m # jobs in the background hear of Ctrl-C
interrupt "$takht" arena $game --bots mcts:sims=60,greedy --games 1000000 --resume kept --json
is interrupted true
is games_asked 1000000
holds "what was played is told" '2 <= d["games"] < 1000000 and d["bots"][0]["elo_low"] < d["bots"][0]["elo_high"]'
: >kept
for _ in 1 2 3 4; do echo line >>kept; done
interrupt "$takht" sim $game --bots mcts:sims=60,greedy --games 1000000 --json
is interrupted true
interrupt "$takht" tune $game --bots mcts:sims=60 --games 1000000 --save weights
[ ! -e weights ] || fail "half a tuning was written"
interrupt "$takht" arena $game --bots "exec:sh bot.sh silent 1,greedy" --games 4
set +m

# --- everything there is to tell ---
exits 0 arena --bots mcts:sims=5+explore=2,greedy --json
for key in version seed options reproducible interrupted games games_asked machine.cpu machine.cores bots.0.settings.explore bots.0.seconds_per_move bots.1.failures; do
    value $key >/dev/null || fail "the JSON has no $key"
done
is bots.0.settings.explore 2
is bots.0.settings.sims 5
is seed '"0100000000000000000000000000000000000000000000000000000000000000"'

# --- progress from the first second on, also in a log ---
set -m
"$takht" arena kingdom-builder --bots mcts:sims=100000,greedy --games 2 >out 2>err </dev/null &
job=$!
first_told='0 of 2 games, [0-9]* s' # the first second, or whenever a busy machine comes to it
for _ in $(seq 6000); do
    kill -0 $job 2>/dev/null || break
    grep -q "$first_told" err && listens $job && break
    sleep 0.1
done
kill -INT $job 2>/dev/null
wait $job
set +m
checks=$((checks + 1))
grep -q "$first_told" err || fail "does not say from the beginning how far it is: $(head -3 err)"

# --- the forward model ---
talk() { printf '%s\n' "$@" | "$takht" model --seed 5 >out; }
talk 'takht 2' legal 'new splendor 2' actor end scores winners 'apply dance' 'apply take wug' legal 'undo 2' undo undo 'playout 20' 'seat 7' 'new chess' fly quit
[ "$(wc -l <out)" = 17 ] || fail "the model answers every line with one: $(cat out)"
for words in "ok model 1" "error there is no position; say load or new first" "ok no" "ok 0 0" "error the game is not over" \
    "error this is not a move of the game" "ok take wug; take wur;" "error 1 move can be taken back" "error a seat is a number from 0 to 1" \
    "error this game is not known" "error this word is not known: fly"; do
    says out "$words"
done
head -c 3000000 /dev/zero | tr '\0' x | "$takht" model >out
says out "error a line has at most a million bytes"
head -c 300000 /dev/urandom | "$takht" model >out || fail "the model does not survive rubbish"
checks=$((checks + 1))
"$python" "$sources/tests/model.py" "$takht" || fail "the model, its samples and the schemas of views"

echo "arena: $checks checks, $failures failures"
[ $failures = 0 ]
