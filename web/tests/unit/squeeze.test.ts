// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { tightness } from '$web/squeeze';

test('what fits is not pressed together', () => {
  expect(tightness(4, () => false)).toBe(0);
});

test('as far as it needs, and no further', () => {
  const tried: number[] = [];
  const step = tightness(4, (one) => {
    tried.push(one);
    return one < 2;
  });
  expect(step).toBe(2);
  expect(tried).toEqual([0, 1, 2]);
});

test('the last step is taken even if it is not enough', () => {
  expect(tightness(3, () => true)).toBe(3);
});
