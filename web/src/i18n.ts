// SPDX-License-Identifier: MIT
// Every visible or spoken word of the shell: whole sentences with named parts, in the reader's language.
import coreEn from '../../core/words/en.json';
import coreFa from '../../core/words/fa.json';
import { settings, type Language } from './settings.svelte';
import en from './words/en.json';
import fa from './words/fa.json';

export type Word = string | { one: string; other: string };
export type WordList = Readonly<Record<string, Word>>;
export type Part = string | number;
export type Parts = Readonly<Record<string, Part>>;
export type Key = keyof typeof en;

const shell: Record<Language, WordList> = { en, fa };

/* Words that the rules and the page share: how a list is joined, what a seat without a name is called. */
export const core: Record<Language, typeof coreEn> = { en: coreEn, fa: coreFa };

const LOCALES: Record<Language, string> = { en: 'en', fa: 'fa-IR' };

export function locale(language: Language = settings.language): string {
  const digits = settings.digits;
  const latin = digits === 'language' ? language === 'en' : digits === 'latin';
  return `${LOCALES[language]}-u-nu-${latin ? 'latn' : 'arabext'}`;
}

function memo<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    let value = made.get(name);
    if (value === undefined) made.set(name, (value = make(name)));
    return value;
  };
}

const numbers = memo((name) => new Intl.NumberFormat(name, { useGrouping: false }));
const grouped = memo((name) => new Intl.NumberFormat(name));
const signed = memo((name) => new Intl.NumberFormat(name, { signDisplay: 'always' }));
const decimals = memo((name) => new Intl.NumberFormat(name, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const signedDecimals = memo((name) => new Intl.NumberFormat(name, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }));
const percents = memo((name) => new Intl.NumberFormat(name, { style: 'percent' }));
const plurals = memo((name) => new Intl.PluralRules(name));
const dates = memo((name) => new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', year: 'numeric' }));
const hours = memo((name) => new Intl.DateTimeFormat(name, { hour: 'numeric', minute: '2-digit' }));

export const number = (n: number): string => numbers(locale()).format(n);
/* A large one, in groups of three digits. */
export const many = (n: number): string => grouped(locale()).format(n);
/* With its sign: what changes, not what is. */
export const change = (n: number): string => signed(locale()).format(n);
/* With one decimal; -0.0 is 0.0. */
export const decimal = (n: number, how: 'plain' | 'signed' = 'plain'): string => (how === 'signed' ? signedDecimals : decimals)(locale()).format(Math.round(n * 10) / 10 + 0);
export const percent = (part: number): string => percents(locale()).format(part);
export const date = (at: number): string => dates(locale()).format(at);
export const hour = (at: number): string => hours(locale()).format(at);

/* Figures that stand in a text itself, where somebody reads other digits than the language has. What belongs to a word is no figure:
   "SP-4.1" stays as it is. */
export function figures(text: string, language: Language = settings.language): string {
  const latin = locale(language).endsWith('latn');
  if (latin === (language === 'en')) return text;
  if (latin) return text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
  return text.replace(/(?<![\w.-])\d+(?![\w-]|\.\d)/g, (run) => number(Number(run)));
}

/* Fills {name} with the parts; numbers in the digits of the language. */
export function fill(template: string, parts: Parts): string {
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const part = parts[name];
    return part === undefined ? hole : typeof part === 'number' ? number(part) : part;
  });
}

/* {n} chooses between the forms of a sentence that has two. */
export function form(word: Word, n: number, language: Language = settings.language): string {
  if (typeof word === 'string') return figures(word, language);
  return figures(plurals(LOCALES[language]).select(n) === 'one' ? word.one : word.other, language);
}

function write(word: Word, parts: Parts): string {
  const n = parts['n'];
  return fill(form(word, typeof n === 'number' ? n : 1), parts);
}

export function t(key: Key, parts: Parts = {}): string {
  const word = shell[settings.language][key];
  return word === undefined ? key : write(word, parts);
}

/* A sentence of the page as this game says it (`instead.KEY` of its words: gold, not points), else as the page does. */
export function tell(words: Record<Language, WordList> | undefined, key: Key, parts: Parts = {}): string {
  const own = words?.[settings.language][`instead.${key}`];
  return own === undefined ? t(key, parts) : write(own, parts);
}

/* A word whose key is put together at run time; undefined where there is none. */
export function maybe(key: string, parts: Parts = {}): string | undefined {
  const word = shell[settings.language][key];
  return word === undefined ? undefined : write(word, parts);
}

/* The same for the words of a game: `const s = writer({ en, fa })`, then `s('open.buy')`. */
export function writer<K extends string>(lists: Record<Language, Readonly<Record<K, Word>>>) {
  return (key: K, parts: Parts = {}): string => write(lists[settings.language][key], parts);
}

/* Words that the server sends in both languages. */
export function either(words: Partial<Record<Language, string>>): string {
  return words[settings.language] ?? words.en ?? '';
}

/* How long, in the largest unit that says it. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return t('time.seconds', { n: seconds });
  if (seconds < 3600) return t('time.minutes', { n: Math.round(seconds / 60) });
  if (seconds < 2 * 86400) return t('time.hours', { n: Math.round(seconds / 3600) });
  return t('time.days', { n: Math.round(seconds / 86400) });
}

/* A clock: 4:05, or 1:04:05. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const pad = new Intl.NumberFormat(locale(), { minimumIntegerDigits: 2 });
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${number(h)}:${pad.format(m)}:${pad.format(s)}` : `${number(m)}:${pad.format(s)}`;
}
