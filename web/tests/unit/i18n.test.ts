// SPDX-License-Identifier: MIT
// Words: digits, plurals, lists, phrases, and what the server sends.
import { beforeEach, expect, test } from 'vitest';
import rulesEn from '$games/splendor/words/en.json';
import rulesFa from '$games/splendor/words/fa.json';
import { clock, either, figures, number, span, t } from '$web/i18n';
import { held, phraseText, segments, type Segment, type Speaker } from '$web/phrases';
import type { Phrase } from '$web/protocol';
import { languageOf, readSettings, settings, type Settings } from '$web/settings.svelte';
import { seatNames } from '$web/names';

beforeEach(() => {
  settings.language = 'en';
  settings.digits = 'language';
});

test('digits follow the language unless somebody wishes otherwise', () => {
  expect(number(1402)).toBe('1402');
  settings.language = 'fa';
  expect(number(1402)).toBe('۱۴۰۲');
  settings.digits = 'latin';
  expect(number(1402)).toBe('1402');
  settings.language = 'en';
  settings.digits = 'persian';
  expect(number(15)).toBe('۱۵');
});

test('so do figures that stand in a sentence, but not what only looks like one', () => {
  expect(t('account.password.bad')).toBe('A password has at least 8 characters.');
  settings.digits = 'persian';
  expect(t('account.password.bad')).toBe('A password has at least ۸ characters.');
  expect(figures('SP-10.2, 7D-2.1 and 15 of 15.')).toBe('SP-10.2, 7D-2.1 and ۱۵ of ۱۵.');
  settings.language = 'fa';
  expect(t('account.password.bad')).toBe('گذرواژه دست‌کم ۸ نویسه دارد.');
  settings.digits = 'latin';
  expect(t('account.password.bad')).toBe('گذرواژه دست‌کم 8 نویسه دارد.');
});

test('{n} chooses the form of a sentence', () => {
  expect(t('players', { n: 1 })).toBe('1 player');
  expect(t('players', { n: 4 })).toBe('4 players');
  settings.language = 'fa';
  expect(t('players', { n: 4 })).toBe('۴ نفر');
});

test('spans and clocks', () => {
  expect(span(45_000)).toBe('45 s');
  expect(span(120_000)).toBe('2 min');
  expect(span(18 * 3600_000)).toBe('18 h');
  expect(span(3 * 86400_000)).toBe('3 days');
  expect(clock(245_000)).toBe('4:05');
  expect(clock(3845_000)).toBe('1:04:05');
  settings.language = 'fa';
  expect(clock(65_000)).toBe('۱:۰۵');
});

test('words in both languages: the reader gets the own one', () => {
  expect(either({ en: 'Splendor', fa: 'اسپلندور' })).toBe('Splendor');
  settings.language = 'fa';
  expect(either({ en: 'Splendor', fa: 'اسپلندور' })).toBe('اسپلندور');
  expect(either({ en: 'Splendor' })).toBe('Splendor');
});

const speaker = (more: Partial<Speaker> = {}): Speaker => ({
  language: 'en',
  words: rulesEn,
  names: ['Ada', 'Dara'],
  you: -1,
  ...more,
});

const buy: Phrase = {
  key: 'move.buy',
  who: [{ seat: 1 }],
  colour: [{ word: 'colour.k' }],
  card: ['s1-08'],
  tokens: [{ word: 'tokens.w', n: 2 }, { word: 'tokens.u', n: 1 }, { word: 'tokens.o', n: 1 }],
};

test('a phrase is written as core/words.c writes it: counted words, commas and an "and"', () => {
  expect(phraseText(buy, speaker())).toBe('Dara buys the black card s1-08 for 2 white, blue and gold');
  settings.language = 'fa';
  expect(phraseText(buy, speaker({ language: 'fa', words: rulesFa }))).toBe(
    'Dara کارت سیاه s1-08 را خرید، به بهای ۲ سفید، آبی و طلا',
  );
});

test('one is one and everything else is many, in every language, as on the terminal', () => {
  const back = (n: number): Phrase => ({ key: 'prompt.return', who: [{ seat: 0 }], n: [n] });
  expect(phraseText(back(1), speaker())).toBe('Ada: give 1 token back');
  expect(phraseText(back(3), speaker())).toBe('Ada: give 3 tokens back');
});

test('a sentence about me speaks to me, one about others may have its own form', () => {
  const words = { ...rulesEn, 'move.buy.you': 'You buy {card}', 'move.buy.they': '{who} bought {card}' };
  expect(phraseText(buy, speaker({ words, you: 1 }))).toBe('You buy s1-08');
  expect(phraseText(buy, speaker({ words, you: 0 }))).toBe('Dara bought s1-08');
});

test('parts keep their names, so that a game can draw them', () => {
  const parts = segments(buy, speaker()).filter((segment) => segment.name !== undefined);
  expect(parts.map((segment) => segment.name)).toEqual(['who', 'colour', 'card', 'tokens', 'tokens', 'tokens']);
  expect(segments({ key: 'no.such.key' }, speaker())).toEqual([{ text: 'no.such.key' }]);
});

test('seats without a name have a number; bots of one level are told apart', () => {
  const bot = { kind: 'bot', name: 'greedy', level: 'greedy' } as const;
  expect(seatNames([{ kind: 'person', name: '' }, bot])).toEqual(['Player 1', 'Greedy bot']);
  expect(seatNames([{ kind: 'person', name: 'Sara' }, bot, bot])).toEqual(['Sara', 'Greedy bot 2', 'Greedy bot 3']);
  expect(seatNames([{ kind: 'bot', name: 'vizier', level: 'vizier' }])).toEqual(['Vizier bot']);
});

test('the language comes from the browser', () => {
  expect(languageOf(['de-DE', 'fa-IR', 'en'])).toBe('fa');
  expect(languageOf(['en-GB', 'fa'])).toBe('en');
  expect(languageOf(['de', 'fr'])).toBe('en');
});

test('settings that lie around are taken only if they make sense', () => {
  const base = { ...settings } as Settings;
  expect(readSettings('{"language":"fa","sound":"loud","theme":"dark","unknown":1}', base)).toEqual({ ...base, language: 'fa', theme: 'dark' });
  expect(readSettings('no json', base)).toEqual(base);
  expect(readSettings('[1]', base)).toEqual(base);
});

test('a picture stays in the line of what touches it: a comma, a bracket, the next picture and its figure', () => {
  const drawn = (name: string) => name !== 'who' && name !== 'n';
  const groups = (...pieces: (string | [string, string])[]) =>
    held(pieces.map((piece): Segment => (typeof piece === 'string' ? { text: piece } : { name: piece[0], text: piece[1], part: piece[1] })), drawn)
      .map((group) => group.map(({ text }) => text).join('|'))
      .filter((text) => text.includes('|'));
  expect(groups(['who', 'Ada'], ' raises it for ', ['coins', '2'], ', with ', ['card', 'Temple'], ' under it')).toEqual(['2|,']);
  expect(groups('builds on ', ['n', 'c4'], ' (', ['terrain', 'desert'], ')')).toEqual(['(|desert|)']);
  expect(groups(['sign', 'chose'], ' ', ['sign', 'king'], ['left', 'lake'], ['right', 'mine'], '\u00a0', ['n', '22'])).toEqual(['king|lake|mine|\u00a0|22']);
  expect(groups(['sign', 'پادشاه'], ['left', 'lake'], ['sign', ' را برداشت'])).toEqual(['پادشاه|lake']);
  expect(groups(['who', 'Ada'], ': dragon?')).toEqual([]);
});
