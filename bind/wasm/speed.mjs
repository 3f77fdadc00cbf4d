// SPDX-License-Identifier: MIT
// How fast rules and bots are as WebAssembly, beside the native program: speed.mjs BUILD [GAME…]. Printed, never asserted. The same
// thoughts on both sides about the first decision of a game: games that are played on to their end by the rules, and a search,
// with the game's net where it has one. The two take turns, so that a busy moment of the machine meets both, and each counts as it
// was at its best; a round is long enough that neither clock nor caches matter.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { open } from "../npm/table.js";

const [build = "build", ...only] = process.argv.slice(2);
const takht = await open(await WebAssembly.compile(readFileSync(join(build, "wasm/takht.wasm"))));
for (const game of readdirSync("games")) {
    const folder = join("games", game, "nets");
    let nets = [];
    try {
        nets = readdirSync(folder).filter((name) => name.endsWith(".net"));
    } catch {}
    for (const name of nets) takht.giveNet(name.replace(/\.net$/, ""), readFileSync(join(folder, name)));
}
const ROUNDS = 7;
const LEAST = 300; // ms that a round takes natively
const WORK = { rules: [100, "+net=no+playout=1000"], search: [2000, ""] }; // simulations to begin with, and settings
/* Processor time, in ms: others may be at work on this machine. */
const now = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000;

/* Both sides of a table: each is asked for the thought of a bot and tells how long it took. */
function sides(game, players) {
    const table = takht.start(game, { players, seed: 7 });
    const child = spawn(join(build, "tests/bind_speed"), [game, String(players)], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
        wasm(bot) {
            const begun = now();
            table.think(bot, 1);
            return now() - begun;
        },
        async native(bot) {
            child.stdin.write(`${bot}\n`);
            return Number((await lines.next()).value);
        },
        close() {
            child.stdin.end();
            table.free();
        },
    };
}

/* The best round of each. The first ones, in which the work grows until it is long enough, also let the engine of node compile. */
async function measure({ wasm, native }, [simulations, settings]) {
    const bot = (sims) => `mcts:sims=${sims}${settings}`;
    for (let took = 0; took < LEAST; ) {
        took = await native(bot(simulations));
        wasm(bot(simulations));
        if (took < LEAST) simulations = Math.ceil(simulations * Math.min(10, (1.2 * LEAST) / took));
    }
    let [here, there] = [Infinity, Infinity];
    for (let i = 0; i < ROUNDS; i++) {
        there = Math.min(there, await native(bot(simulations)));
        here = Math.min(here, wasm(bot(simulations)));
    }
    return [here, there];
}

for (const { game, players_min } of takht.games) {
    if (only.length > 0 && !only.includes(game)) continue;
    const both = sides(game, players_min);
    for (const [what, work] of Object.entries(WORK)) {
        const [here, there] = await measure(both, work);
        console.log(`${game}, ${players_min} players, ${what}: ${here.toFixed(0)} ms as WebAssembly, ${there.toFixed(0)} ms natively (${((100 * there) / here).toFixed(0)} %)`);
    }
    both.close();
}
