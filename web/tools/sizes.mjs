// What the page weighs, compressed, as it travels: what the first load brings, and what each game's folder adds
// when one of its tables is opened. Read from Vite's manifest; printed by the build, limited by a test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

export const LIMITS = { first: 300, board: 60 }; // kB

const cache = new Map();
function weight(file) {
  if (!cache.has(file)) {
    const plain = readFileSync(join(dist, file));
    cache.set(file, Math.min(plain.length, brotliCompressSync(plain).length));
  }
  return cache.get(file);
}

/* All files that come along with a chunk: what it imports, its styles, the pictures it names. Fonts apart. */
function filesOf(manifest, name, seen = new Set(), out = new Set()) {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(name)) return out;
  seen.add(name);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) if (!file.endsWith('.woff2')) out.add(file);
  for (const other of chunk.imports ?? []) filesOf(manifest, other, seen, out);
  return out;
}

const sum = (files) => [...files].reduce((all, file) => all + weight(file), 0);

/* { first, folders: { splendor: { board, rules, guide } } } in bytes. */
export function sizes() {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error('web/dist is not built');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const first = filesOf(manifest, 'index.html');
  first.add('index.html');
  const folders = {};
  for (const [name, chunk] of Object.entries(manifest)) {
    const [, folder, file = ''] = /^\.\.\/games\/(\w+)\/web\/(.+)$/.exec(name) ?? [];
    if (folder === undefined || !chunk.isDynamicEntry) continue;
    const kind = file.startsWith('rules') ? 'rules' : file.startsWith('guide') ? 'guide' : 'board';
    folders[folder] ??= {};
    const files = (folders[folder][kind] ??= new Set());
    for (const one of filesOf(manifest, name)) if (!first.has(one)) files.add(one);
  }
  for (const kinds of Object.values(folders)) {
    // The rules show the board's own pieces: what the board brought is not counted again.
    for (const kind of ['rules', 'guide']) if (kinds[kind]) kinds[kind] = sum([...kinds[kind]].filter((file) => !kinds.board?.has(file)));
    kinds.board = sum(kinds.board ?? []);
  }
  return { first: sum(first), folders };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const { first, folders } = sizes();
  console.log(`page: first load ${kb(first)} of ${LIMITS.first} kB, fonts apart`);
  for (const [name, kinds] of Object.entries(folders))
    console.log(`page: ${name} ${kb(kinds.board)} of ${LIMITS.board} kB${kinds.rules ? `, rules ${kb(kinds.rules)}` : ''}${kinds.guide ? `, guide ${kb(kinds.guide)}` : ''}`);
}
