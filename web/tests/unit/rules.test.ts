// SPDX-License-Identifier: MIT
// The rules on the page have every clause of every game, in both languages, and a drawing for each picture they name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chaptersOf } from '$web/rules';

const root = join(process.cwd(), '../games');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/* One clause a line; "~" marks those that no script can play, "=" those that follow from others. */
const clauses = (folder: string) =>
  read(folder, 'clauses.txt')
    .split('\n')
    .flatMap((line) => /^(?:[~=] )?([A-Z0-9]+-\d+(?:\.\d+)*) /.exec(line)?.[1] ?? []);

const written = (text: string) => chaptersOf(text).flatMap((chapter) => chapter.lines);
const ids = (text: string) => written(text).flatMap((line) => (line.kind === 'clause' ? [line.id] : []));
const figures = (text: string) => written(text).flatMap((line) => (line.kind === 'figure' ? [line.name] : []));

/* QD-9.3 comes before QD-10.1, and each book counts for itself. */
const before = (a: number[], b: number[]): boolean => (a[0] === b[0] && a.length > 0 ? before(a.slice(1), b.slice(1)) : (a[0] ?? 0) < (b[0] ?? 0));
const misplaced = (all: string[]) =>
  all.filter((id, at) => {
    const [book = '', number = ''] = id.split('-');
    const earlier = all.slice(0, at).findLast((other) => other.startsWith(`${book}-`));
    const steps = (text: string) => text.split('.').map(Number);
    return earlier !== undefined && !before(steps(earlier.split('-')[1] ?? ''), steps(number));
  });

/* A game without a board is not on the page. */
const games = readdirSync(root).filter((folder) => existsSync(join(root, folder, 'web/index.ts')));

describe.each(games)('the rules of %s', (folder) => {
  test.each(['en', 'fa'])('have every clause once, in %s', (language) => {
    const found = ids(read(folder, `web/rules/${language}.txt`));
    expect(new Set(found).size).toBe(found.length);
    expect([...found].sort()).toEqual(clauses(folder).sort());
  });
  test('go in the order of their numbers', () => {
    expect(misplaced(ids(read(folder, 'web/rules/en.txt')))).toEqual([]);
  });
  test('go the same way in both languages, with the same pictures', () => {
    const [en, fa] = [read(folder, 'web/rules/en.txt'), read(folder, 'web/rules/fa.txt')];
    expect(ids(fa)).toEqual(ids(en));
    expect(figures(fa)).toEqual(figures(en));
    expect(chaptersOf(fa).map((chapter) => chapter.id)).toEqual(chaptersOf(en).map((chapter) => chapter.id));
  });
  test('are written with Persian letters', () => {
    expect(read(folder, 'web/rules/fa.txt')).not.toMatch(/[يك]/);
  });
});
