// SPDX-License-Identifier: MIT
// A text as a QR code (ISO/IEC 18004): bytes, correction level M, versions 1 to 10. That is enough for a link of 213 bytes.

const ECC = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // words for correction in a block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const VERSIONS = 10;

/* --- the field of 256 elements in which the correction is computed --- */

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  [EXP[i], EXP[i + 255], LOG[x]] = [x, x, i];
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0));

/* What is left of the words, as a polynomial, after division by the one with so many roots. */
function correction(words: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let i = 0; i < length; i++) divisor = [...divisor, 0].map((c, k) => c ^ times(divisor[k - 1] ?? 0, EXP[i] ?? 0));
  const rest = [...words, ...Array<number>(length).fill(0)];
  for (let i = 0; i < words.length; i++) {
    const factor = rest[i] ?? 0;
    divisor.forEach((c, k) => (rest[i + k] = (rest[i + k] ?? 0) ^ times(c, factor)));
  }
  return rest.slice(words.length);
}

/* --- from text to words --- */

const sizeOf = (version: number) => 4 * version + 17;

/* All words of a version: what its modules hold beside the patterns. */
function room(version: number): number {
  const marks = (ALIGNED[version - 1] ?? []).length;
  const aligned = marks === 0 ? 0 : 25 * (marks ** 2 - 3) - 10 * (marks - 2);
  const fixed = 3 * 64 + 2 * (sizeOf(version) - 16) + 31 + aligned + (version >= 7 ? 36 : 0);
  return Math.floor((sizeOf(version) ** 2 - fixed) / 8);
}
const dataRoom = (version: number) => room(version) - (ECC[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); // bytes follow
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const most = 8 * dataRoom(version);
  put(0, Math.min(4, most - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: most / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
}

/* The blocks with their corrections, word by word in turn; the last blocks may be one longer. */
function interleaved(data: readonly number[], version: number): number[] {
  const [count, length] = [BLOCKS[version - 1] ?? 1, ECC[version - 1] ?? 0];
  const short = Math.floor(data.length / count);
  const shorts = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * short + Math.max(0, i - shorts), (i + 1) * short + Math.max(0, i + 1 - shorts)));
  const ends = blocks.map((block) => correction(block, length));
  const inTurn = (lists: readonly (readonly number[])[]) => Array.from({ length: short + 1 + length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [...inTurn(blocks), ...inTurn(ends)];
}

/* --- from words to modules --- */

type Grid = { dark: boolean[][]; fixed: boolean[][] };

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function set({ dark, fixed }: Grid, x: number, y: number, on: boolean): void {
  const [row, marks] = [dark[y], fixed[y]];
  if (row?.[x] === undefined || marks === undefined) return;
  [row[x], marks[x]] = [on, true];
}

/* Squares in squares: dark, light, dark from the outside, around a middle. */
function square(grid: Grid, cx: number, cy: number, radius: number, light: readonly number[]): void {
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++) set(grid, cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
}

/* Bits with their own check bits: 15 for mask and level, 18 for the version. */
function checked(value: number, bits: number, divisor: number): number {
  let rest = value << bits;
  for (let top = 31 - Math.clz32(divisor), at = 31 - Math.clz32(rest || 1); rest !== 0 && at >= top; at = 31 - Math.clz32(rest || 1)) rest ^= divisor << (at - top);
  return (value << bits) | rest;
}

function setFormat(grid: Grid, size: number, mask: number): void {
  const bits = checked(mask, 10, 0x537) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const on = ((bits >> i) & 1) === 1;
    set(grid, 8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, on);
    set(grid, i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, on);
  }
  set(grid, 8, size - 8, true);
}

function setPatterns(grid: Grid, size: number, version: number): void {
  for (let i = 0; i < size; i++) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(grid, x, y, 4, [2, 4]);
  const at = ALIGNED[version - 1] ?? [];
  const corner = (a: number, b: number) => (a === 6 && (b === 6 || b === size - 7)) || (b === 6 && a === size - 7);
  for (const x of at) for (const y of at) if (!corner(x, y)) square(grid, x, y, 2, [1]);
  setFormat(grid, size, 0);
  if (version < 7) return;
  const bits = checked(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const [a, b, on] = [Math.floor(i / 3), size - 11 + (i % 3), ((bits >> i) & 1) === 1];
    set(grid, a, b, on);
    set(grid, b, a, on);
  }
}

/* Up and down in columns of two, from the right, over everything that is not fixed. */
function setWords({ dark, fixed }: Grid, size: number, words: readonly number[]): void {
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) // the column of the dots is left out
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - i : i;
        if (fixed[y]?.[x]) continue;
        const row = dark[y];
        if (row) row[x] = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
}

function masked({ dark, fixed }: Grid, size: number, mask: number): boolean[][] {
  const flips = MASKS[mask];
  const grid = { dark: dark.map((row, y) => row.map((on, x) => (fixed[y]?.[x] ? on : on !== (flips?.(x, y) ?? false)))), fixed: fixed.map((row) => [...row]) };
  setFormat(grid, size, mask);
  return grid.dark;
}

/* How hard a code is to read: long runs, squares, what looks like a corner, too much of one colour. */
function penalty(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  let sum = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0+|1+/g) ?? []) if (run.length >= 5) sum += run.length - 2;
    for (const corner of ['10111010000', '00001011101']) for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const on = dark[y]?.[x];
      if (on === dark[y]?.[x - 1] && on === dark[y - 1]?.[x] && on === dark[y - 1]?.[x - 1]) sum += 3;
    }
  const share = dark.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(20 * share - 10));
}

/* Rows of dark and light modules, without the margin; undefined if the text is too long. A mask may be asked for. */
export function qr(text: string, mask?: number): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = Array.from({ length: VERSIONS }, (_, i) => i + 1).find((one) => bytes.length + (one < 10 ? 2 : 3) <= dataRoom(one));
  if (version === undefined) return undefined;
  const size = sizeOf(version);
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const grid = { dark: empty(), fixed: empty() };
  setPatterns(grid, size, version);
  setWords(grid, size, interleaved(dataWords(bytes, version), version));
  if (mask !== undefined) return masked(grid, size, mask);
  const all = MASKS.map((_, one) => masked(grid, size, one)).map((dark) => ({ dark, worth: penalty(dark) }));
  return all.reduce((best, one) => (one.worth < best.worth ? one : best)).dark;
}

/* The dark modules as a path, one unit each, with a margin of four around them. */
export const qrPath = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : []))).join('');
