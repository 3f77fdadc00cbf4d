// SPDX-License-Identifier: MIT
// My part in the shuffle: after the promise was seen, once, and never for a promise that has changed.
import { beforeEach, expect, test } from 'vitest';
import { Lost, Refused } from '$web/refused';
import { owesShare, rememberCommit, rememberedCommit, rememberedShare, sharesOf, Sharing } from '$web/shuffle';
import type { Head, Present, Seat } from '$web/protocol';

const me: Seat = { kind: 'person', name: 'Ada', user: 'u', away: false, resigned: false };
const bot: Seat = { kind: 'bot', name: 'greedy', away: false, resigned: false };

const table = (more: { share?: boolean; commit?: string; seats?: Seat[]; status?: Present['status'] } = {}) => {
  const head: Head = { table: 'T', game: 'x', players: 2, options: {}, public: false, hints: true, created: 0, commit: more.commit ?? 'c1', you: { seat: 0, owner: true, share: more.share ?? true } };
  const present: Present = { status: more.status ?? 'open', frozen: false, ply: 0, offer: 0, seats: more.seats ?? [me, bot], clock: { kind: 'none' } };
  return { head, present };
};

function begin(answer: () => Promise<unknown> = () => Promise.resolve({})) {
  const sent: string[] = [];
  let broken = 0;
  const at = { answer };
  const sharing = new Sharing('T', (random) => (sent.push(random), at.answer()), () => broken++);
  return { sharing, sent, at, broken: () => broken };
}

beforeEach(() => localStorage.clear());

test('the table waits for my share as long as my seat has none', () => {
  expect(owesShare(table())).toBe(true);
  expect(owesShare(table({ share: false }))).toBe(false);
  expect(owesShare(table({ seats: [{ ...me, random: 'aa' }, bot] }))).toBe(false);
  expect(owesShare(table({ status: 'playing' }))).toBe(false);
  expect(owesShare(table({ seats: [{ ...me, kind: 'open' }, bot] }))).toBe(false);
});

test('the promise is written down first, then my share goes out, once', async () => {
  const { sharing, sent } = begin(() => (expect(rememberedCommit('T')).toBe('c1'), Promise.resolve({})));
  sharing.look(table());
  sharing.look(table());
  await Promise.resolve();
  sharing.look(table());
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(rememberedShare('T')).toBe(sent[0]);
});

test('nothing is sent where nothing is waited for, but the promise is noted', () => {
  const { sharing, sent } = begin();
  sharing.look(table({ share: false }));
  expect(sent).toEqual([]);
  expect(rememberedCommit('T')).toBe('c1');
});

test('a promise that differs from the one at creation gets no share, and that is told', () => {
  rememberCommit('T', 'c0');
  const { sharing, sent, broken } = begin();
  sharing.look(table({ commit: 'c1' }));
  sharing.look(table({ commit: 'c1' }));
  expect([sent, broken()]).toEqual([[], 1]);
  expect(rememberedCommit('T')).toBe('c0');
});

test('lost on its way, the same share goes out again; refused, it does not', async () => {
  const { sharing, sent, at } = begin(() => Promise.reject(new Lost()));
  sharing.look(table());
  await new Promise((resolve) => setTimeout(resolve, 0));
  at.answer = () => Promise.reject(new Refused({ code: 'not_now', words: {} }));
  sharing.look(table());
  await new Promise((resolve) => setTimeout(resolve, 0));
  sharing.look(table());
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
});

test('a bot has no share in the shuffle, whatever is said of its seat', () => {
  expect(sharesOf([{ ...me, random: 'aa' }, { ...bot, random: 'bb' }, me])).toEqual([{ seat: 0, share: 'aa' }]);
});
