// SPDX-License-Identifier: MIT
// What comes from outside is looked at before it is believed.
import { expect, test } from 'vitest';
import { boolean, checked, either, integer, list, maybe, nullable, object, oneOf, shape, string, thing, values } from '$web/shape';

const isCard = object({ id: string, level: integer, bonus: oneOf('w', 'u') }, { note: string });

test('plain values', () => {
  expect([boolean(true), boolean(1), integer(3), integer(3.5), integer('3'), string('')]).toEqual([true, false, true, false, false, true]);
});

test('an object has what it must have; what it may have is looked at when it is there', () => {
  expect(isCard({ id: 's1-01', level: 1, bonus: 'w' })).toBe(true);
  expect(isCard({ id: 's1-01', level: 1, bonus: 'w', note: 'new', more: [] })).toBe(true);
  expect(isCard({ id: 's1-01', level: 1, bonus: 'w', note: 7 })).toBe(false);
  expect(isCard({ id: 's1-01', level: 1, bonus: 'x' })).toBe(false);
  expect(isCard({ id: 's1-01', bonus: 'w' })).toBe(false);
  expect([isCard(null), isCard([]), isCard('card')]).toEqual([false, false, false]);
});

test('lists, nulls and objects with any keys', () => {
  expect(list(nullable(isCard))([null, { id: 'a', level: 2, bonus: 'u' }])).toBe(true);
  expect(list(isCard)([null])).toBe(false);
  expect(values(integer)({ a: 1, b: 2 })).toBe(true);
  expect(values(integer)({ a: 1, b: null })).toBe(false);
});

test('what does not fit is refused, what fits is returned as it is', () => {
  const cardOf = checked(isCard);
  const card = { id: 'a', level: 2, bonus: 'u' };
  expect(cardOf(card)).toBe(card);
  expect(cardOf(card)).toBe(card);
  expect(() => cardOf({ id: 'a' })).toThrow(TypeError);
  expect(() => cardOf(undefined)).toThrow(TypeError);
});

test('a type that is written elsewhere: every member has its check', () => {
  const isSeat = shape<{ kind: 'bot' | 'person'; name: string; style?: string }>({ kind: oneOf('bot', 'person'), name: string, style: maybe(string) });
  expect(isSeat({ kind: 'bot', name: 'greedy', style: 'bold', more: 1 })).toBe(true);
  expect(isSeat({ kind: 'bot', name: 'greedy' })).toBe(true);
  expect(isSeat({ kind: 'bot', name: 'greedy', style: 3 })).toBe(false);
  expect(isSeat({ kind: 'cat', name: 'greedy' })).toBe(false);
  expect(isSeat(['bot', 'greedy'])).toBe(false);
  expect([either(integer, string)(3), either(integer, string)('3'), either(integer, string)(null)]).toEqual([true, true, false]);
  expect([thing({}), thing([]), thing(null)]).toEqual([true, false, false]);
});
