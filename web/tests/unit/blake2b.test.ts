// SPDX-License-Identifier: MIT
// BLAKE2b against published values: RFC 7693, appendix A, and the reference's test vectors.
import { expect, test } from 'vitest';
import { blake2b } from '$web/blake2b';
import { checkShuffle, hex } from '$web/shuffle';

const text = (s: string) => new TextEncoder().encode(s);

test('RFC 7693: BLAKE2b-512 of "abc"', () => {
  expect(hex(blake2b(text('abc'), 64))).toBe(
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
      '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  );
});

test('BLAKE2b-256 of nothing, of a letter sequence, and of whole and broken blocks', () => {
  expect(hex(blake2b(text('')))).toBe('0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8');
  expect(hex(blake2b(text('abc')))).toBe('bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319');
  expect(hex(blake2b(text('The quick brown fox jumps over the lazy dog')))).toBe(
    '01718cec35cd3d796dd00020e0bfecb473ad23457d063b75eff29c0ffa2e58a9',
  );
  // A block is full at 128 bytes: just before, at, and just after it.
  const counting = (n: number) => hex(blake2b(Uint8Array.from({ length: n }, (_, i) => i)));
  expect(counting(127)).toBe('f2fe67ff342e21b8f45e8f2e0bcd1d9243245d50ee6c78042e9c491388791c72');
  expect(counting(128)).toBe('c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1');
  expect(counting(129)).toBe('f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6a20652a9f9a337c1a2f5b9c9');
  expect(counting(256)).toBe('39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835');
});

test('a shuffle is fair only if promise, secret, shares and seed fit together', () => {
  const secret = '11'.repeat(32);
  const shares = ['22'.repeat(32), '33'.repeat(32)];
  const bytes = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const commit = hex(blake2b(bytes(secret)));
  const seed = hex(blake2b(new Uint8Array([...new TextEncoder().encode('takht seed'), ...bytes(secret + shares.join(''))])));
  expect(checkShuffle({ commit, secret, shares, seed })).toEqual({ commit: true, seed: true });
  expect(checkShuffle({ commit, secret, shares: [...shares].reverse(), seed }).seed).toBe(false);
  expect(checkShuffle({ commit: seed, secret, shares, seed }).commit).toBe(false);
});
