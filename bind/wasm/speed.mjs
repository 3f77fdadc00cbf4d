// SPDX-License-Identifier: MIT
// How fast rules and bots are as WebAssembly, beside the native program: speed.mjs BUILD. Printed, never asserted. The same
// thoughts on both sides about the first decision of a game: games that are played on to their end by the rules, and a search,
// with the game's net where it has one.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../npm/table.js";

const build = process.argv[2] ?? "build";
const takht = await open(await WebAssembly.compile(readFileSync(join(build, "wasm/takht.wasm"))));
for (const game of readdirSync("games")) {
    const folder = join("games", game, "nets");
    let nets = [];
    try {
        nets = readdirSync(folder).filter((name) => name.endsWith(".net"));
    } catch {}
    for (const name of nets) takht.giveNet(name.replace(/\.net$/, ""), readFileSync(join(folder, name)));
}
const ROUNDS = 5;
const WORK = { rules: "100+net=no+playout=1000", search: "10000" }; // simulations, and settings
/* Processor time, in ms: others may be at work on this machine. */
const now = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000;
const best = (times) => Math.min(...times);

function wasm(game, players, work) {
    const table = takht.start(game, { players, seed: 7 });
    const times = Array.from({ length: ROUNDS }, () => {
        const begun = now();
        table.think(`mcts:sims=${work}`, 1);
        return now() - begun;
    });
    table.free();
    return best(times);
}
const native = (game, players, work) => best(execFileSync(join(build, "tests/bind_speed"), [game, String(players), work, String(ROUNDS)], { encoding: "utf8" }).trim().split("\n").map(Number));

for (const { game, players_min } of takht.games)
    for (const [what, work] of Object.entries(WORK)) {
        const [here, there] = [wasm(game, players_min, work), native(game, players_min, work)];
        console.log(`${game}, ${players_min} players, ${what}: ${here.toFixed(0)} ms as WebAssembly, ${there.toFixed(0)} ms natively (${((100 * there) / here).toFixed(0)} %)`);
    }
