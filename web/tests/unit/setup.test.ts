// SPDX-License-Identifier: MIT
// Setting up a position: the form that the engine tells for every game, its words, and what follows from a change.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue, checkPosition, Game, leave, type Checked } from '$web/engine/engine';
import { gameTable, gameWords } from '$web/games';
import { settings, type Language } from '$web/settings.svelte';
import type { Position } from '$web/study/hidden';
import { alongside, at, balanced, counted, countsOf, first, forgotten, HIDDEN, isWithin, joined, kindOf, letterSet, listAt, lyingOf, moved, namesOf, pathOf, piecesOf, put, uncovered, type Form, type Row } from '$web/study/setup/form';
import { Names } from '$web/study/setup/names';
import { Setting } from '$web/study/setup/setting.svelte';
import { withEngine } from './near';

beforeAll(withEngine);
afterEach(leave);
afterAll(() => vi.unstubAllGlobals());

const LANGUAGES: readonly Language[] = ['en', 'fa'];

async function begun(id: string, moves = 0): Promise<{ position: Position; form: Form }> {
  const info = (await catalogue()).find(({ game }) => game === id);
  const game = await Game.open({ game: id, players: info?.players_min ?? 2, options: {}, seed: '7' });
  for (let i = 0; i < moves; i++) await game.play((await game.moves())[0]?.move ?? '');
  const position = (await game.dump()) as Position;
  game.close();
  const told = await checkPosition(id, [position], -1, 'en');
  if ('problem' in told) throw new Error(told.problem);
  return { position, form: told.form };
}
const refusal = (told: Checked) => ('problem' in told ? told.problem : '');
const rowOf = (form: Form, name: string): Row => form.rows.find((row) => row.name === name) ?? { name };

describe.each(['splendor', 'seven-wonders-duel', 'kingdom-builder', 'queendomino', 'kingdomino', 'royal-wedding'])('the form of %s', (id) => {
  it('has every member of a position, and words in both languages for all that can be seen', async () => {
    const { position, form } = await begun(id, 12);
    expect(Object.keys(position['state'] as object)).toEqual(form.rows.map(({ name }) => name));
    const names = new Names(await gameTable(id), await gameWords(id), []);
    const lists = await gameWords(id);
    for (const language of LANGUAGES) {
      settings.language = language;
      const missing = (rows: readonly Row[]): string[] =>
        rows.flatMap((row) => {
          if (row.name === HIDDEN) return [];
          if (row.rows) return missing(row.rows);
          const kind = kindOf(form, row);
          const choices = [...(kind.names ?? []), ...(kind.places === 0 ? (kind.letters ?? '') : '')];
          return [...(`field.${row.name}` in lists[language] ? [] : [row.name]), ...namesOf(row, { ...kind, names: choices }).filter((name) => name !== '' && !/^[a-t]\d+$/.test(name) && language === 'fa' && !/\p{Script=Arabic}/u.test(names.thing(kind, name)))];
        });
      expect(missing(form.rows)).toEqual([]);
      for (const kind of form.kinds) for (const piece of kind.pieces ?? []) if (piece.low === undefined) expect(`field.${form.kinds[piece.kind]?.word ?? ''}` in lists[language]).toBe(true);
    }
    settings.language = 'en';
  }, 180_000);

  it('takes apart and puts together every text of a position', async () => {
    const { position, form } = await begun(id, 30);
    for (const { kind, value } of lyingOf(form, position)) {
      if (kind.pieces) expect(joined(kind, piecesOf(kind, String(value)))).toBe(value);
      if (kind.letters !== undefined && kind.places === 0) expect(counted(kind.letters, countsOf(kind.letters, String(value)))).toBe(value);
      if (kind.form === 'name' && value !== null) expect(kind.names).toContain(value);
    }
  });

  it('is accepted without a word about what is hidden, and says in both languages what is wrong', async () => {
    const { position, form } = await begun(id, 10);
    expect(refusal(await checkPosition(id, [forgotten(position)], -1, 'en'))).toBe('');
    expect(refusal(await checkPosition(id, [uncovered(form, position, (await gameTable(id)).numbered)], -1, 'en'))).toBe('');
    const turn = form.rows.find(({ name }) => name === 'turn' || name === 'round')?.name ?? '';
    const told = await checkPosition(id, [put(position, [turn], -1)], -1, 'fa');
    expect(refusal(told)).toMatch(/^\p{Script=Arabic}/u);
    expect('where' in told && pathOf(told.where)).toEqual([turn]);
  });
});

