#!/bin/bash
# SPDX-License-Identifier: MIT
# takht.wasm plays the same games as the native build, move for move, and the package works in an empty folder. wasm.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bind/wasm/build.sh "$build"
bind/npm/pack.sh "$build"
"$build/tests/bind_games" >"$work/native"
node tests/bind/misuse.mjs "$build/npm"
node tests/bind/games.mjs "$build/npm" >"$work/wasm"
cmp "$work/native" "$work/wasm"
# What somebody loads, as it travels, with brotli: the rules for a game; for every game against bots the engine and all nets, which are packed.
cat >"$work/size.mjs" <<'END'
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
const [rules, engine, ...packs] = process.argv.slice(2).map((path) => readFileSync(path));
const alone = brotliCompressSync(rules).length;
const sizes = [brotliCompressSync(engine).length, packs.reduce((sum, pack) => sum + pack.length, 0)];
console.log(`wasm: rules are ${alone} bytes, bots with all nets ${sizes.join(" + ")}`);
process.exit(packs.length > 0 && alone <= 150_000 && sizes[0] + sizes[1] <= 1_500_000 ? 0 : 1);
END
node "$work/size.mjs" "$build"/wasm/{rules,takht}.wasm "$build"/bots/*.pack
# As a stranger would: install the tarball, run what its README shows.
cd "$work"
npm init -y >/dev/null
npm install --silent --offline --no-audit --no-fund "$build"/takht-*.tgz
awk '/^```js/ {on = 1; next} /^```/ {on = 0} on' node_modules/takht/README.md >play.mjs
node play.mjs | grep -q 'winners'
grep -q "^==== wasi-libc ====$" node_modules/takht/THIRD-PARTY
# Its types, as a program for node alone has them and as a page has them.
cat >typed.mts <<'END'
import { load, type Line, type Report, type Takht } from "takht";
const takht: Takht = await load();
await takht.addNet("splendor");
const table = takht.start("splendor", { players: 2, seed: 7, options: { target: "5" } });
const best: Line | undefined = table.think("mcts:sims=8", 1).best[0];
const report: Report = table.play(best?.move ?? "").report({ simulations: 8 });
console.log(report.account.length, table.preview("pass"), takht.read(table.record()).actor);
END
for lib in es2022 es2022,dom; do
    "$root/web/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext --lib "$lib" \
        --types node --typeRoots "$root/web/node_modules/@types" typed.mts
done
# Every net of the package is found by the game that it is for; a game without one says so.
cat >nets.mjs <<'END'
import { load } from "takht";
const takht = await load();
for (const { game, players } of await takht.nets()) {
    await takht.addNet(game);
    console.log(game, players, takht.start(game, { players, seed: 5 }).think("mcts:sims=16", 1).move);
}
await takht.addNet("kingdom-builder").catch((why) => console.log(why.message));
END
node nets.mjs >nets
cat nets
[ "$(grep -c '^there is no net for kingdom-builder; there are duel, ' nets)" = 1 ]
[ "$(wc -l <nets)" = $(($(find node_modules/takht/nets -name '*.net' | wc -l) + 1)) ]
# The report of a page and that of the command are the same, to the last digit: of every game, with its net where it has one.
cat >report.mjs <<'END'
import { execFileSync } from "node:child_process";
import { deepStrictEqual } from "node:assert";
import { writeFileSync } from "node:fs";
import { load } from "takht";
const takht = await load();
for (const { game } of await takht.nets()) await takht.addNet(game);
for (const { game, players_min } of takht.games) {
    const table = takht.start(game, { players: players_min, seed: 5 });
    while (!table.over) table.play(table.think("greedy", table.length).move);
    writeFileSync("game.takht", table.record());
    const here = table.report({ simulations: 8, seed: 1 });
    const there = JSON.parse(execFileSync(process.argv[2], ["analyse", "game.takht", "--bots", "mcts:sims=8", "--seed", "1", "--json"], { maxBuffer: 1 << 26 }));
    for (const part of ["start", "account", "seats", "turning_points", "plies"]) deepStrictEqual(there[part], here[part], `${game}: ${part}`);
    console.log(`wasm: the report of ${game} is that of the command, ${here.plies.length} decisions`);
}
END
node report.mjs "$build/takht"
echo "wasm: $(grep -c '^\[Game' "$work/native") games as the native build plays them; the package plays by itself"
