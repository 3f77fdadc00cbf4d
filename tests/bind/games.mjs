// SPDX-License-Identifier: MIT
// The games of games.c, played by takht.wasm: node games.mjs FOLDER-OF-THE-PACKAGE
import { pathToFileURL } from "node:url";
const { load } = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);
const takht = await load();
const bots = ["greedy", "mcts:sims=24+net=no", "random"];
for (const { game, players_min, players_max } of takht.games) {
    for (const players of [players_min, players_max]) {
        const table = takht.start(game, { players, seed: 77 });
        while (!table.over) table.play(table.think(bots[table.length % 3], table.length).move);
        console.log(table.record());
        console.log(JSON.stringify(table.view()));
        const middle = Math.floor(table.length / 2);
        console.log(JSON.stringify(table.lines(0, 0)));
        console.log(JSON.stringify(table.result()));
        console.log(JSON.stringify(table.viewAt(middle, 1)));
        console.log(Number(table.revealed(middle)));
        table.back(table.length - middle);
        console.log(JSON.stringify(table.moves()));
        console.log(JSON.stringify(table.preview("nonsense")));
        for (let seat = 0; seat < players; seat++) console.log(Number(table.secret(seat)));
        table.free();
    }
}
