// SPDX-License-Identifier: MIT
// Lines of the log in words, in both languages; how long to wait, and what a refusal says.
import { afterEach, expect, test } from 'vitest';
import { t } from '$web/i18n';
import { patience, waitAfter } from '$web/refused';
import { refusalText } from '$web/session.svelte';
import { settings } from '$web/settings.svelte';
import { lineText, saidText, whoOf } from '$web/table/lines';
import type { Line } from '$web/protocol';

afterEach(() => (settings.language = 'en'));

const names = ['Ada', 'Dara'];
const line = (what: Line['what'], more: Partial<Line> = {}): Line => ({ seq: 1, at: 0, what, ...more });

test('what the clock did is told', () => {
  expect(lineText(line('move', { seat: 1, late: true }), names)).toBe('The clock ran out: this move was made for Dara');
  expect(lineText(line('late', { seat: 0 }), names)).toContain('a bot sits in');
  expect(lineText(line('shared', { seat: 0 }), names)).toBe('Ada adds to the shuffle');
  expect(lineText(line('over', { reason: 'closed' }), names)).toBe('The host closed the table');
  expect(lineText(line('answered', { seat: 0, yes: true }), names)).toBe('Ada agrees');
  expect(lineText(line('answered', { seat: 0, yes: false }), names)).toBe('Ada wants to play on');
  expect(lineText(line('quiet'), names)).toBeUndefined();
});

test('who it was: the one of then, a guest, or somebody who is no longer there', () => {
  expect(whoOf(line('sat', { seat: 0, name: 'Nima' }), names)).toBe('Nima');
  expect(whoOf(line('sat', { seat: 0, name: '' }), names)).toBe('Ada');
  expect(whoOf(line('chat', { seat: -1, name: '' }), names)).toBe('Guest');
  const gone = line('chat', { seat: -1, name: '', text: '', gone: true });
  expect([whoOf(gone, names), saidText(gone)]).toEqual(['somebody', 'This message was deleted.']);
  settings.language = 'fa';
  expect(whoOf(gone, names)).toBe('یک نفر');
});

test('the queue has its forms in both languages', () => {
  expect(t('queue', { n: 1 })).toBe('1 table is before this one: the bot thinks after it.');
  expect(t('queue', { n: 2 })).toBe('2 tables are before this one: the bot thinks after them.');
  settings.language = 'fa';
  expect(t('queue', { n: 1 })).toContain('۱ میز پیش از این میز است');
  expect(t('queue', { n: 3 })).toContain('۳ میز پیش از این میز هستند');
});

test('a refusal says what was wrong and how long to wait', () => {
  const words = { en: 'Too often; please wait a moment.' };
  expect(refusalText({ code: 'too_many', words, retry_ms: 300 })).toBe('Too often; please wait a moment.');
  expect(refusalText({ code: 'too_many', words, retry_ms: 40_000 })).toBe('Too often; please wait a moment. Possible again in 40 s.');
  expect(refusalText({ code: 'bad_request', words: { en: 'This request cannot be understood.' }, field: 'ply' })).toContain('ply');
});

test('waits grow, respect what the server asks for, and end', () => {
  const none = () => 0;
  expect([0, 1, 2, 20].map((n) => waitAfter(n, 0, none))).toEqual([500, 1000, 2000, 60_000]);
  expect(patience({ code: 'too_many', words: {}, retry_ms: 9000 }, 0, none)).toBe(9000);
  expect(patience({ code: 'busy', words: {} }, 9, none)).toBeUndefined();
  expect(patience({ code: 'full', words: {} }, 0, none)).toBeUndefined();
  expect(waitAfter(0, 1000, () => 1)).toBe(1250);
});
