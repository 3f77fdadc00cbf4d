// SPDX-License-Identifier: MIT
// The guides of first games: when a step is said, and that everything they name exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { due, fits, myTurns, since, type GameGuide, type Moment } from '$web/guide';
import type { Line } from '$web/protocol';
import { chaptersOf } from '$web/rules';

const root = join(process.cwd(), '..');
const line = (seq: number, seat: number, turn: number, ...keys: string[]): Line => ({ seq, at: 0, what: 'move', seat, turn, ply: seq, move: 'x', say: keys.map((key) => ({ key })) });
const moment = (lines: Line[], more: Partial<Moment> = {}): Moment => ({
  view: { game: 'g', players: 2, options: {}, seat: 0, actor: 0, turn: 3, prompt: { key: 'prompt.act' }, scores: [], board: {} },
  legal: [{ move: 'take wug' }],
  lines,
  me: 0,
  ...more,
});

test('my turns are counted as turns, however many decisions they have', () => {
  expect(myTurns(moment([]))).toBe(0);
  expect(myTurns(moment([line(1, 0, 1), line(2, 0, 1), line(3, 1, 2)]))).toBe(1);
  expect(myTurns(moment([line(1, 0, 1), line(2, 1, 2), line(3, 0, 3)]))).toBe(1); // in the middle of the second
});

test('what the others did is what came after my last decision', () => {
  const lines = [line(1, 1, 1), line(2, 0, 2), line(3, 1, 3), line(4, 2, 4)];
  expect(since(lines, 0).map((one) => one.seq)).toEqual([3, 4]);
  expect(since(lines, 3)).toHaveLength(4);
});

test('a step is said when everything it asks for is true, and once', () => {
  const now = moment([line(1, 0, 1, 'move.buy'), line(2, 1, 2, 'move.take', 'event.card')]);
  expect(fits({ key: 'a', turn: 1, prompt: 'prompt.act', can: 'take', after: 'event' }, now)).toBe(true);
  expect(fits({ key: 'a', after: 'move.buy' }, now)).toBe(true); // my own
  expect(fits({ key: 'a', turn: 2 }, now)).toBe(false);
  expect(fits({ key: 'a', prompt: 'prompt.noble' }, now)).toBe(false);
  expect(fits({ key: 'a', can: 'buy' }, now)).toBe(false);
  expect(fits({ key: 'a', after: 'event.noble' }, now)).toBe(false);
  const steps = [{ key: 'a' }, { key: 'b' }, { key: 'c', turn: 9 }];
  expect(due(steps, now, 2, {}).map((one) => one.key)).toEqual(['a', 'b']);
  expect(due(steps, now, 2, { a: 2 }).map((one) => one.key)).toEqual(['a', 'b']); // still to be read
  expect(due(steps, now, 4, { a: 2 }).map((one) => one.key)).toEqual(['b']);
});

const modules = import.meta.glob<{ guides: Readonly<Record<string, GameGuide>> }>('$games/*/web/guide.ts', { eager: true });
const folders = Object.entries(modules).map(([path, module]) => [/games\/(\w+)\//.exec(path)?.[1] ?? '', module.guides] as const);

describe.each(folders)('the guide of %s', (folder, guides) => {
  const at = (...path: string[]) => join(root, 'games', folder, ...path);
  const words = JSON.parse(readFileSync(at('words/en.json'), 'utf8')) as Record<string, unknown>;
  const texts = ['en', 'fa'].map((language) => JSON.parse(readFileSync(at('web/guide', `${language}.json`), 'utf8')) as Record<string, string>);

  test('says the same in both languages, with Persian letters, and all of it', () => {
    const [en = {}, fa = {}] = texts;
    expect(Object.keys(fa)).toEqual(Object.keys(en));
    for (const text of [...Object.values(en), ...Object.values(fa)]) expect(text.trim()).not.toBe('');
    for (const text of Object.values(fa)) expect(/[يك]|[0-9]/.test(text), text).toBe(false);
    const named = new Set<string>(['idle', 'end']);
    for (const guide of Object.values(guides)) {
      for (const { key } of guide.steps) named.add(key).add(`${key}.title`);
      for (const { key } of Object.values(guide.deeds)) named.add(key);
    }
    // One list may serve the games of a folder; what only one of them says is named by that one.
    expect([...named].filter((key) => !(key in en))).toEqual([]);
    expect(Object.keys(en).filter((key) => !named.has(key))).toEqual([]);
  });

  test('speaks of prompts, phrases, options and clauses that exist', () => {
    const known = (key: string) => Object.keys(words).some((word) => word.startsWith(key));
    const rules = at('web/rules/en.txt');
    const clauses = existsSync(rules) ? new Set(chaptersOf(readFileSync(rules, 'utf8')).flatMap((chapter) => chapter.lines.flatMap((one) => (one.kind === 'clause' ? [one.id] : [])))) : undefined;
    const listed = readFileSync(at('clauses.txt'), 'utf8');
    for (const guide of Object.values(guides)) {
      for (const step of guide.steps) {
        for (const key of [step.prompt, step.after]) if (key !== undefined) expect(known(key), `${step.key}: ${key}`).toBe(true);
      }
      for (const key of Object.keys(guide.deeds)) expect(key in words, key).toBe(true);
      for (const { key, rule } of [...guide.steps, ...Object.values(guide.deeds)]) {
        if (rule === undefined) continue;
        expect(listed, key).toMatch(new RegExp(`^(= |~ )?${rule.replace('.', '\\.')} `, 'm'));
        if (clauses) expect(clauses.has(rule), `${key}: ${rule} on the page of rules`).toBe(true);
      }
    }
  });
});

/* Rules pages: the same clauses in both languages, each of the index, and those that refusals name. */
const books = readdirSync(join(root, 'games')).filter((name) => existsSync(join(root, 'games', name, 'web/rules/en.txt')));
test.each(books)('the rules of %s have the same clauses in both languages', (folder) => {
  const [en, fa] = ['en', 'fa'].map((language) =>
    chaptersOf(readFileSync(join(root, 'games', folder, 'web/rules', `${language}.txt`), 'utf8')).map((chapter) => [
      chapter.id,
      chapter.lines.map((one) => (one.kind === 'clause' ? one.id : one.kind === 'figure' ? `[${one.name}]` : '')),
    ]),
  );
  expect(fa).toEqual(en);
  expect(en?.length).toBeGreaterThan(3);
});
