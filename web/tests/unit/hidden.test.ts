// SPDX-License-Identifier: MIT
// Positions on the analysis board: what is hidden in them, shown and exchanged; thoughts of several workers; games as text.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue, checkPosition, deepen, Game, leave, type Source } from '$web/engine/engine';
import { mergeThoughts } from '$web/engine/merge';
import { wishOf } from '$web/here/give';
import { mayBeGiven, type Kept } from '$web/here/kept';
import { placesOf, possible, withCard, type Place, type Position } from '$web/study/hidden';
import { refereeView } from '$web/study/referee';
import { faceOf, kindOf, rowAt } from '$web/study/setup/form';
import { setUpFrom, sourceFrom, textOf } from '$web/study/source';
import { numbered } from '$games/domino/web/hidden';
import { hiddenPlaces as ages } from '$games/duel/web/hidden';
import { turnUp } from '$games/duel/web/turnup';
import { hiddenPlaces as hands } from '$games/kingdom/web/hidden';
import { hiddenPlaces as blind, thingName } from '$games/splendor/web/hidden';
import { withEngine } from './near';

beforeAll(withEngine);
afterEach(leave);
afterAll(() => vi.unstubAllGlobals());

/* As the tables of the games have them. */
const HIDING: Readonly<Record<string, (all: readonly Place[], position: Position) => Place[]>> = { 'kingdom-builder': hands, 'seven-wonders-duel': ages, splendor: blind };
const hiddenIn = (game: string, position: Position): Place[] => HIDING[game]?.(placesOf(position), position) ?? placesOf(position);

const GAMES = ['kingdom-builder', 'kingdomino', 'queendomino', 'royal-wedding', 'seven-wonders-duel', 'splendor'];

/* Some moves into a game, always another one of those that can be made. */
async function begun(source: Source, moves: number): Promise<Game> {
  const game = await Game.open(source);
  for (let i = 0; i < moves; i++) {
    const legal = await game.moves();
    await game.play(legal[(7 * i) % legal.length]?.move ?? '');
  }
  return game;
}

test('all games are looked at', async () => expect((await catalogue()).map(({ game }) => game)).toEqual(expect.arrayContaining(GAMES)));

describe.each(GAMES)('%s', (id) => {
  test('a hidden card changes places with another one, and the game can go on', async () => {
    const players = (await catalogue()).find(({ game }) => game === id)?.players_min ?? 2;
    const game = await begun({ game: id, players, options: {}, seed: '5' }, 14);
    const position = (await game.dump()) as Position;
    const places = hiddenIn(id, position);
    const place = places.find((one) => possible(places, one).length > 1);
    const [now, other] = place ? possible(places, place) : [];
    expect(now).toBe(place?.value);
    if (place === undefined || other === undefined) throw new Error('nothing is hidden');
    const changed = await Game.open({ game: id, position: withCard(position, places, place, other), moves: [] });
    const then = hiddenIn(id, (await changed.dump()) as Position);
    expect(then.find((one) => one.path.join() === place.path.join())?.value).toBe(other);
    expect(then.map(({ value }) => value).sort()).toEqual(places.map(({ value }) => value).sort());
    expect(await changed.standing()).toMatchObject({ actor: (await game.standing()).actor });
    game.close();
    changed.close();
  });
});

test('the referee sees what was reserved blind, in the panel of its owner', async () => {
  const game = await Game.open({ game: 'splendor', players: 2, options: {}, seed: '3' });
  const { actor } = await game.standing();
  await game.play('reserve deck2');
  const [position, view] = [(await game.dump()) as Position, await game.view(1 - actor)];
  const reserved = (of: typeof view) => (of.board as { seats: { reserved: object[] }[] }).seats[actor]?.reserved[0];
  expect(reserved(view)).not.toHaveProperty('card');
  expect(reserved(await refereeView(view, position, game, undefined))).toHaveProperty('card');
  expect(hiddenIn('splendor', position)[0]).toMatchObject({ group: 'blind', seat: actor });
});

/* What the form says of the thing that lies in such a place. */
async function formOf(game: string, position: Position) {
  const told = await checkPosition(game, [position], -1, 'en');
  if (!('form' in told)) throw new Error(told.problem);
  return told.form;
}

test('hidden cards of Splendor are called by what is printed on them', async () => {
  const game = await Game.open({ game: 'splendor', players: 2, options: {}, seed: '3' });
  await game.play('reserve deck2');
  const position = (await game.dump()) as Position;
  const form = await formOf('splendor', position);
  for (const { path, value } of hiddenIn('splendor', position)) {
    const row = rowAt(form, path.slice(1));
    const kind = row && kindOf(form, row);
    const face = kind && faceOf(kind, String(value));
    expect(thingName({ word: kind?.word ?? '', name: String(value), face })).toMatch(/^(white|blue|green|red|black) \d: /);
  }
});

test('the pool of every game has a kind that knows each of its things', async () => {
  for (const id of GAMES) {
    const players = (await catalogue()).find(({ game }) => game === id)?.players_min ?? 2;
    const game = await Game.open({ game: id, players, options: {}, seed: '8' });
    const position = (await game.dump()) as Position;
    const form = await formOf(id, position);
    for (const { group, path, value } of hiddenIn(id, position)) {
      const called = typeof value === 'number' ? numbered(group, value) : undefined;
      const row = rowAt(form, path.slice(1));
      const kind = called ? form.kinds.find(({ word, names }) => word === called.word && names?.includes(called.name)) : row && kindOf(form, row);
      expect(kind?.names, `${id} ${path.join('.')}`).toContain(called?.name ?? value);
    }
    game.close();
  }
});

