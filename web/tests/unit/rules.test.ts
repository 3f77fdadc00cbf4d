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

const games = readdirSync(root).filter((folder) => existsSync(join(root, folder, 'clauses.txt')));

describe.each(games)('the rules of %s', (folder) => {
  test.each(['en', 'fa'])('have every clause once, in %s', (language) => {
    const found = ids(read(folder, `web/rules/${language}.txt`));
    expect(new Set(found).size).toBe(found.length);
    expect([...found].sort()).toEqual(clauses(folder).sort());
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