describe('a change', () => {
  it('takes a card from where it lay: another place gets the one that lay here', async () => {
    const { position, form } = await begun('splendor');
    const [a, b] = listAt(position, ['market1']);
    const changed = moved(form, position, ['market1', 0], rowOf(form, 'market1'), b);
    expect(listAt(changed, ['market1']).slice(0, 2)).toEqual([b, a]);
    expect(refusal(await checkPosition('splendor', [changed], -1, 'en'))).toBe('');
  });

  it('of tokens is paid by the bank, and what is given back goes there', async () => {
    const { position, form } = await begun('splendor');
    const seats = rowOf(form, 'seats');
    const tokens = seats.rows?.find(({ name }) => name === 'tokens') ?? { name: '' };
    const path = ['seats', 0, 'tokens'];
    const given = balanced(form, position, path, tokens, put(position, path, 'wwg'));
    expect(at(given, ['bank'])).toBe(String(at(position, ['bank'])).replace('ww', '').replace('g', ''));
    expect(refusal(await checkPosition('splendor', [given], -1, 'en'))).toBe('');
    expect(at(balanced(form, given, path, tokens, put(given, path, '')), ['bank'])).toBe(at(position, ['bank']));
  });

  it('of a list makes those that go along as long', async () => {
    const { position, form } = await begun('queendomino');
    const longer = alongside(form, put(position, ['next'], [1, 2, 3, 4, 5]));
    expect(listAt(longer, ['next_kings'])).toHaveLength(5);
    expect(first(form, rowOf(form, 'next'))).toBe(1);
  });

  it('of a letter changes that one alone; a problem lies within the member it names', () => {
    expect(letterSet('....', 2, '1')).toBe('..1.');
    expect(isWithin(pathOf('seats[1].tokens'), ['seats', 1, 'tokens'])).toBe(true);
    expect(isWithin(pathOf('seats[1].tokens'), ['seats', 0, 'tokens'])).toBe(false);
  });
});

describe('a position that is set up', () => {
  it('finds the hidden cards anew, says what is wrong and where, and begins again', async () => {
    const { position } = await begun('splendor');
    const setting = await Setting.open('splendor', position, -1);
    const hidden = (at(position, [HIDDEN, 'deck1']) as string[])[0];
    await setting.set(['market1', 0], rowOf(setting.form, 'market1'), hidden);
    expect(setting.problem).toBeUndefined();
    expect(listAt(setting.draft, ['market1'])[0]).toBe(hidden);
    expect(listAt(setting.draft, [HIDDEN, 'deck1'])).not.toContain(hidden);
    await setting.set(['bank'], rowOf(setting.form, 'bank'), 'www');
    expect(setting.problem).toContain('do not add up');
    await setting.again();
    expect(setting.problem).toBeUndefined();
    expect(setting.draft).toEqual(position);
  });

  it('lays a new domino where it can lie', async () => {
    const { position } = await begun('kingdomino', 6);
    const setting = await Setting.open('kingdomino', position, -1);
    const kingdoms = rowOf(setting.form, 'kingdoms');
    const row = kingdoms.rows?.find(({ name }) => name === 'dominoes') ?? { name: '' };
    const hidden = `k${String(listAt(position, [HIDDEN, 'kingdomino'])[0])}`;
    await setting.add(['kingdoms', 1, 'dominoes'], row, `${hidden}:0,0:e`);
    const laid = listAt(setting.draft, ['kingdoms', 1, 'dominoes']).at(-1);
    expect(String(laid).startsWith(`${hidden}:`)).toBe(true);
    expect(setting.problem ?? '').not.toContain('taken cell');
  });

  it('says of every place whether a domino can lie there, and why not', async () => {
    const { position } = await begun('kingdomino', 14);
    const setting = await Setting.open('kingdomino', position, -1);
    const row = rowOf(setting.form, 'kingdoms').rows?.find(({ name }) => name === 'dominoes') ?? { name: '' };
    const seat = listAt(position, ['kingdoms']).findIndex((_, i) => listAt(position, ['kingdoms', i, 'dominoes']).length > 0);
    const path = ['kingdoms', seat, 'dominoes'];
    const laid = String(listAt(position, path).at(-1));
    const [name = ''] = laid.split(':');
    await setting.remove(path, listAt(position, path).length - 1);
    const [there, castle, far] = await setting.against(path, [laid, `${name}:0,0:e`, `${name}:4,4:e`]);
    expect(there).toBe('');
    expect(castle).toContain('taken cell');
    expect(far).toContain('could not be placed');
    await setting.lay(path, row, laid);
    expect([setting.problem, listAt(setting.draft, path).length]).toEqual([undefined, listAt(position, path).length]);
  });

  it('is painted: a touch puts a settlement there, another one takes it away', async () => {
    const { position } = await begun('kingdom-builder');
    const setting = await Setting.open('kingdom-builder', position, -1);
    setting.brush = '2';
    await setting.paint({ field: 'settlements', index: 3, letter: 4 });
    expect(at(setting.draft, ['settlements', 3])).toBe('....2...............');
    await setting.paint({ field: 'settlements', index: 3, letter: 4 });
    expect(at(setting.draft, ['settlements', 3])).toBe('.'.repeat(20));
  });
});
