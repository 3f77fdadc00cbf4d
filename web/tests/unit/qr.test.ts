// SPDX-License-Identifier: MIT
// QR codes, compared with those of another encoder.
import { expect, test } from 'vitest';
import { qr, qrPath } from '$web/qr';

const LINK = `
#######.#######.##.#.####.#######
#.....#.####.#..#.#.#..#..#.....#
#.###.#...#.#..###.#...##.#.###.#
#.###.#.###...###..##.....#.###.#
#.###.#...#..##..#..###.#.#.###.#
#.....#..##..#.....##.#...#.....#
#######.#.#.#.#.#.#.#.#.#.#######
........#..##.#..#..#..#.........
#.##.###...##....#.######.#..#.##
..#.#...##..#.#....#.#.#####.##.#
..#..##....##.#.##..##.##..###.##
######..###.#####.#...#...##.#.##
#.########..#.....##.#..##.###...
...##...#....#..#.#..#..#..#..##.
..###.##.#.###.##....#..##.#.#...
#.##.....#..##..#.####.#.#.#.##..
.#.##.#.##..####...#.#.##.#.#.#..
..#....###.##..#.##..#.#..#.##..#
.##..#####.#.#####....#.##..#.#..
.##.#..#......###...##..#####...#
#.#.###...#..#.#..###..##....###.
#####....#.#..##..#..#.#####..#.#
....#.#....##.#.##.....##..##..##
.##..#...#.#.#..#..#....#..###.##
#.#..##.#....#.#.##.#..######..##
........##.#..##.#.##..##...##.#.
#######.#.##..#.#..#..###.#.#....
#.....#.#####..##..#.##.#...#.##.
#.###.#...#...#..#..#..######.#..
#.###.#.##...#...#####..##.....##
#.###.#.##..###..#.#..#.####.##..
#.....#..####.######....#...##..#
#######.#.#.#.##.##.###......##..`;

const drawn = (rows: readonly (readonly boolean[])[] | undefined) => `\n${(rows ?? []).map((row) => row.map((on) => (on ? '#' : '.')).join('')).join('\n')}`;
const textOf = (n: number) => Array.from({ length: n }, (_, i) => String.fromCharCode(33 + ((i * 37 + n) % 90))).join('');

/* Fowler, Noll and Vo's hash of the modules. */
const hash = (rows: readonly (readonly boolean[])[]) => rows.flat().reduce((sum, on) => Math.imul(sum ^ Number(on), 0x01000193) >>> 0, 0x811c9dc5);

test('a link is the code that another encoder makes of it', () => {
  expect(drawn(qr('http://192.168.1.20:8080/t/k3x9p2mqa7#key=7hq2', 3))).toBe(LINK);
});

test.each([
  [14, 21, 2, 3095834081],
  [62, 33, 2, 3051285322],
  [106, 41, 3, 3271065963],
  [150, 49, 3, 490912769],
  [213, 57, 7, 62343421],
])('so are %d bytes, in %d rows', (n, size, mask, sum) => {
  const rows = qr(textOf(n), mask) ?? [];
  expect(rows.length).toBe(size);
  expect(hash(rows)).toBe(sum);
});

test('without a wish it takes the mask that is easiest to read, one of the eight', () => {
  const masks = Array.from({ length: 8 }, (_, mask) => drawn(qr('takht', mask)));
  expect(masks).toContain(drawn(qr('takht')));
});

test('what is too long has none, and the path has a square for every dark module', () => {
  expect(qr('x'.repeat(214))).toBeUndefined();
  expect(qrPath([[true, false], [false, true]])).toBe('M4 4h1v1h-1zM5 5h1v1h-1z');
});
