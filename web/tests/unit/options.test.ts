// SPDX-License-Identifier: MIT
// Options and clocks in words, and what a waiting table says to whom.
import { beforeEach, expect, test } from 'vitest';
import { clockOf, optionFacts, optionValue } from '$web/options';
import type { GameInfo, Head, Seat } from '$web/protocol';
import { settings } from '$web/settings.svelte';
import { headline, whyOver } from '$web/table/result';
import { presence } from '$web/table/presence';
import { waitText } from '$web/table/waits';

beforeEach(() => (settings.language = 'en'));

const WORDS = { en: { 'option.board.first': 'first game' }, fa: { 'option.board.first': 'بازی نخست' } };
const option = (name: string, kind: 'choice' | 'range' | 'seat' | 'custom', base: string) => ({ name, kind, default: base, values: [], low: 0, high: 9, title: { en: name, fa: name }, help: {} });

test('a value is told in words, in both languages', () => {
  expect(optionValue(option('board', 'choice', 'random'), 'first', WORDS)).toBe('first game');
  expect(optionValue(option('board', 'choice', 'random'), 'random', WORDS)).toBe('By chance');
  expect(optionValue(option('start', 'seat', 'random'), '1', WORDS, ['Ada', 'Dara'])).toBe('Dara');
  expect(optionValue(option('start', 'seat', 'random'), '1', WORDS)).toBe('Seat 2');
  settings.language = 'fa';
  expect(optionValue(option('board', 'choice', 'random'), 'first', WORDS)).toBe('بازی نخست');
  expect(optionValue(option('target', 'range', '15'), '12', WORDS)).toBe('۱۲');
  expect(optionValue(option('harmony', 'choice', 'off'), 'on', WORDS)).toBe('روشن');
});

test('only what is not as usual is told', () => {
  const info = { options: [option('board', 'choice', 'random'), option('target', 'range', '15')] } as unknown as GameInfo;
  expect(optionFacts(info, { board: 'first', target: '15' }, WORDS)).toEqual([{ title: 'board', value: 'first game', bare: false }]);
  expect(optionFacts(info, { board: 'first', target: '8' }, WORDS).at(-1)).toEqual({ title: 'target', value: '8', bare: true });
});

test('a clock is told as it was wished for', () => {
  const clock = { now: 0, running: -1, left_ms: [] };
  expect(clockOf({ kind: 'none' })).toBe('No clock');
  expect(clockOf({ ...clock, kind: 'days', base_ms: 3 * 86400_000, increment_ms: 0 })).toBe('3 days a move');
  expect(clockOf({ ...clock, kind: 'game', base_ms: 900_000, increment_ms: 0 })).toBe('15 min a player');
});

const seat = (kind: Seat['kind'], name = ''): Seat => ({ kind, name, away: false, resigned: false });
const head = (owner: boolean): Head => ({ you: { seat: -1, owner } }) as unknown as Head;

test('host and guest read each their own sentence', () => {
  const seats = [seat('person', 'Ada'), seat('friend')];
  const names = ['Ada', ''];
  expect(waitText({ head: head(true), seats, me: 0, key: false, names })).toContain('Your table is open');
  expect(waitText({ head: head(false), seats, me: -1, key: true, names })).toContain('at the table: Ada');
  expect(waitText({ head: head(false), seats, me: -1, key: false, names })).toContain('kept for friends');
  expect(waitText({ head: head(false), seats: [...seats, seat('person', 'Dara')], me: 2, key: false, names })).toContain('Your seat is yours');
});

test('whoever gave up was not beaten by points', () => {
  const result = { reason: 'resigned', scores: [0, 0], ranks: [2, 1], secret: '', seed: '' };
  expect(headline(result, ['Ada', 'Dara'], 0, WORDS)).toBe('Dara wins');
  expect(headline({ ...result, reason: 'time' }, ['Ada', 'Dara'], 1, WORDS)).toBe('You win');
  expect(headline({ ...result, reason: 'time', ranks: [1, 1] }, ['Ada', 'Dara'], 0, WORDS)).toBe('Ada and Dara share the victory');
  expect(headline({ ...result, reason: 'game', scores: [3, 15] }, ['Ada', 'Dara'], 0, WORDS)).toBe('Dara wins with 15 points');
});

test('it is said why a game was over', () => {
  const result = { reason: 'game', ending: 'end.supply', scores: [3, 1], ranks: [1, 2], secret: '', seed: '' };
  const words = { en: { 'end.supply': 'All settlements are built' }, fa: {} };
  expect(whyOver(result, ['Ada', 'Dara'], 0, words)).toBe('All settlements are built');
  expect(whyOver({ ...result, reason: 'resigned' }, ['Ada', 'Dara'], 0, words)).toBe('Dara gave up');
  expect(whyOver({ ...result, reason: 'resigned' }, ['Ada', 'Dara'], 1, words)).toBe('You gave up');
  expect(whyOver({ ...result, reason: 'time' }, ['Ada', 'Dara'], 1, words)).toBe('Time ran out');
});

test('a game that counts gold says so', () => {
  const gold = { en: { 'instead.end.you': 'You win with {n} gold', 'instead.end.other': '{who} wins with {n} gold' }, fa: { 'instead.end.you': 'شما با {n} طلا بردید' } };
  const result = { reason: 'game', scores: [62, 48], ranks: [1, 2], secret: '', seed: '' };
  expect(headline(result, ['Ada', 'Dara'], 0, gold)).toBe('You win with 62 gold');
  expect(headline(result, ['Ada', 'Dara'], 1, gold)).toBe('Ada wins with 62 gold');
  settings.language = 'fa';
  expect(headline(result, ['Ada', 'Dara'], 0, gold)).toBe('شما با ۶۲ طلا بردید');
});

test('in a game of the past nobody thinks, and nobody is missed', () => {
  expect(presence(seat('bot'), { online: false, acting: true, played: false })).toBe('Thinking…');
  expect(presence(seat('bot'), { online: false, acting: true, played: true })).toBe('Bot');
  expect(presence(seat('person'), { online: false, acting: false, played: true })).toBe('');
});
