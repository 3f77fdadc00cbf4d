// SPDX-License-Identifier: MIT
// Golestan's board: choices from the legal list, what travelled, and a view that is looked at before it is believed.
import { expect, test } from 'vitest';
import type { View } from '$web/protocol';
import { journey } from '../flights';
import { boardOf, choicesOf } from '../look';
import type { Board, Plant, Player } from '../view';

const plant = (kind: Plant['kind'], points: number): Plant => ({ id: `${kind}-${points}`, kind, points });
const player = (more: Partial<Player> = {}): Player => ({ plants: [], bulbs: 0, points: 0, beds: [], ...more });
const board = (more: Partial<Board> = {}): Board => ({
  round: 1,
  rounds: 3,
  bulb_limit: 2,
  bed_points: 6,
  row: [plant('rose', 1), plant('tulip', 2), null],
  pile: 20,
  seats: [player(), player()],
  ...more,
});

test('what can be planted is what the list says', () => {
  const { plants, bulb } = choicesOf([{ move: 'plant rose-1' }, { move: 'bulb' }]);
  expect([...plants]).toEqual(['rose-1']);
  expect(bulb).toBe(true);
  expect(choicesOf([]).bulb).toBe(false);
});

test('a plant goes from the row to its garden', () => {
  const after = board({ row: [null, plant('tulip', 2), null], seats: [player(), player({ plants: [plant('rose', 1)] })] });
  expect(journey(board(), after)).toEqual({ flights: [{ piece: 'row:rose-1', to: 'seat:1:garden', fade: true }], turned: [] });
});

test('a bulb comes from the pile, and nobody else learns which; the new row is turned up', () => {
  const after = board({ row: [plant('rose', 1), plant('tulip', 2), plant('cypress', 7)], seats: [player({ bulbs: 1 }), player()] });
  expect(journey(board(), after)).toEqual({ flights: [{ piece: 'pile', to: 'seat:0:garden', fade: true }], turned: ['row:cypress-7'] });
});

test('a view that is none is not believed', () => {
  const view = (shown: unknown): View => ({ game: 'golestan', players: 2, options: {}, seat: 0, actor: 0, turn: 1, prompt: { key: 'prompt.plant' }, scores: [0, 0], board: shown });
  expect(boardOf(view(board())).pile).toBe(20);
  expect(() => boardOf(view({ ...board(), row: ['rose-1'] }))).toThrow();
});
