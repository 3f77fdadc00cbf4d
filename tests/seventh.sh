#!/bin/bash
# SPDX-License-Identifier: MIT
# A game is one folder: docs/example-game is put among the games of a scratch tree, built, tested and played there, and not
# one file beside it has changed.
#
#     seventh.sh [JOBS [PARTS]]     PARTS: rules, page, browser; without a word the first two
#     seventh.sh JOBS refresh       makes what tools make of docs/example-game anew, its fingerprint too
#
# The scratch tree is build/seventh; what was built there is kept for the next time.
set -euo pipefail
cd "$(dirname "$0")/.."
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
root=$PWD jobs=${1:-2}
shift $(($# < 1 ? $# : 1))
parts=" ${*:-rules page} "
example=docs/example-game
name=$(basename "$example"/*_internal.h _internal.h)
id=$(awk 'NR == 1 {print $1}' "$example/laws.txt")
tree=$root/build/seventh
log=$root/build/seventh.log

quietly() { # COMMAND…: what it says is shown only if it fails
    "$@" >"$log" 2>&1 || { tail -n 80 "$log"; echo "FAILED: $*"; exit 1; }
}

# Everything that git knows or would take, with its times, so that what was built before is still good.
plant() {
    mkdir -p "$tree"
    find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$tree"
    # What the engine for browsers is made of is there already, but for the new folder.
    [ -d "$tree/build/wasm" ] || { mkdir -p "$tree/build" && cp -Rp build/wasm "$tree/build/wasm"; } 2>/dev/null || true
    cd "$tree"
    git init -q
    printf 'node_modules\n' >>.git/info/exclude
    git add -A
    mkdir "games/$name"
    cp -Rp "$root/$example/." "games/$name"
}

built() {
    quietly cmake --preset release
    quietly cmake --build build -j "$jobs" --target "$@"
}

rules() {
    built takht tools/all scripts properties unit_bots unit_fields
    quietly ctest --test-dir build --output-on-failure -j "$jobs" -R "^((scripts|clauses|laws)\.($name|$id)|generated|fingerprints|arrows|unit\.(bots|fields))\$"
    [ "$(grep -c Passed "$log")" -ge 8 ] || { cat "$log"; echo "FAILED: tests are missing"; exit 1; }
}

# It is known to the command, and every command can do with it what it does with the others.
command_knows_it() {
    local takht=build/takht work=build/played
    rm -rf "$work" && mkdir -p "$work"
    "$takht" games "$id" --lang fa >"$work/games"
    "$takht" sim "$id" --games 200 --bots greedy,random >"$work/sim"
    "$takht" arena "$id" --bots greedy,random --games 20 --quiet >"$work/arena"
    "$takht" bench "$id" --seconds 0.05 >"$work/bench"
    "$takht" trace "$id" --games 20 --seed 7 >"$work/trace"
    "$takht" trace --from "$work/trace" | cmp - "$work/trace"
    printf '1\n%.0s' {1..40} | "$takht" play "$id" --bots me,greedy --seed 7 --save "$work/game.takht" >"$work/play"
    "$takht" replay "$work/game.takht" >"$work/replay"
    RUNGS="random greedy novice casual" quietly tools/ladder.sh "$takht" 1 "$jobs" 2 "$id"
    grep -q '^| casual | greedy' "$log"
}

# Tests that take another game as their example do not mind.
nobody_minds() {
    quietly tests/cli.sh build/takht
    quietly tests/command.sh "$tree/build/takht"
    quietly tests/freestanding.sh build
}

# Types of one game are checked with those of all; the other folders were linted where they are.
page() {
    quietly bind/wasm/build.sh build
    quietly npm --prefix web run --silent check
    quietly web/node_modules/.bin/eslint --max-warnings 0 --config web/eslint.config.js "games/$name/web"
    quietly npm --prefix web run --silent unit
}

browser() {
    quietly tools/page.sh
    built takht
    quietly npm --prefix web run --silent browser -- "games/$name/"
    quietly npm --prefix web run --silent browser -- tests/browser/every -t "$id"
}

# After a change of the example, or of the tools.
refresh() {
    built tables words
    tools/generate.sh build/tools
    built tools/all # with the new tables
    tools/types.sh build/tools
    build/tools/fingerprint "$id" >"games/$name/fingerprint.txt"
    cp -R "games/$name/." "$root/$example"
}

alone() {
    local others
    others=$({ git diff --name-status; git ls-files --others --exclude-standard; } | grep -v "^games/$name/" || true)
    [ -z "$others" ] || { printf 'FAILED: changed outside of games/%s:\n%s\n' "$name" "$others"; exit 1; }
    diff -r "$root/$example" "games/$name"
}

plant
if [[ $parts == *" refresh "* ]]; then
    refresh
    exit
fi
if [[ $parts == *" rules "* ]]; then
    rules
    command_knows_it
    nobody_minds
fi
if [[ $parts == *" page "* || $parts == *" browser "* ]] && [ -d "$root/web/node_modules" ]; then
    ln -sfn "$root/web/node_modules" web/node_modules
    [[ $parts != *" page "* ]] || page
    [[ $parts != *" browser "* ]] || browser
fi
alone
echo "games/$name: built, tested and played without a change beside it (${parts# })"
