// SPDX-License-Identifier: MIT
// At every size, in both languages: the whole decision is in sight and nothing has to be scrolled, nothing lies over
// anything else, what a finger touches is large enough, and no word is cut. One page each, made larger and smaller.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsAtEverySize } from './faults';
import { isOver, Person, playOn, playSome, Server } from './world';

/* For each game: few players and many, and how many plies are played before we look. */
const TABLES: Record<string, { seats: readonly number[]; plies: number }> = {
  splendor: { seats: [2, 4], plies: 40 },
  'seven-wonders-duel': { seats: [2], plies: 24 },
  'kingdom-builder': { seats: [2, 4], plies: 60 },
  queendomino: { seats: [2, 4], plies: 60 },
  kingdomino: { seats: [2, 4], plies: 30 },
  'royal-wedding': { seats: [3, 8], plies: 60 },
};

/* How many positions of each game are looked at: one; `make sizes` plays on and looks at many. */
const LOOKS = Number(process.env['LOOKS'] ?? 1);
const BETWEEN = 7; // plies, at least

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

/* In one language they play against the clock, and a long one. */
const clockOf = (language: 'en' | 'fa') => (language === 'fa' ? { kind: 'game', seconds: 3600 * 2, increment: 5 } : { kind: 'none' });

const BOT = { kind: 'bot', level: 'greedy' };

describe.each(Object.entries(TABLES).map(([game, table]) => ({ game, ...table })))('$game', ({ game, seats, plies }) => {
  const [few = 2, many = few] = seats;
  const looks = [[many, 'en'], [many, 'fa'], ...(many === few ? [] : [[few, 'fa']])] as const;
  for (const [players, language] of looks as readonly (readonly [number, 'en' | 'fa'])[])
    test(`${players} players, ${language}`, { timeout: 120_000 * LOOKS }, async () => {
      const person = await Person.arrive(server, { language });
      const { page } = person;
      await person.go('/settings');
      const others = Array.from({ length: players - 1 }, () => BOT);
      const wish = { game, players, options: {}, seats: [{ kind: 'me' }, ...others], clock: clockOf(language), public: false, hints: true, quick: true, random: 'b3'.repeat(32) };
      const { table } = await person.post<{ table: string }>('tables', wish);
      await person.go(`/t/${table}`);
      await page.waitForSelector('[data-board]');
      for (let look = 0; look < LOOKS; look++) {
        const ply = LOOKS === 1 ? plies : look * BETWEEN;
        await playSome(page, table, ply);
        expect.soft(await faultsAtEverySize(page), `at ply ${ply}`).toEqual({});
        if (await isOver(page)) break;
      }
      await person.leave();
    });

  /* Somebody looks on, who has no things of their own. */
  test.runIf(LOOKS > 1)(`${many} players, watched`, { timeout: 240_000 }, async () => {
    const [player, watcher] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa' })]);
    await player.go('/settings');
    const others = Array.from({ length: many - 1 }, () => BOT);
    const wish = { game, players: many, options: {}, seats: [{ kind: 'me' }, ...others], clock: clockOf('fa'), public: true, hints: true, quick: true, random: 'b4'.repeat(32) };
    const { table } = await player.post<{ table: string }>('tables', wish);
    await playOn(player.page, table, plies);
    await watcher.go(`/t/${table}`);
    await watcher.page.waitForSelector('[data-board]');
    expect(await faultsAtEverySize(watcher.page, true)).toEqual({});
    await Promise.all([player.leave(), watcher.leave()]);
  });

  /* As many players as can be, and a name as long as can be. Nobody looks while it is played: that is quicker. */
  test('the end', { timeout: 240_000 }, async () => {
    const person = await Person.arrive(server, { language: 'fa' });
    const { page } = person;
    await person.go('/settings');
    await person.post('me', { name: 'شهرزاد دختر وزیر شهریار' });
    const others = Array.from({ length: many - 1 }, () => BOT);
    const wish = { game, players: many, options: {}, seats: [{ kind: 'me' }, ...others], clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'b5'.repeat(32) };
    const { table } = await person.post<{ table: string }>('tables', wish);
    await playOn(page, table, Infinity);
    await person.go(`/t/${table}`);
    await page.waitForSelector('[data-end]');
    expect(await faultsAtEverySize(page)).toEqual({});
    await page.locator('.lang').click();
    expect(await faultsAtEverySize(page)).toEqual({});
    await person.leave();
  });
});
