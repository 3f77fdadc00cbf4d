// SPDX-License-Identifier: MIT
// Makes the page a part of the program: every file of dist/ compressed ahead of time, and a table of them
// for the assembler and the C compiler. Run after `vite build`; server/CMakeLists.txt takes it from there.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const out = join(dist, '.packed');

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.net': 'application/octet-stream',
  '.pack': 'application/octet-stream',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
};

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('.')) return []; // our own notes: .packed, .vite
    return statSync(path).isDirectory() ? files(path) : [path];
  });

/* Packing a net well takes seconds, and it is the same the next time: what was packed is kept in build/. */
const store = fileURLToPath(new URL('../../build/packed', import.meta.url));
const LARGE = 100_000;
function once(plain, ending, pack) {
  if (plain.length < LARGE) return pack();
  const path = join(store, createHash('sha256').update(plain).digest('hex').slice(0, 32) + ending);
  if (!existsSync(path)) {
    mkdirSync(store, { recursive: true });
    writeFileSync(`${path}.new`, pack());
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path);
}

/* A copy that saves less than a twentieth is not worth its place. */
function variants(path) {
  const plain = readFileSync(path);
  const smaller = (data) => (data.length < 0.95 * plain.length ? data : undefined);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  return { plain, gzip: smaller(once(plain, '.gz', () => gzipSync(plain, { level: 9 }))), br: smaller(once(plain, '.br', () => brotliCompressSync(plain, quality))) };
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const assembler = ['/* Made by web/tools/pack.mjs. */', '.section .rodata', '.balign 16'];
const declarations = [];
const rows = [];

files(dist)
  .sort((a, b) => (relative(dist, a) < relative(dist, b) ? -1 : 1))
  .forEach((path, i) => {
    const name = `/${relative(dist, path)}`;
    const type = TYPES[extname(path)];
    if (type === undefined) throw new Error(`${name}: no type is known for such files`);
    const made = variants(path);
    const cells = Object.entries(made).map(([kind, data]) => {
      if (data === undefined) return '{NULL, 0}';
      const label = `page_${i}_${kind}`;
      writeFileSync(join(out, label), data);
      assembler.push(`.global ${label}`, `${label}: .incbin "${label}"`);
      declarations.push(`extern const char ${label}[];`);
      return `{${label}, ${data.length}}`;
    });
    const hash = createHash('sha256').update(made.plain).digest('hex').slice(0, 16);
    // A name with a hash in it never means anything else.
    const forever = name.startsWith('/assets/');
    rows.push(`    {"${name}", "${type}", "${hash}", ${forever}, {${cells.join(', ')}}},`);
  });

assembler.push('.section .note.GNU-stack,"",%progbits', '');
writeFileSync(join(out, 'page.S'), assembler.join('\n'));
writeFileSync(
  join(out, 'page.inc'),
  `/* Made by web/tools/pack.mjs: the files of the page, by name. */\n${declarations.join('\n')}\n\nstatic const struct asset assets[] = {\n${rows.join('\n')}\n};\n`,
);