test('what lies in a layout changes places only with cards of the same back', () => {
  const layout = [null, 'down', 'guild', 'arsenal', ...Array.from({ length: 16 }, () => null)];
  const age3 = [null, 'courthouse', 'moneylenders_guild', null, ...Array.from({ length: 16 }, () => null), 'senate', 'merchants_guild'];
  const position = { state: { age: 3, layout, hidden: { age1: ['stable'], age3, box: ['law'] } } };
  const places = ages(placesOf(position), position);
  expect(places.map(({ title, value, back }) => `${title} ${value} ${back}`)).toEqual([
    'hidden.age3 courthouse age3',
    'hidden.age3 moneylenders_guild guild',
    'hidden.out senate age3',
    'hidden.out merchants_guild guild',
    'hidden.box law box',
  ]);
});

test('the referee sees every card of the pyramid', async () => {
  const game = await begun({ game: 'seven-wonders-duel', players: 2, options: {}, seed: '11' }, 8);
  const [position, view] = [(await game.dump()) as Position, await game.view(0)];
  type Slots = { layout: { there: boolean; face_up?: boolean; card?: { key: string } }[] };
  const down = (view.board as Slots).layout.flatMap((slot, i) => (slot.there && !slot.face_up ? [i] : []));
  expect(down).toHaveLength(8);
  const { layout } = (await refereeView(view, position, game, turnUp)).board as Slots;
  const faces = (position['state'] as { hidden: { age1: string[] } }).hidden.age1;
  for (const i of down) expect(layout[i]).toMatchObject({ face_up: true, card: { key: faces[i] } });
});

test('moves from here on are told, and nothing has changed', async () => {
  const game = await Game.open({ game: 'splendor', players: 2, options: {}, seed: '3' });
  const said = await game.told(['take wug', 'take wug', 'take nothing']);
  expect(said.map(({ key }) => key)).toEqual(['move.take', 'move.take']);
  expect(await game.standing()).toMatchObject({ length: 0 });
});

describe('thoughts of several', () => {
  const line = (move: string, chance: number, visits: number) => ({ move, chance, seats: [chance, 1 - chance], visits, score: 0, line: [move] });
  test('count as often as each has tried', () => {
    const one = { move: 'a', simulations: 100, best: [line('a', 0.6, 80), line('b', 0.4, 20)] };
    const two = { move: 'b', simulations: 100, best: [line('b', 0.5, 90), line('a', 0.2, 10)] };
    const both = mergeThoughts([one, two]);
    expect(both).toMatchObject({ move: 'b', simulations: 200 });
    expect(both?.best.map(({ move, visits }) => [move, visits])).toEqual([['b', 110], ['a', 90]]);
    expect(both?.best[1]?.chance).toBeCloseTo((0.6 * 80 + 0.2 * 10) / 90);
    expect(mergeThoughts([one])).toBe(one);
    expect(mergeThoughts([])).toBeUndefined();
  });
  test('are one thought with all simulations', async () => {
    const found: number[] = [];
    await deepen({ game: 'splendor', players: 2, options: {}, seed: '3' }, { from: 20, to: 40, threads: 3, onthought: ({ simulations }) => found.push(simulations) });
    expect(found[0]).toBe(60);
    expect(found[1]).toBeGreaterThan(60);
  }, 30_000);
});

test('a position that was set up is text, and comes back as it was', () => {
  const setUp = { game: 'splendor', position: { game: 'splendor', players: 2, state: { turn: 3 } }, moves: ['take wug'] };
  expect(setUpFrom(textOf(setUp))).toEqual(setUp);
  expect(sourceFrom(textOf(setUp))).toEqual(setUp);
  for (const none of ['', '7', 'null', '[]', '{"game":"splendor"}', '{"game":1,"state":{}}', '{"game":"splendor","state":{},"moves":[1]}', '[Game "splendor"]']) expect(setUpFrom(none)).toBeUndefined();
  expect(sourceFrom('[Game "splendor"]')).toEqual({ record: '[Game "splendor"]' });
});

describe('handing a game over', () => {
  const kept = {
    ...{ id: 'here-1', game: 'kingdomino', players: 3, options: {}, hints: true, seed: '42'.repeat(32), created: 0, updated: 0, holder: 1 },
    seats: [{ kind: 'bot', level: 'master' }, { kind: 'person', name: 'Mina' }, { kind: 'person', name: 'Dara' }],
    events: [{ at: 0, what: 'over', reason: 'game' }],
    stand: { actor: -1, turn: 1, scores: [] },
  } satisfies Kept;
  test('I am the first person there, the others have no account', () => {
    expect(wishOf(kept)).toMatchObject({ offline: kept.seed, seats: [{ kind: 'bot', level: 'master' }, { kind: 'me' }, { kind: 'other' }], clock: { kind: 'none' } });
  });
  test('what was given up, is not over, has no deal, or is there already is not handed over', () => {
    expect(mayBeGiven(kept)).toBe(true);
    expect(mayBeGiven({ ...kept, given: { table: 'x', whole: false } })).toBe(true);
    expect(mayBeGiven({ ...kept, given: { table: 'x', whole: true } })).toBe(false);
    expect(mayBeGiven({ ...kept, seed: '' })).toBe(false);
    expect(mayBeGiven({ ...kept, events: [] })).toBe(false);
    expect(mayBeGiven({ ...kept, events: [{ at: 0, what: 'resigned', seat: 1 }, ...kept.events] })).toBe(false);
  });
});
