// SPDX-License-Identifier: MIT
// Writes the digits of the page's font as outlines for pictures that the server draws (server/digits.c): node tools/digits.mjs. A
// browser that prints a page keeps the outlines of a variable font in it, which is where they are read. The result is kept in the
// tree, since a build has no browser.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const font = `data:font/woff2;base64,${readFileSync(at('../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-latin-wght-normal.woff2')).toString('base64')}`;
const page = (digit) => `<!doctype html><style>@font-face { font-family: V; src: url(${font}); font-weight: 100 900; } body { font: 800 100px V; }</style>${digit}`;
const EM = 2048; // units of the font
const KINDS = { m: 'M', l: 'L', c: 'C', h: 'Z' };

/* The stream of the file that draws a glyph: it begins with width and box ("d1"), and moves somewhere ("m"). */
function outline(pdf) {
  const file = pdf.toString('latin1');
  const streams = [...file.matchAll(/\/Length (\d+)>> stream\n/g)].map((found) => {
    const begin = found.index + found[0].length;
    const bytes = Buffer.from(file.slice(begin, begin + Number(found[1])), 'latin1');
    const packed = file.slice(0, begin).lastIndexOf('/FlateDecode') > file.slice(0, begin).lastIndexOf(' obj');
    return (packed ? inflateSync(bytes) : bytes).toString('latin1');
  });
  return streams.find((text) => / d1\n/.test(text) && / m\n/.test(text));
}

function path(stream) {
  const number = (text) => String(Math.round((1000 * Number(text)) / EM));
  return stream.trim().split('\n').slice(1).flatMap((line) => {
    const words = line.trim().split(' ');
    const kind = KINDS[words.pop()];
    return kind === undefined ? [] : [kind + words.map(number).join(' ')];
  }).join('').replaceAll(' -', '-');
}

const executablePath = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const sheet = await browser.newPage();
const rows = [];
for (let digit = 0; digit < 10; digit++) {
  await sheet.setContent(page(digit));
  await sheet.evaluate(() => document.fonts.ready);
  const drawn = path(outline(await sheet.pdf()));
  rows.push(`    ${drawn.match(/.{1,90}/g).map((part) => `"${part}"`).join('\n    ')},`);
}
await browser.close();
writeFileSync(at('../../server/digits.c'), `/* SPDX-License-Identifier: MIT AND OFL-1.1 */
/* The digits of Vazirmatn (The Vazirmatn Project Authors, OFL-1.1) as outlines; written by web/tools/digits.mjs. */
#include "digits.h"

/* clang-format off */
const char *const digit_paths[10] = {
${rows.join('\n')}
};
/* clang-format on */
`);
