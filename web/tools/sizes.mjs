// SPDX-License-Identifier: MIT
// What the page weighs, compressed, as it travels: what the first load brings, and what each game's folder adds
// when one of its tables is opened. Printed by the build, limited by a test. Fonts are not counted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

export const LIMITS = { first: 300_000, board: 60_000 };

const weights = new Map();
function weight(file) {
  if (!weights.has(file)) {
    const plain = readFileSync(join(dist, file));
    weights.set(file, Math.min(plain.length, brotliCompressSync(plain).length));
  }
  return weights.get(file);
}
const sum = (files) => files.reduce((all, file) => all + weight(file), 0);

/* { first, folders: { splendor: { board, rules, guide } } } in bytes. */
export function sizes() {
  const { first, folders } = JSON.parse(readFileSync(join(dist, '.weigh.json'), 'utf8'));
  const weighed = Object.entries(folders).map(([name, { board = [], rules = [], guide = [] }]) => {
    // The rules show the board's own pieces: what the board brought is not counted again.
    const beside = (files) => sum(files.filter((file) => !board.includes(file)));
    return [name, { board: sum(board), rules: beside(rules), guide: beside(guide) }];
  });
  return { first: sum(first), folders: Object.fromEntries(weighed) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const { first, folders } = sizes();
  console.log(`page: first load ${kb(first)} of ${LIMITS.first / 1000} kB, fonts apart`);
  for (const [name, { board, rules, guide }] of Object.entries(folders))
    console.log(`page: ${name} ${kb(board)} of ${LIMITS.board / 1000} kB, rules ${kb(rules)}, guide ${kb(guide)}`);
}
