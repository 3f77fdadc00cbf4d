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
assert.equal(table.length, 0);

table.free();
table.free();
for (const what of ["players", "actor", "over", "length"]) assert.throws(() => table[what], /given back/, what);
for (const what of ["legal", "view", "record", "dump", "secret", "revealed"]) assert.throws(() => table[what](0), /given back/, what);
