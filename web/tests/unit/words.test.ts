// SPDX-License-Identifier: MIT
// Every word is there in both languages, with the same parts, and is used somewhere.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(process.cwd(), '..');

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'node_modules' || name === 'words' || name === 'tests' ? [] : files(path);
    return /\.(ts|svelte)$/.test(name) && !/\.test\.ts$/.test(name) ? [path] : [];
  });

type Word = string | { one: string; other: string };
const list = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Word>;
const forms = (word: Word): string[] => (typeof word === 'string' ? [word] : [word.one, word.other]);
const parts = (word: Word): string[] => [...new Set(forms(word).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

const games = readdirSync(join(root, 'games')).filter((name) => statSync(join(root, 'games', name)).isDirectory());
const pages = games.filter((name) => existsSync(join(root, 'games', name, 'web/index.ts')));

/* A key is used where it is written out, or where a text with holes fits it: `level.${name}`. */
function used(sources: string): (key: string) => boolean {
  const patterns = [...sources.matchAll(/`([a-z][\w]*\.[\w.]*\$\{[^`]*)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\0').replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/\0/g, '[\\w.]+')}$`),
  );
  return (key) => sources.includes(`'${key}'`) || patterns.some((pattern) => pattern.test(key));
}

function sameInBoth(folder: string) {
  const [en, fa] = [list(join(folder, 'en.json')), list(join(folder, 'fa.json'))];
  expect(Object.keys(fa)).toEqual(Object.keys(en));
  for (const [key, word] of Object.entries(en)) {
    expect(parts(fa[key] ?? ''), key).toEqual(parts(word));
    for (const text of [...forms(word), ...forms(fa[key] ?? '')]) expect(text.trim(), key).not.toBe('');
  }
}

/* Persian is written with Persian letters: ی and ک, and figures only where they are parts. */
function isPersian(folder: string) {
  for (const [key, word] of Object.entries(list(join(folder, 'fa.json'))))
    for (const text of forms(word)) expect(/[يك]/.test(text), `${key}: ${text}`).toBe(false);
}

describe('the shell', () => {
  const folder = join(root, 'web/src/words');
  const sources = files(join(root, 'web/src')).map((path) => readFileSync(path, 'utf8')).join('\n');

  test('has the same words in both languages', () => sameInBoth(folder));
  test('writes Persian with Persian letters', () => isPersian(folder));
  test('uses every word', () => {
    const isUsed = used(sources);
    expect(Object.keys(list(join(folder, 'en.json'))).filter((key) => !isUsed(key))).toEqual([]);
  });
  test('has every word that it asks for', () => {
    const words = list(join(folder, 'en.json'));
    const asked = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
    expect(asked.filter((key) => !(key in words))).toEqual([]);
  });
});

describe.each(pages)('the board of %s', (name) => {
  const folder = join(root, 'games', name, 'web/words');
  const rules = list(join(root, 'games', name, 'words/en.json'));
  const sources = files(join(root, 'games', name, 'web')).map((path) => readFileSync(path, 'utf8')).join('\n');

  test('has the same words in both languages', () => {
    sameInBoth(folder);
    sameInBoth(join(root, 'games', name, 'words'));
  });
  test('writes Persian with Persian letters', () => isPersian(folder));
  test('uses every word of its own, or says a sentence of the rules in another person or shorter', () => {
    const isWritten = used(sources);
    const own = list(join(folder, 'en.json'));
    /* What the table of fields names is written by the form in which a position is set up; that all of it has words is a test of setup. */
    const fields = readdirSync(join(root, 'games', name)).filter((file) => file.endsWith('.c') && !file.endsWith('_words.c')).map((file) => readFileSync(join(root, 'games', name, file), 'utf8')).join('\n');
    const isField = (key: string) => {
      const [word = '', named = ''] = key.split('.');
      return word === 'field' ? fields.includes(`"${named}"`) : fields.includes(`"${word}"`) && (fields.includes(`"${named}"`) || fields.includes(`.letters = "`));
    };
    const isUsed = (key: string) => isWritten(key) || isField(key) || key.startsWith('instead.');
    const variant = (key: string) => {
      const base = key.replace(/^(last|brief|do)\./, '').replace(/\.(you|they)$/, '');
      return base === key ? undefined : base;
    };
    for (const key of Object.keys(own)) {
      const base = variant(key);
      if (base === undefined || isUsed(key)) expect(isUsed(key), key).toBe(true);
      else {
        expect(rules, key).toHaveProperty([base]);
        for (const part of parts(own[key] ?? '')) expect(parts(rules[base] ?? ''), key).toContain(part);
      }
    }
  });
  test('says instead of the page, the program or the rules of all only what these say, too', () => {
    const said = Object.assign({}, ...['web/src', 'core', 'cli'].map((where) => list(join(root, where, 'words/en.json')))) as Record<string, Word>;
    for (const [key, word] of Object.entries({ ...rules, ...list(join(folder, 'en.json')) })) {
      if (!key.startsWith('instead.')) continue;
      const base = key.slice('instead.'.length);
      expect(said, key).toHaveProperty([base]);
      expect(parts(word), key).toEqual(parts(said[base] ?? ''));
    }
  });
  test('does not say anything twice that the rules say already', () => {
    expect(Object.keys(list(join(folder, 'en.json'))).filter((key) => key in rules)).toEqual([]);
  });
  test('has every word that it asks for', () => {
    const words = { ...rules, ...list(join(folder, 'en.json')) };
    const asked = [...sources.matchAll(/\bs\(\s*'([^']+)'/g)].map(([, key = '']) => key);
    expect(asked.filter((key) => !(key in words))).toEqual([]);
  });
});
