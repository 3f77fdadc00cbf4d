// SPDX-License-Identifier: MIT
// Draws what stands beside the result on the picture of a shared table (web/public/share/panel): node tools/panels.mjs. The server
// draws the result itself (server/picture.c) and copies the panel of the game beside it, so a panel is a PNG of few colours, as
// server/png.c reads it. They are kept in the tree, since a build has no browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [WIDTH, HEIGHT, COLOURS] = [460, 630, 80];
/* The picture of each game, and how far its middle is moved to the right, in its own units. */
const PICTURES = {
  splendor: ['splendor/web/picture.svg', 0],
  'seven-wonders-duel': ['duel/web/picture.svg', 0],
  'kingdom-builder': ['kingdom/web/picture.svg', 0],
  kingdomino: ['domino/web/kingdomino.svg', 0],
  queendomino: ['domino/web/queendomino.svg', 8],
  'royal-wedding': ['domino/web/wedding.svg', 0],
};
const image = (path) => `data:image/svg+xml;base64,${readFileSync(at(path)).toString('base64')}`;
const font = `data:font/woff2;base64,${readFileSync(at('../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2')).toString('base64')}`;
const latin = `data:font/woff2;base64,${readFileSync(at('../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-latin-wght-normal.woff2')).toString('base64')}`;

const page = (picture, moved) => `<!doctype html><style>
  @font-face { font-family: V; src: url(${font}); font-weight: 100 900; unicode-range: U+0600-06FF; }
  @font-face { font-family: V; src: url(${latin}); font-weight: 100 900; unicode-range: U+0000-00FF; }
  body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; position: relative; overflow: hidden; background: #24408e; }
  .p { position: absolute; height: ${HEIGHT}px; width: ${(HEIGHT * 16) / 9}px; left: ${(WIDTH - (HEIGHT * 16) / 9) / 2 + (moved * HEIGHT) / 180}px; }
  .name { position: absolute; left: 0; right: 0; bottom: 26px; width: fit-content; margin: auto; display: flex; align-items: center; gap: 14px; padding: 7px 24px 7px 12px; border-radius: 60px; background: #fffdf7; color: #24408e; font: 700 34px V, sans-serif; }
  .name img { width: 54px; height: 54px; }
</style>${picture ? `<img class="p" src="${image(`../../games/${picture}`)}">` : ''}<div class="name"><img src="${image('../public/favicon.svg')}">Takht · تخت</div>`;

/* --- few colours --- */

const channel = (colour, k) => (colour >> (8 * (2 - k))) & 255;
const spread = (box, k) => box.reduce(([low, high], { colour }) => [Math.min(low, channel(colour, k)), Math.max(high, channel(colour, k))], [255, 0]);

/* The box that differs most in one channel, by how many pixels it has, is halved there until there are enough. */
function split(boxes) {
  const worth = (box, k) => { const [low, high] = spread(box, k); return (high - low) * Math.sqrt(box.reduce((sum, { n }) => sum + n, 0)); };
  const best = boxes.flatMap((box, i) => [0, 1, 2].map((k) => ({ i, k, worth: worth(box, k) }))).reduce((a, b) => (b.worth > a.worth ? b : a));
  const box = boxes[best.i].toSorted((a, b) => channel(a.colour, best.k) - channel(b.colour, best.k));
  const half = box.reduce((sum, { n }) => sum + n, 0) / 2;
  let cut = 0;
  for (let sum = 0; cut < box.length - 2 && (sum += box[cut].n) < half; ) cut++;
  boxes.splice(best.i, 1, box.slice(0, cut + 1), box.slice(cut + 1));
}

const distance = (a, b) => [0, 1, 2].reduce((sum, k) => sum + (channel(a, k) - channel(b, k)) ** 2, 0);
const nearest = (colour, palette) => palette.reduce((best, one, i) => (distance(colour, one) < distance(colour, palette[best]) ? i : best), 0);
const mean = (box) => [0, 1, 2].reduce((sum, k) => (sum << 8) | Math.round(box.reduce((s, { colour, n }) => s + n * channel(colour, k), 0) / box.reduce((s, { n }) => s + n, 0)), 0);

function reduce(pixels) {
  const count = new Map();
  for (const colour of pixels) count.set(colour, (count.get(colour) ?? 0) + 1);
  const all = [...count].map(([colour, n]) => ({ colour, n }));
  const boxes = [all];
  while (boxes.length < Math.min(COLOURS, all.length)) split(boxes);
  const palette = [...new Set(boxes.filter((box) => box.length > 0).map(mean))];
  const index = new Map(all.map(({ colour }) => [colour, nearest(colour, palette)]));
  return { palette, indices: Uint8Array.from(pixels, (colour) => index.get(colour)) };
}

/* --- PNG --- */

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function png({ palette, indices }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) rows.set(indices.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  const colours = Buffer.from(palette.flatMap((colour) => [0, 1, 2].map((k) => channel(colour, k))));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

const executablePath = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const sheet = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
mkdirSync(at('../public/share/panel'), { recursive: true });
for (const [name, [picture, moved]] of Object.entries(PICTURES)) {
  await sheet.setContent(page(picture, moved));
  await sheet.evaluate(() => document.fonts.ready);
  const taken = `data:image/png;base64,${(await sheet.screenshot()).toString('base64')}`;
  const pixels = await sheet.evaluate(async (png) => {
    const drawn = new Image();
    drawn.src = png;
    await drawn.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: drawn.width, height: drawn.height }).getContext('2d');
    canvas.drawImage(drawn, 0, 0);
    const { data } = canvas.getImageData(0, 0, drawn.width, drawn.height);
    return Array.from({ length: data.length / 4 }, (_, i) => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2]);
  }, taken);
  const bytes = png(reduce(pixels));
  writeFileSync(at(`../public/share/panel/${name}.png`), bytes);
  console.log(`web/public/share/panel/${name}.png: ${bytes.length} bytes`);
}
await browser.close();
