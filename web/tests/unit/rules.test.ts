// The rules of every game: all clauses, each once, in both languages, and pictures that are there in both.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chaptersOf } from '../../src/rules';

const root = join(process.cwd(), '..');
const at = (folder: string, ...path: string[]) => join(root, 'games', folder, ...path);
const read = (folder: string, ...path: string[]) => readFileSync(at(folder, ...path), 'utf8');

/* A folder whose rules are still to be written has nothing but a heading. */
const folders = readdirSync(join(root, 'games')).filter((name) => existsSync(at(name, 'web/rules/en.txt')) && read(name, 'web/rules/en.txt').length > 200);

const idsOf = (text: string): string[] =>
  chaptersOf(text).flatMap((chapter) => [chapter.id, ...chapter.lines.flatMap((line) => (line.kind === 'clause' ? [line.id] : []))]).filter((id) => id !== '');
const figuresOf = (text: string): string[] => chaptersOf(text).flatMap((chapter) => chapter.lines.flatMap((line) => (line.kind === 'figure' ? [line.name] : [])));

describe.each(folders)('the rules of %s', (folder) => {
  const clauses = read(folder, 'clauses.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^~ /, '').split(' ')[0] ?? '');

  test.each(['en', 'fa'])('have every clause once (%s)', (language) => {
    const ids = idsOf(read(folder, `web/rules/${language}.txt`));
    expect(clauses.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    // What is no clause of its own is the heading of some.
    expect(ids.filter((id) => !clauses.includes(id) && !clauses.some((clause) => clause.startsWith(id)))).toEqual([]);
  });
  test('have the same order and pictures in both languages', () => {
    const [en, fa] = [read(folder, 'web/rules/en.txt'), read(folder, 'web/rules/fa.txt')];
    expect(idsOf(fa)).toEqual(idsOf(en));
    expect(figuresOf(fa)).toEqual(figuresOf(en));
    const drawn = read(folder, 'web/Figure.svelte');
    for (const name of figuresOf(en)) expect(drawn, name).toContain(`'${name}'`);
  });
  test('are written with Persian letters and figures', () => {
    for (const line of read(folder, 'web/rules/fa.txt').split('\n')) {
      const text = line.replace(/^(?:#+ )?[A-Z]*(?:-[\d.]+)? ?/, '').replace(/[A-Z]+-[\d.]+\d|[A-Z]+-\d+/g, '');
      if (line !== '' && !/^(?:#|\[)/.test(line)) expect(/[يك0-9]/.test(text), line).toBe(false);
    }
  });
});
