// SPDX-License-Identifier: MIT
// What the server says is looked at before anybody believes it: whatever has another shape is refused in a sentence.
import { expect, test } from 'vitest';
import type { Snapshot } from '$web/protocol';
import { Refused } from '$web/refused';
import { answerOf, Garbled, messageOf, replyTo } from '$web/wire';

const line = { seq: 1, at: 5, what: 'created' } as const;
const view = { game: 'splendor', players: 2, options: {}, seat: 0, actor: 0, turn: 1, prompt: { key: 'prompt' }, scores: [0, 0], board: {} };
const present = {
  ...{ status: 'playing', frozen: false, ply: 3, offer: 0, clock: { kind: 'none' } },
  seats: [{ kind: 'person', name: 'Mina', away: false, resigned: false }],
  view,
  legal: [{ move: 'take wug', say: { key: 'take', what: ['w', { word: 'gem', n: 2 }] } }],
} as const;
const people = { online: [true], watchers: 0 };
const head = { table: 'x', game: 'splendor', players: 2, options: {}, public: false, hints: true, created: 1, commit: 'c', you: { seat: 0, owner: true } };
const snapshot = { t: 'table', seq: 1, log: [line], log_from: 1, ahead: 0, ...head, ...people, ...present };
const messages = [
  snapshot,
  { t: 'event', table: 'x', seq: 2, line },
  { t: 'event', table: 'x', seq: 2, line, ...present },
  { t: 'gap', table: 'x', since: 1, seq: 2, lines: [line], ahead: 0, ...people, ...present },
  { t: 'people', table: 'x', ...people },
  { t: 'queue', table: 'x', ahead: 2 },
  { t: 'announce', text: 'soon' },
  { t: 'reply', n: 3, ok: true },
  { t: 'reply', n: 3, ok: false, error: { code: 'stale', words: { en: 'too late' } } },
];
const heard = (message: unknown) => messageOf(JSON.stringify(message));
const response = (json: unknown, status = 200) => new Response(JSON.stringify(json), { status });

test('messages of every kind are heard as they are', () => {
  for (const message of messages) expect(heard(message)).toEqual(message);
});

test('what is no message, or of a kind that the page does not know, is passed over', () => {
  expect(['no JSON', '[]', 'null', '3', '{}', '{"t":7}', '{"t":"weather"}', '{"t":"toString"}'].map(messageOf)).toEqual(Array(8).fill(undefined));
});

test('more than the page knows does not matter', () => {
  expect(heard({ ...snapshot, weather: 'fine' })).toMatchObject({ t: 'table', weather: 'fine' });
  const event = heard({ t: 'event', table: 'x', seq: 2, line: { ...line, what: 'applauded' } });
  expect(event).toMatchObject({ line: { what: 'quiet', seq: 1 } });
});

test('a message of the wrong shape is refused, whichever part of it is wrong', () => {
  const wrong: unknown[] = [
    { ...snapshot, seq: '1' },
    { ...snapshot, log: [{ ...line, at: null }] },
    { ...snapshot, seats: [{ kind: 'cat', name: 'Mina', away: false, resigned: false }] },
    { ...snapshot, clock: { kind: 'game', base_ms: 1 } },
    { ...snapshot, view: { ...view, scores: ['0'] } },
    { ...snapshot, legal: [{ say: { key: 'take' } }] },
    { ...snapshot, legal: [{ move: 'take wug', say: { key: 7 } }] },
    { ...snapshot, result: { reason: 'played' } },
    { ...snapshot, you: undefined },
    { t: 'event', table: 'x', seq: 2 },
    { t: 'event', table: 'x', seq: 2, line, status: 'playing' },
    { t: 'gap', table: 'x', since: 1, seq: 2, lines: {}, ahead: 0, ...people, ...present },
    { t: 'people', table: 'x', online: 1, watchers: 0 },
    { t: 'queue', table: 'x' },
  ];
  for (const message of wrong) {
    const garbled = heard(message);
    expect(garbled).toBeInstanceOf(Garbled);
    expect(garbled).toMatchObject({ table: 'x', refusal: { code: 'garbled' } });
  }
  expect(heard({ t: 'reply', n: 3, ok: 'yes' })).toMatchObject({ n: 3, refusal: { code: 'garbled' } });
  expect(heard({ t: 'announce', text: null })).toBeInstanceOf(Garbled);
});

test('a reply has what was asked for', () => {
  expect(replyTo('move', { ok: true })).toEqual({ ok: true });
  expect(replyTo('rematch', { ok: true, next: 'y' }).next).toBe('y');
  expect(replyTo('log', { lines: [line], log_from: 0 }).lines).toEqual([line]);
  for (const wrong of [{ ok: true }, { next: 7 }, null, 'y']) expect(() => replyTo('rematch', wrong)).toThrow(Refused);
  expect(() => replyTo('hint', { moves: [{ move: 'pass', win: 'much' }] })).toThrow(Refused);
  expect(() => replyTo('hello', { user: { id: 'u' }, now: 0 })).toThrow(Refused);
});

test('an answer over HTTP is what was asked for, or a refusal', async () => {
  const user = { id: 'u', name: 'Mina', guest: true, has_password: false };
  expect(await answerOf('user', response({ user }))).toEqual({ user });
  const table: Snapshot = await answerOf('table', response(snapshot));
  expect(table.table).toBe('x');
  const codeOf = (promise: Promise<unknown>) => promise.then(() => 'fine', (why: unknown) => (why instanceof Refused ? why.refusal.code : 'thrown'));
  expect(await codeOf(answerOf('user', response({ error: { code: 'taken', words: {} } }, 409)))).toBe('taken');
  expect(await codeOf(answerOf('user', response({ user: { ...user, guest: 'yes' } })))).toBe('garbled');
  expect(await codeOf(answerOf('tables', response({ tables: [{}] })))).toBe('garbled');
  expect(await codeOf(answerOf('user', response({ error: 'no' }, 500)))).toBe('busy');
  expect(await codeOf(answerOf('done', new Response('<html>', { status: 502 })))).toBe('busy');
});
