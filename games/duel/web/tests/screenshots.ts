// SPDX-License-Identifier: MIT
// The table of 7 Wonders Duel: the draft, each age, an opened card, a choice, the end and the replay.
import type { Page } from 'playwright-core';
import { playedOut, scene, type Scene } from '$tests/screenshots/scene';

const GAME = 'seven-wonders-duel';
const act = (page: Page) => page.waitForSelector('[data-status="act"], [data-status="over"]');
const read = (page: Page) =>
  page.evaluate(() => ({
    ply: Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] ?? 0),
    phase: document.querySelector<HTMLElement>('[data-board]')?.dataset['phase'] ?? '',
    age: Number(document.querySelector<HTMLElement>('[data-board]')?.dataset['age'] ?? 0),
    over: document.querySelector('[data-status="over"]') !== null,
  }));

/* One decision of mine: a wonder if I can, else a building, else coins. */
async function decide(page: Page, i: number): Promise<void> {
  const { ply, phase } = await read(page);
  if (phase === 'draft') await page.locator('[data-offer][data-can]').first().click();
  else if (phase !== 'play') await page.locator('[data-ask] [data-play]').first().click();
  else {
    const cards = page.locator('[data-card][data-can]');
    await cards.nth(i % (await cards.count())).click();
    for (const verb of ['wonder', 'build', 'discard']) {
      const button = page.locator(`[data-open] [data-play^="${verb}"]`).first();
      if ((await button.count()) === 0) continue;
      await button.click();
      break;
    }
  }
  await page.waitForFunction((n) => document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] !== String(n), ply);
}

/* Plays on until something is so, or the game is over. */
async function until(page: Page, done: (now: Awaited<ReturnType<typeof read>>, i: number) => boolean): Promise<void> {
  for (let i = 0; i < 90; i++) {
    await act(page);
    const now = await read(page);
    if (now.over || done(now, i)) return;
    await decide(page, i);
  }
}

const first = { game: GAME, seats: 'me skilled', options: { wonders: 'first-game', start: '0' } };

export const scenes: Scene[] = [
  { name: 'draft', sizes: true, show: async ({ page, table }) => void (await table({ game: GAME, seats: 'me skilled', options: { start: '0' } }), await act(page)) },
  { name: 'begin', sizes: true, show: async ({ page, table }) => void (await table(first), await act(page)) },
  {
    name: 'opened',
    sizes: true,
    async show({ page, table }) {
      await table(first);
      await until(page, (now, i) => i >= 4 && now.phase === 'play');
      await page.locator('[data-card][data-can]').first().click();
      await page.waitForSelector('[data-open]');
    },
  },
  {
    name: 'age-2',
    sizes: true,
    async show({ page, table }) {
      await table(first);
      await until(page, (now) => now.age === 2 && now.phase === 'play');
      await page.locator('[data-card][data-can]').last().click();
      await page.waitForSelector('[data-open]');
    },
  },
  {
    name: 'asked',
    sizes: true,
    async show({ page, table }) {
      await table(first);
      await until(page, (now) => !['play', 'draft', 'over'].includes(now.phase));
    },
  },
  {
    name: 'age-3',
    sizes: true,
    async show({ page, table }) {
      await table(first);
      await until(page, (now, i) => now.age === 3 && now.phase === 'play' && i > 22);
    },
  },
  scene({
    name: 'end',
    sizes: true,
    prepare: (server) => playedOut(server, first),
    async show({ page, person, made }) {
      await person.go(`/t/${made}`);
      await page.waitForSelector('[data-end]');
    },
  }),
  scene({
    name: 'replay',
    prepare: (server) => playedOut(server, first),
    async show({ page, person, made }) {
      await person.go(`/g/${made}#40`);
      await page.waitForSelector('.pyramid');
    },
  }),
  {
    name: 'rules',
    full: true,
    async show({ page, person }) {
      await person.go(`/rules/${GAME}`);
      await page.locator('article').waitFor();
    },
  },
];
