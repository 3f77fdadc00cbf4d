// SPDX-License-Identifier: MIT
// The rules in the page, as the page asks for them: the same engine in workers, here without threads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue, deepen, Game, hasEngine, isStopped, leave, LEVELS, netFor, newSeed, Problem, report, think, type Source } from '$web/engine/engine';
import { open, Takht } from '$engine/table.js';
import { isAnswer } from '$web/engine/answers';
import { settings } from '$web/settings.svelte';
import { Link } from '$web/engine/link';
import { withEngine } from './near';

const DUEL: Source = { game: 'seven-wonders-duel', players: 2, options: {}, seed: '11' };
const SPLENDOR: Source = { game: 'splendor', players: 2, options: {}, seed: '3' };

beforeAll(withEngine);
afterEach(leave);
afterAll(() => vi.unstubAllGlobals());

describe('the rules', () => {
  it('are there, with all games in both languages', async () => {
    expect(hasEngine()).toBe(true);
    const games = await catalogue();
    expect(games.map(({ game }) => game)).toContain('splendor');
    for (const game of games) expect([game.title.en, game.title.fa, game.about.en].every(Boolean)).toBe(true);
    expect(games.find(({ game }) => game === 'splendor')?.styles.length).toBeGreaterThan(3);
  });

  it('play, take back, and tell what happened as a server does', async () => {
    const game = await Game.open(SPLENDOR);
    const first = await game.moves();
    expect(first.length).toBeGreaterThan(10);
    expect(first[0]?.say?.key).toMatch(/^move\./);
    const move = first[0]?.move ?? '';
    const { actor } = await game.standing();
    expect(await game.play(move)).toMatchObject({ players: 2, length: 1, actor: 1 - actor });
    expect(await game.lines(0, actor)).toMatchObject([{ seat: actor, move, ply: 1, turn: 1, say: [{ who: [{ seat: actor }] }] }]);
    expect((await game.view(0, 0)).actor).toBe(actor);
    expect(await game.back()).toMatchObject({ length: 0, actor });
    game.close();
  });

  it('say in both languages which rule forbids a move, and refuse it', async () => {
    const game = await Game.open(SPLENDOR);
    const preview = await game.preview('take rrr');
    expect(preview).toMatchObject({ refused: { code: 'refused' } });
    if ('refused' in preview) expect(preview.refused.words.fa).toMatch(/\p{Script=Arabic}/u);
    await expect(game.play('take rrr')).rejects.toBeInstanceOf(Problem);
    await expect(Game.open({ record: 'no record' })).rejects.toBeInstanceOf(Problem);
  });

  it('say in both languages what is wrong with a record, and with what a position is called', async () => {
    const said = (source: Source) => Game.open(source).then(() => '', (why: unknown) => (why instanceof Problem ? why.message : String(why)));
    const wrong: readonly Source[] = [{ record: '[Game "chess"]' }, { record: '[Game "splendor"]\n[Players "2"]\n[Deal "{}"]' }, { record: '[Game "splendor"]\n[Players "2"]\n[Seed "3"]\n1. take rrr' }, { game: 'chess', position: {} }];
    expect(await said(wrong[0] ?? DUEL)).toBe('line 1: the game is unknown');
    settings.language = 'fa';
    for (const source of wrong) expect((await said(source)).replace(/deck1|take rrr|chess/, '')).toMatch(/^[^a-z]*\p{Script=Arabic}[^a-z]*$/u);
    settings.language = 'en';
  });

  it('keep secret from the others what a seat holds', async () => {
    const game = await Game.open(SPLENDOR);
    const { actor } = await game.standing();
    expect([await game.secret(0), await game.secret(1)]).toEqual([false, false]);
    await game.play((await game.moves()).find(({ move }) => /^reserve (top|deck)/.test(move))?.move ?? '');
    expect(await game.revealed(1)).toBe(true);
    expect([await game.secret(actor), await game.secret(1 - actor)]).toEqual([true, false]);
    const reserved = async (seat: number) => ((await game.view(seat)).board as { seats: { reserved: object[] }[] }).seats[actor]?.reserved;
    expect(await reserved(actor)).toMatchObject([{ level: 1, blind: true, card: { level: 1 } }]);
    expect(await reserved(1 - actor)).toEqual([{ level: 1, blind: true }]);
  });

  it('write records that they can read', async () => {
    const game = await Game.open({ ...SPLENDOR, seed: newSeed() });
    await game.play((await game.moves())[0]?.move ?? '');
    const record = await game.record(['Ada "the first"', '']);
    expect(record).toContain('[Seat1 "Ada \\"the first\\""]');
    const again = await Game.open({ record });
    expect(await again.standing()).toEqual(await game.standing());
    const set = await Game.open({ game: 'splendor', position: await game.dump() });
    expect((await set.view(0)).board).toEqual((await game.view(0)).board);
  });
});

