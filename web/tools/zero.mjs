// SPDX-License-Identifier: MIT
// Draws the Persian zero (web/src/style/zero.ttf, zero-bold.ttf): node tools/zero.mjs. In Vazirmatn it is a small ring that can be
// taken for a sign; made larger by CSS its room grows with it, and ۶۰ reads as two figures. So it has a face of its own with this
// one figure: a ring as high as its neighbours are, in the room of a figure.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EM = 1000;
const WIDE = 560; // the room of a figure
const [ASCENT, DESCENT] = [1020, 400]; // as Vazirmatn has them, so that lines stay as high as they are
const RING = { x: WIDE / 2, y: 310, across: 220, up: 235 };

const bytes = (...numbers) => Buffer.concat(numbers.map(([size, n]) => {
  const out = Buffer.alloc(size);
  if (n < 0) out.writeIntBE(n, 0, size);
  else out.writeUIntBE(n, 0, size);
  return out;
})); // prettier-ignore
const u16 = (...all) => bytes(...all.map((n) => [2, n]));
const u32 = (...all) => bytes(...all.map((n) => [4, n]));

/* A closed line of eight points off the curve: TrueType puts those on it in between, which is as good as an ellipse. */
function ellipse({ x, y, across, up }, turn) {
  const k = 1 / Math.cos(Math.PI / 8);
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (turn * (2 * i + 1) * Math.PI) / 8;
    return [Math.round(x + across * k * Math.cos(angle)), Math.round(y + up * k * Math.sin(angle))];
  });
}

function glyph(stroke) {
  const points = [...ellipse(RING, -1), ...ellipse({ ...RING, across: RING.across - stroke, up: RING.up - stroke }, 1)];
  const steps = (axis) => points.map((point, i) => point[axis] - (points[i - 1]?.[axis] ?? 0));
  const [left, right] = [RING.x - RING.across, RING.x + RING.across];
  return Buffer.concat([u16(2, left, RING.y - RING.up, right, RING.y + RING.up, 7, 15, 0), Buffer.alloc(points.length), u16(...steps(0), ...steps(1))]);
}

const HEAD = () => Buffer.concat([u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5), u16(0x000b, EM), Buffer.alloc(16), u16(0, 0, WIDE, 800, 0, 8, 2, 1, 0)]);
const HHEA = () => Buffer.concat([u32(0x00010000), u16(ASCENT, -DESCENT, 0, WIDE, 0, 0, WIDE, 1, 0, 0, 0, 0, 0, 0, 0, 2)]);
const MAXP = () => Buffer.concat([u32(0x00010000), u16(2, 16, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]);
const OS2 = (weight) => Buffer.concat([u16(4, WIDE, weight, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0), Buffer.alloc(10), u32(0x2000, 0, 0, 0), Buffer.from('TKHT'), u16(0x40, 0x6f0, 0x6f0, ASCENT, -DESCENT, 0, ASCENT, DESCENT), u32(0, 0), u16(500, 700, 0, 0x20, 1)]);
const CMAP = () => Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 32, 0, 4, 4, 1, 0, 0x6f0, 0xffff, 0, 0x6f0, 0xffff, (1 - 0x6f0) & 0xffff, 1, 0, 0)]);
function NAME(weight) {
  const words = [[1, 'Takht Zero'], [2, weight > 500 ? 'Bold' : 'Regular'], [4, 'Takht Zero'], [6, 'TakhtZero']]; // prettier-ignore
  const texts = words.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const rows = words.map(([id], i) => u16(3, 1, 0x409, id, texts[i].length, texts.slice(0, i).reduce((sum, text) => sum + text.length, 0)));
  return Buffer.concat([u16(0, rows.length, 6 + 12 * rows.length), ...rows, ...texts]);
}
const POST = () => Buffer.concat([u32(0x00030000, 0), u16(-75, 50), u32(0, 0, 0, 0, 0)]);

const padded = (table) => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
function sum(table) {
  const all = padded(table);
  let out = 0;
  for (let i = 0; i < all.length; i += 4) out = (out + all.readUInt32BE(i)) >>> 0;
  return out;
}

function font(weight, stroke) {
  const ring = padded(glyph(stroke));
  const tables = { 'OS/2': OS2(weight), cmap: CMAP(), glyf: ring, head: HEAD(), hhea: HHEA(), hmtx: u16(WIDE, 0, WIDE, RING.x - RING.across), loca: u32(0, 0, ring.length), maxp: MAXP(), name: NAME(weight), post: POST() };
  const names = Object.keys(tables);
  let at = 12 + 16 * names.length;
  const rows = names.map((name) => {
    const row = Buffer.concat([Buffer.from(name), u32(sum(tables[name]), at, tables[name].length)]);
    at += padded(tables[name]).length;
    return row;
  });
  const whole = Buffer.concat([u32(0x00010000), u16(names.length, 128, 3, names.length * 16 - 128), ...rows, ...names.map((name) => padded(tables[name]))]);
  whole.writeUInt32BE((0xb1b0afba - sum(whole)) >>> 0, whole.indexOf(tables.head) + 8);
  return whole;
}

const at = (name) => fileURLToPath(new URL(`../src/style/${name}`, import.meta.url));
writeFileSync(at('zero.ttf'), font(400, 78));
writeFileSync(at('zero-bold.ttf'), font(700, 118));
