// SPDX-License-Identifier: MIT
// Puzzles: their files, themes, the one of the day, and days in a row.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Game, leave, think } from '$web/engine/engine';
import { dayOf, gameOfDay, longestOf, mixed, NOTHING_SOLVED, puzzleGames, puzzlesIn, puzzlesOf, solvedFrom, streakOf, themeOf } from '$web/study/puzzles';
import { withEngine } from './near';

beforeAll(withEngine);
afterAll(() => {
  leave();
  vi.unstubAllGlobals();
});
const SAMPLE = [0, 0.25, 0.5, 0.75];

const line = (more: object) => JSON.stringify({ best: 'a', chance: 8100, next: 'b', chance_next: 4600, solved: false, why: [{ key: 'better.wins' }], players: 2, options: {}, seed: '0', moves: ['x'], ...more });

test('a line is a puzzle; chances are shares', () => {
  const [one, two] = puzzlesIn('splendor', `${line({})}\n${line({ why: [] })}\n`);
  expect(one).toMatchObject({ game: 'splendor', number: 0, chance: 0.81, chanceNext: 0.46 });
  expect(one && themeOf(one)).toBe('win');
  expect(two && themeOf(two)).toBe('plan');
});

test('themes are those of the game: gold is points in one and a purse in another', () => {
  const theme = (game: string, key: string) => themeOf({ game, why: [{ key: `better.${key}` }] });
  expect([theme('kingdom-builder', 'gold'), theme('splendor', 'gold')]).toEqual(['points', 'purse']);
  expect([theme('kingdom-builder', 'near.other'), theme('seven-wonders-duel', 'prevents')]).toEqual(['defence', 'defence']);
  expect(theme('a-game-to-come', 'mill')).toBe('plan');
});

describe.each(puzzleGames())('%s', (game) => {
  test('has puzzles in which one move is clearly right, each once', async () => {
    const all = await puzzlesOf(game);
    expect(all.length).toBeGreaterThanOrEqual(100);
    expect(new Set(all.map((one) => `${one.seed} ${one.moves.length}`)).size).toBe(all.length);
    for (const one of all) {
      expect(one.chance - one.chanceNext).toBeGreaterThanOrEqual(0.149);
      expect(one.best).not.toBe(one.next);
      expect(one.why.length).toBeGreaterThan(0);
    }
  });

  /* The same dice and as many simulations find the same on every machine: a rule or a net that changes is noticed here. */
  test('a few of them, tried again: they can be played, and a search finds the answer', async () => {
    const all = await puzzlesOf(game);
    for (const { players, options, seed, moves, best, next } of SAMPLE.flatMap((share) => all[Math.floor(share * all.length)] ?? [])) {
      const source = { game, players, options, seed, moves };
      const opened = await Game.open(source);
      const legal = (await opened.moves()).map(({ move }) => move);
      opened.close();
      expect(legal).toEqual(expect.arrayContaining([best, next]));
      expect((await think(source, { bot: 'mcts:sims=400', seed: 1 })).move).toBe(best);
    }
  }, 60_000);
});

test('every day has its own, and everybody the same', () => {
  const days = Array.from({ length: 200 }, (_, i) => mixed(20_000 + i) % 100);
  expect(new Set(days).size).toBeGreaterThan(70);
  expect(mixed(20_000)).toBe(mixed(20_000));
  expect(gameOfDay(7, ['a', 'b', 'c'])).toBe('b');
  expect(dayOf(new Date(2026, 10, 17, 0, 0, 1)) - dayOf(new Date(2026, 10, 16, 23, 59, 59))).toBe(1);
});

test('days in a row: today need not be solved yet, a missed day ends it', () => {
  expect(streakOf([], 10)).toBe(0);
  expect(streakOf([8, 9], 10)).toBe(2);
  expect(streakOf([8, 9, 10], 10)).toBe(3);
  expect(streakOf([7, 8], 10)).toBe(0);
  expect(longestOf([1, 2, 3, 7, 8])).toBe(3);
});

test('what lies in the browser may be anything', () => {
  for (const text of [null, '', 'x', '7', 'null', '{"days":"no"}']) expect(solvedFrom(text)).toEqual(NOTHING_SOLVED);
  expect(solvedFrom('{"days":[3,"x",4],"first":1,"tries":2}')).toEqual({ days: [3, 4], first: 1, tries: 2 });
});
