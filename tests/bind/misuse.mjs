// SPDX-License-Identifier: MIT
// Whatever one does wrong with the package is an error that says what: node misuse.mjs FOLDER-OF-THE-PACKAGE
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
const { load } = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);
const takht = await load();
const table = takht.start("splendor", { players: 2, seed: 3 });

assert.throws(() => table.secret(99), /no such seat/); // "no" would show it to everybody
assert.throws(() => table.revealed(9), /not made/);
assert.equal(table.secret(0), false);
assert.equal(table.revealed(0), false);
assert.throws(() => table.play(`${table.legal()[0]}\0and more`), /zero byte/);
assert.throws(() => takht.start("splendor\0x"), /zero byte/);
assert.throws(() => table.play(undefined), /not a move/);
assert.throws(() => table.view("text"), /no such seat/);
assert.throws(() => takht.read("x".repeat(3_000_000)), /line 1/);
// The module would take a number for a place in its memory, and what is no number for seat 0.
for (const odd of [7, 4e9, null, {}, ["take wug"], true]) {
    assert.throws(() => table.play(odd), /not a move, which is a text/);
    assert.throws(() => table.preview(odd), /not a move/);
    assert.throws(() => table.think(odd), /not a bot/);
    assert.throws(() => table.speak(odd), /not a language/);
    assert.throws(() => table.name(0, odd), /not a name/);
    assert.throws(() => takht.read(odd), /not a record/);
    assert.throws(() => takht.start(odd), /not a game/);
    assert.throws(() => takht.load(odd, {}), /not a game/);
    assert.throws(() => takht.giveNet("odd", odd), /not a net/);
}
for (const odd of ["1", 1.5, NaN, null, {}, [], 2 ** 32, -(2 ** 40), Infinity]) {
    for (const what of ["view", "said", "secret"]) assert.throws(() => table[what](odd), /no such seat/, what);
    assert.throws(() => table.viewAt(0, odd), /no such seat/);
    assert.throws(() => table.back(odd), /no such number of decisions/);
    assert.throws(() => takht.start("splendor", { players: odd }), /no such number of players/);
    assert.throws(() => table.report({ simulations: odd }), /no such number of simulations/);
}
assert.equal(table.length, 0);

table.free();
table.free();
for (const what of ["players", "actor", "over", "length"]) assert.throws(() => table[what], /given back/, what);
for (const what of ["legal", "view", "record", "dump", "secret", "revealed"]) assert.throws(() => table[what](0), /given back/, what);
