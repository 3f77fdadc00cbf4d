// SPDX-License-Identifier: MIT
// Splendor's board: choices from the legal list, and what travelled.
import { expect, test } from 'vitest';
import type { Move, PhrasePart } from '$web/protocol';
import { choicesOf, inOrder, picking } from '../choose';
import { journey } from '../flights';
import { portraitOf, sceneOf } from '../look';
import type { Board, Card, Player } from '../view';

const gems = (text: string) => {
  const count = { w: 0, u: 0, g: 0, r: 0, k: 0 };
  for (const c of text) if (c in count) count[c as keyof typeof count]++;
  return count;
};
const purse = (text: string) => ({ ...gems(text), o: text.split('o').length - 1 });
const card = (id: string, cost: string, more: Partial<Card> = {}): Card => ({ id, level: Number(id[1]), bonus: 'u', points: 0, cost: gems(cost), ...more });
const player = (tokens: string, bonus = '', more: Partial<Player> = {}): Player => ({ tokens: purse(tokens), bonus: gems(bonus), points: 0, cards: [], reserved: [], to_nobles: [], ...more });

test('tokens are picked one by one; only legal completions go on', () => {
  const { takes } = choicesOf(['take wug', 'take wur', 'take ww', 'buy s1-01'].map((move) => ({ move })));
  expect([...picking(takes, '').next]).toEqual(['w', 'u', 'g', 'r']);
  expect([...picking(takes, 'w').next]).toEqual(['w', 'u', 'g', 'r']);
  expect([...picking(takes, 'wu').next]).toEqual(['g', 'r']);
  expect(picking(takes, 'wu').whole).toBeUndefined();
  expect(picking(takes, 'uwg')).toMatchObject({ whole: 'wug', most: 3 });
  expect(picking(takes, 'ww')).toMatchObject({ whole: 'ww' });
  expect(picking(takes, 'ww').next.size).toBe(0);
  expect(picking(takes, 'k').next.size).toBe(0);
  expect(inOrder('gwu')).toBe('wug');
});

test('where fewer may be taken, a choice can be whole and still go on', () => {
  const free = picking(['w', 'wu', 'wug'], 'w');
  expect(free.whole).toBe('w');
  expect([...free.next]).toEqual(['u', 'g']);
});

test('every payment of the legal list is there, the plain one first', () => {
  const { buys, reserve, nobles, pass } = choicesOf(
    ['buy s1-08 keep wu', 'buy s1-08 keep w', 'buy s1-08', 'reserve s1-08', 'reserve deck2', 'noble sn-03', 'pass'].map((move) => ({ move })),
  );
  expect(buys.get('s1-08')?.map(({ move }) => move)).toEqual(['buy s1-08', 'buy s1-08 keep w', 'buy s1-08 keep wu']);
  expect([...reserve]).toEqual(['s1-08', 'deck2']);
  expect([...nobles]).toEqual(['sn-03']);
  expect(pass).toBe(true);
});

test('what is paid is what the phrase of the purchase says', () => {
  const buy = (move: string, tokens: readonly PhrasePart[]): Move => ({ move, say: { key: 'move.buy', tokens } });
  const { buys } = choicesOf([buy('buy s1-08', [{ word: 'tokens.w', n: 2 }, { word: 'tokens.u', n: 1 }]), buy('buy s1-08 keep wu', [{ word: 'tokens.w', n: 1 }, { word: 'tokens.o', n: 2 }])]);
  expect(buys.get('s1-08')?.map(({ pay }) => pay)).toEqual([purse('wwu'), purse('woo')]);
});

test('ten nobles look different, and so do neighbours in the deck', () => {
  const looks = Array.from({ length: 10 }, (_, i) => JSON.stringify(portraitOf(`sn-${String(i + 1).padStart(2, '0')}`)));
  expect(new Set(looks).size).toBe(10);
  const scenes = Array.from({ length: 8 }, (_, i) => JSON.stringify(sceneOf(card(`s1-0${i + 1}`, ''))));
  expect(new Set(scenes).size).toBe(8);
});

const board = (more: Partial<Board> = {}): Board => ({
  phase: 'act',
  start: 0,
  last_round: false,
  idle: 0,
  bank: purse('wwuuggrrkkooo'),
  market: [[card('s1-01', 'w')], [card('s2-01', 'w')], [null]],
  decks: [36, 26, 16],
  nobles: [{ id: 'sn-01', points: 3, need: gems('w'), owner: null }],
  seats: [player('w'), player('')],
  round: 1,
  target: 15,
  token_limit: 10,
  reserve_limit: 3,
  reserve_gold: true,
  ...more,
});

test('a purchase: the card goes to its buyer, the payment to the bank, the new card is turned up', () => {
  const bought = card('s1-01', 'w');
  const after = board({ market: [[card('s1-02', 'w')], [card('s2-01', 'w')], [null]], seats: [player('', 'u', { cards: [bought] }), player('')] });
  expect(journey(board(), after)).toEqual({
    flights: [
      { piece: 'card:s1-01', to: 'seat:0:bonus:u', fade: true },
      { piece: 'bank:w:chip', from: 'seat:0:w', to: 'bank:w', fade: true },
    ],
    turned: ['card:s1-02'],
  });
});

test('a card reserved unseen comes from its deck, and nobody else learns which', () => {
  const after = board({ seats: [player('w'), player('o', '', { reserved: [{ level: 2, blind: true }] })] });
  expect(journey(board(), after).flights).toEqual([
    { piece: 'deck:2', to: 'seat:1:hand:0', fade: true },
    { piece: 'bank:o:chip', to: 'seat:1:o', fade: true },
  ]);
});

test('between two far positions nothing travels', () => {
  const after = board({ market: [[card('s1-11', 'w')], [card('s2-11', 'w')], [card('s3-11', 'w')]] });
  expect(journey(board(), after)).toEqual({ flights: [], turned: [] });
});
