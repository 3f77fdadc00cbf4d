// SPDX-License-Identifier: MIT
// BLAKE2b with a digest of 32 bytes and no key (RFC 7693): enough to check a shuffle. 64-bit words are
// kept as BigInt; a few hundred bytes are hashed, so plainness goes before speed.

const MASK = 0xffff_ffff_ffff_ffffn;

const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/* Columns, then diagonals, of the 4 by 4 matrix. */
const MIXES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

const turnRight = (x: bigint, bits: bigint) => ((x >> bits) | (x << (64n - bits))) & MASK;

/* Arrays here have fixed lengths; reading outside of them would be our own mistake. */
function at<T>(list: ArrayLike<T>, i: number): T {
  const one = list[i];
  if (one === undefined) throw new RangeError('there is nothing at this place');
  return one;
}

function mix(v: bigint[], [a, b, c, d]: readonly [number, number, number, number], x: bigint, y: bigint): void {
  v[a] = (at(v, a) + at(v, b) + x) & MASK;
  v[d] = turnRight(at(v, d) ^ at(v, a), 32n);
  v[c] = (at(v, c) + at(v, d)) & MASK;
  v[b] = turnRight(at(v, b) ^ at(v, c), 24n);
  v[a] = (at(v, a) + at(v, b) + y) & MASK;
  v[d] = turnRight(at(v, d) ^ at(v, a), 16n);
  v[c] = (at(v, c) + at(v, d)) & MASK;
  v[b] = turnRight(at(v, b) ^ at(v, c), 63n);
}

function compress(h: bigint[], block: Uint8Array, hashed: number, last: boolean): void {
  const words = new DataView(block.buffer, block.byteOffset, 128);
  const m = Array.from({ length: 16 }, (_, i) => words.getBigUint64(8 * i, true));
  const v = [...h, ...IV];
  v[12] = at(v, 12) ^ BigInt(hashed);
  if (last) v[14] = at(v, 14) ^ MASK;
  for (let round = 0; round < 12; round++) {
    const s = at(SIGMA, round % 10);
    MIXES.forEach((where, i) => mix(v, where, at(m, at(s, 2 * i)), at(m, at(s, 2 * i + 1))));
  }
  for (let i = 0; i < 8; i++) h[i] = at(h, i) ^ at(v, i) ^ at(v, i + 8);
}

export function blake2b(data: Uint8Array, size = 32): Uint8Array {
  const h = [...IV];
  h[0] = at(h, 0) ^ 0x0101_0000n ^ BigInt(size);
  const blocks = Math.max(1, Math.ceil(data.length / 128));
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(128);
    block.set(data.subarray(128 * i, 128 * (i + 1)));
    compress(h, block, Math.min(128 * (i + 1), data.length), i === blocks - 1);
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer, 0, size);
}
