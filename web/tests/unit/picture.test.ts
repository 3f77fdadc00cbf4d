// SPDX-License-Identifier: MIT
// The board of a moment: what is marked on it, and how close one looks.
import { describe, expect, test } from 'vitest';
import { apart, closer } from '$web/study/picture';
import { setUpFrom, sourceFrom } from '$web/study/source';

describe('what is marked', () => {
  test('is what only one of the two moves is made with', () => {
    expect(apart(['w', 'u', 'g'], ['w', 'r', 'k'])).toEqual([
      { place: 'u', good: false },
      { place: 'g', good: false },
      { place: 'r', good: true },
      { place: 'k', good: true },
    ]);
    expect(apart(['here'], ['here'])).toEqual([]);
  });
});

describe('one looks', () => {
  const board = { width: 800, height: 600 };
  test('at the whole where nothing is marked', () => {
    expect(closer([], board)).toEqual({ zoom: 1, x: 0, y: 0 });
  });
  test('closer at what lies together, and never beyond the board', () => {
    for (const [x, y] of [[0, 0], [380, 280], [760, 560]] as const) {
      const near = closer([{ x, y, width: 40, height: 40 }], board);
      expect(near.zoom).toBe(1.75);
      expect(near.x).toBeGreaterThanOrEqual(0);
      expect(near.y).toBeGreaterThanOrEqual(0);
      expect(near.x + board.width / near.zoom).toBeLessThanOrEqual(800.001);
      expect(near.y + board.height / near.zoom).toBeLessThanOrEqual(600.001);
      expect(x).toBeGreaterThanOrEqual(near.x);
      expect(x + 40).toBeLessThanOrEqual(near.x + board.width / near.zoom + 0.001);
    }
  });
  test('no closer than both are seen', () => {
    const near = closer([{ x: 0, y: 0, width: 40, height: 40 }, { x: 700, y: 500, width: 40, height: 40 }], board);
    expect(near.zoom).toBeLessThan(1.1);
  });
});

test('a text that is nested without end is no position; a mark before a record is not part of it', () => {
  const deep = `{"game":"splendor","state":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
  expect(setUpFrom(deep)).toBeUndefined();
  expect(setUpFrom('{"game":"splendor","state":{"a":[[1]]}}')).toBeDefined();
  expect(sourceFrom('\uFEFF[Game "splendor"]')).toEqual({ record: '[Game "splendor"]' });
});