/* Every table that is asked for is given back, if it is not handed out. */
it('what is refused leaves no table behind', async () => {
  let tables = 0;
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  await open(await WebAssembly.compile(readFileSync('../build/wasm/takht.wasm')));
  const { exports } = (await instantiate.mock.results[0]?.value) as unknown as WebAssembly.Instance;
  instantiate.mockRestore();
  const counted = {
    ...exports,
    tk_table_new: () => (tables++, (exports['tk_table_new'] as () => number)()),
    tk_table_free: (at: number) => (tables--, (exports['tk_table_free'] as (at: number) => void)(at)),
  };
  const takht = Reflect.construct(Takht, [counted]) as Takht;
  const refused: readonly (() => unknown)[] = [() => takht.read('no record'), () => takht.start('chess'), () => takht.start('splendor', { players: 9 }), () => takht.load('splendor', {}), () => takht.giveNet('none', new Uint8Array(8)), () => takht.read('', 'xx' as 'fa')];
  for (const ask of refused) expect(ask).toThrow();
  const known = takht.games.map(({ game }) => game);
  expect(known).toContain('splendor');
  expect(takht.catalogue.map(({ game }) => game)).toEqual(known);
  expect(tables).toBe(0);
  takht.start('splendor').free();
  expect(tables).toBe(0);
});

describe('an answer', () => {
  it('is looked at before anybody believes it', async () => {
    expect(isAnswer('standing', { players: 2, actor: -1, length: 0 })).toBe(true);
    expect(isAnswer('standing', { players: 2, actor: 'me', length: 0 })).toBe(false);
    expect(isAnswer('preview', { say: { key: 'take', what: [{ word: 'white', n: 1 }, 3] } })).toBe(true);
    expect(isAnswer('preview', { say: { key: 'take', what: [{ card: 1 }] } })).toBe(false);
    expect(isAnswer('dump', [])).toBe(false);
  });

  it('that nobody knows is a problem, and not a broken page', async () => {
    const hand: ConstructorParameters<typeof Link>[0] = {
      postMessage: ({ n }) => queueMicrotask(() => hand.onmessage?.(new MessageEvent('message', { data: { n, value: 'nonsense' } }))),
      terminate: () => {},
      onmessage: null,
      onerror: null,
    };
    const link = new Link(hand, WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    await expect(link.ask('standing', 1)).rejects.toThrow(Problem);
  });
});

describe('the bots', () => {
  it('have a level for every name', async () => {
    for (const bot of LEVELS.slice(0, 3)) expect((await think({ game: 'kingdomino', players: 4, options: {}, seed: '5' }, { bot })).move).not.toBe('');
    await expect(think(DUEL, { bot: 'nobody' })).rejects.toBeInstanceOf(Problem);
  });

  it('know the net of their game', () => {
    expect(netFor('seven-wonders-duel', 2)?.name).toBe('duel');
    expect([2, 3, 4].map((players) => netFor('splendor', players)?.name)).toEqual(['splendor', 'splendor-4', 'splendor-4']);
    expect(netFor('kingdom-builder', 3)).toBeUndefined();
  });

  it('think the same for the same seed, with chances', async () => {
    const ask = () => think(DUEL, { bot: 'mcts:sims=60', seed: 9 });
    const [one, two] = [await ask(), await ask()];
    expect(one).toEqual(two);
    expect(one.best[0]?.chance).toBeGreaterThan(0);
  });

  it('deepen until they are stopped', async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const onthought = ({ simulations }: { simulations: number }) => {
      seen.push(simulations);
      if (seen.length === 3) stop.abort();
    };
    await expect(deepen(DUEL, { from: 10, signal: stop.signal, onthought })).rejects.toSatisfy(isStopped);
    expect(seen[2]).toBeGreaterThan(seen[0] ?? 0);
  });

  it('report on a game, and tell how far they are', async () => {
    const game = await Game.open(SPLENDOR);
    for (let i = 0; i < 6; i++) await game.play((await game.moves())[0]?.move ?? '');
    const steps: number[] = [];
    const { plies, account } = await report({ record: await game.record() }, { simulations: 8, onprogress: (done) => steps.push(done) });
    expect(plies).toHaveLength(6);
    expect(account).toHaveLength(2);
    expect(steps.length).toBeGreaterThan(0);
  });
});

/* As it travels at most: brotli is a sixth smaller. */
describe('what is loaded', () => {
  const packed = (path: string) => gzipSync(readFileSync(join(process.cwd(), '..', path)), { level: 9 }).length;
  const nets = readdirSync('../games', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.net'));
  it('is small: the rules, and the bots with the net of one table', () => {
    expect(packed('build/wasm/rules.wasm')).toBeLessThanOrEqual(150_000);
    expect(packed('build/wasm/takht.wasm') + Math.max(...nets.map((path) => packed(join('games', path))))).toBeLessThanOrEqual(1_500_000);
  });
});
