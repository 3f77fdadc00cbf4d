// SPDX-License-Identifier: MIT
// Drawings as pictures: all that they need is in them, as nothing of the page reaches into an own document.
import { expect, test } from 'vitest';
import { settings } from '$web/settings.svelte';
import { picturesOf, stampsOf } from '$web/stamp';

const SYMBOLS = `<svg xmlns="http://www.w3.org/2000/svg">
  <symbol id="x-leaf" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0a0"/></symbol>
  <symbol id="x-tree" viewBox="0 0 32 32" preserveAspectRatio="xMidYMid slice"><use href="#x-leaf" width="8" height="8"/><path d="M1 1h2" fill="var(--bark)"/></symbol>
  <symbol id="x-stone" viewBox="0 0 16 16"><circle r="4"/></symbol>
</svg>`;
const STYLE = `:root {\n  --bark: #421;\n}\n.dry { --bark: #999; }\n[data-size~='hand'] .frame {\n  --cost: 3px;\n}\n.frame {\n  display: grid;\n}\n`;

const picture = picturesOf(SYMBOLS, STYLE);
const drawn = (address: string) => new DOMParser().parseFromString(decodeURIComponent(address.replace('data:image/svg+xml,', '')), 'image/svg+xml').documentElement;

test('a picture has the colours, its dress, and what it uses in its turn', () => {
  const tree = drawn(picture('x-tree', 'dry'));
  expect(tree.getAttribute('viewBox')).toBe('0 0 32 32');
  expect(tree.getAttribute('preserveAspectRatio')).toBe('xMidYMid slice');
  expect(tree.getAttribute('class')).toBe('dry');
  expect(tree.querySelector('symbol#x-leaf path')).not.toBeNull();
  expect(tree.querySelector('#x-stone')).toBeNull();
  const style = tree.querySelector('style')?.textContent ?? '';
  expect(style).toContain('.dry');
  expect(style).not.toMatch(/--cost|display/);
});

test('by day and by night it is another one, otherwise the same', () => {
  settings.theme = 'light';
  const day = picture('x-tree');
  expect(picture('x-tree')).toBe(day);
  settings.theme = 'dark';
  expect(drawn(picture('x-tree')).getAttribute('data-theme')).toBe('dark');
  settings.theme = 'light';
  expect(picture('x-tree')).toBe(day);
});

test('a stamp is a class, and where it stands in another size another one', () => {
  const stamp = stampsOf(picture);
  const small = stamp('x-stone', { place: 'log' });
  expect(small).toMatch(/^stamp stamp-\d+$/);
  expect(stamp('x-stone', { place: 'log' })).toBe(small);
  expect(stamp('x-stone', { place: 'card' })).not.toBe(small);
  expect(stamp('x-tree', { place: 'log' })).not.toBe(small);
});
