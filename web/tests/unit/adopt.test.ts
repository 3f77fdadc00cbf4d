// SPDX-License-Identifier: MIT
// What a message leaves as it was stays the same object, and nothing else does.
import { expect, test } from 'vitest';
import { adopt } from '$web/adopt';
import type { Snapshot, TableEvent, View } from '$web/protocol';
import { fold, stateOf, type TableState } from '$web/table';

const board = () => ({ bank: { w: 4, u: 4 }, market: [[{ id: 's1-1' }, { id: 's1-2' }]], seats: [{ cards: ['a'] }, { cards: [] as string[] }] });

test('equal parts become the old ones, others stay the new ones', () => {
  const [old, now] = [board(), board()];
  now.bank.w = 3;
  now.market[0]![1] = { id: 's1-3' };
  const seat = now.seats[1]!;
  seat.cards = ['b'];
  expect(adopt(old, now)).toBe(false);
  expect(now).toEqual({ ...board(), bank: { w: 3, u: 4 }, market: [[{ id: 's1-1' }, { id: 's1-3' }]], seats: [{ cards: ['a'] }, { cards: ['b'] }] });
  expect(now.market[0]![0]).toBe(old.market[0]![0]);
  expect(now.seats[0]).toBe(old.seats[0]);
  expect(now.seats[1]).toBe(seat);
  expect(old).toEqual(board());
});

test('what is longer, shorter or of another kind is not equal', () => {
  expect(adopt(board(), board())).toBe(true);
  expect(adopt([1, 2], [1])).toBe(false);
  expect(adopt([1], [1, 2])).toBe(false);
  expect(adopt({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(adopt({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(adopt({ a: undefined }, { b: undefined })).toBe(false);
  expect(adopt([], {})).toBe(false);
  expect(adopt(null, {})).toBe(false);
  expect(adopt({}, null)).toBe(false);
  expect(adopt(null, null)).toBe(true);
  expect(adopt(1, '1')).toBe(false);
});

const view = (of: object): View => ({ game: 'x', players: 2, options: {}, seat: 0, actor: 0, turn: 1, prompt: { key: 'p' }, scores: [0, 0], board: of });
const present = (ply: number, of: object) => ({ status: 'playing' as const, frozen: false, ply, offer: 0, seats: [{ kind: 'open' as const, name: '', away: false, resigned: false }], clock: { kind: 'none' as const }, view: view(of), undo: false });
const head = { table: 'T', game: 'x', players: 2, options: {}, public: false, hints: true, created: 0, commit: '', you: { seat: 0, owner: true } };

test('a board is another one with every move; what lies on it, and who sits there, is not', () => {
  const snapshot: Snapshot = { t: 'table', seq: 1, log: [], log_from: 0, ahead: 0, ...head, ...present(1, board()), online: [], watchers: 0 };
  const event: TableEvent = { t: 'event', table: 'T', seq: 2, line: { seq: 2, at: 0, what: 'move' }, ...present(2, board()) };
  const before = stateOf(snapshot, 0);
  const after = fold(before, event, 0) as TableState;
  const [old, now] = [before.present.view?.board, after.present.view?.board] as [ReturnType<typeof board>, ReturnType<typeof board>];
  expect(now).not.toBe(old);
  expect(now.seats).toBe(old.seats);
  expect(after.present.seats).toBe(before.present.seats);
});
