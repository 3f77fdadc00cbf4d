// SPDX-License-Identifier: MIT
// The table of Splendor: what a turn looks like, from the first one to the end and the replay.
import type { Page } from 'playwright-core';
import { playedOut, scene, type Scene } from '$tests/screenshots/scene';

const act = (page: Page) => page.waitForSelector('[data-status="act"], [data-status="over"]');

/* Some turns, taking what can be taken. */
async function turns(page: Page, n: number): Promise<void> {
  const lines = () => page.evaluate(() => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] ?? 0));
  for (let i = 0; i < n; i++) {
    await act(page);
    const before = await lines();
    const guide = page.locator('[data-guide] .close');
    if ((await guide.count()) > 0) await guide.click();
    const buy = page.locator('[data-buy]').first();
    const back = page.locator('[data-return]').first();
    const pile = page.locator('[data-pile][data-can]');
    const moved = async () => (await lines()) !== before;
    if ((await back.count()) > 0) while (!(await moved()) && (await back.count()) > 0) await back.click();
    else if ((await buy.count()) > 0) {
      await buy.click();
      await page.locator('[data-open] [data-play^="buy"]').first().click();
    } else
      for (let k = 0; k < 3 && !(await moved()) && (await pile.count()) > 0; k++) {
        const letters = await pile.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['pile'] ?? ''));
        await page.locator(`[data-pile="${letters[(i + k) % letters.length]}"]`).click();
      }
    await page.waitForFunction((ply) => document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] !== String(ply), before);
  }
  await act(page);
}

const seats = (n: number) => ['me skilled', 'me skilled expert', 'me skilled expert novice'][n - 2] ?? 'me skilled';

export const scenes: Scene[] = [
  { name: 'begin', sizes: true, show: async ({ page, table }) => void (await table({ game: 'splendor', seats: seats(2), options: { start: '0' } }), await act(page)) },
  {
    name: 'middle-4',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(4), options: { start: '0' } });
      await turns(page, 9);
    },
  },
  {
    name: 'picking',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(3), options: { start: '0' } });
      await turns(page, 2);
      for (let k = 0; k < 2; k++) await page.locator('[data-pile][data-can]').nth(k).click();
    },
  },
  {
    name: 'opened',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(2), options: { start: '0' } });
      await turns(page, 5);
      const buy = page.locator('.market [data-buy]');
      await ((await buy.count()) > 0 ? buy : page.locator('.market [data-card]')).first().click();
      await page.waitForSelector('[data-open]');
    },
  },
  {
    name: 'reserved',
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(2), options: { start: '0' } });
      await act(page);
      await page.locator('[data-deck="3"]').click();
      await page.locator('[data-open] [data-play="reserve deck3"]').click();
      await page.waitForSelector('[data-mine] [data-card]');
      await turns(page, 1);
      await page.locator('[data-mine] [data-card]').first().click();
      await page.waitForSelector('[data-open]');
    },
  },
  {
    name: 'hint',
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(2), options: { start: '0' } });
      await act(page);
      await page.keyboard.press('h');
      await page.locator('.status .act').waitFor();
    },
  },
  {
    name: 'log',
    looks: (look) => look.size === 'phone',
    async show({ page, table }) {
      await table({ game: 'splendor', seats: seats(4), options: { start: '0' } });
      await turns(page, 3);
      await page.keyboard.press('l');
      await page.locator('dialog .log').waitFor();
    },
  },
  scene({
    name: 'end',
    sizes: true,
    prepare: (server) => playedOut(server, { game: 'splendor', seats: seats(3), options: { target: '8' } }),
    async show({ person, page, made }) {
      await person.go(`/t/${made}`);
      await page.waitForSelector('[data-end]');
    },
  }),
  scene({
    name: 'replay',
    prepare: (server) => playedOut(server, { game: 'splendor', seats: seats(4), options: { target: '8' } }),
    async show({ person, page, made }) {
      await person.go(`/g/${made}#31`);
      await page.waitForSelector('[data-board]');
    },
  }),
  scene({
    name: 'shuffle',
    looks: (look) => look.theme === 'light',
    prepare: (server) => playedOut(server, { game: 'splendor', seats: seats(2), options: { target: '5' } }),
    async show({ person, page, made }) {
      await person.go(`/g/${made}`);
      await page.waitForSelector('[data-board]');
      if (await page.locator('[data-shuffle]').isVisible()) await page.locator('[data-shuffle]').click();
      else {
        await page.keyboard.press('m');
        await page.locator('dialog button:has(use[href="#tk-i-shuffle"])').click();
      }
    },
  }),
  {
    name: 'guide',
    async show({ person, page }) {
      await person.go('/learn/splendor');
      await page.locator('[data-step]').waitFor();
      if ((await page.locator('[data-next]:enabled').count()) > 0) await page.locator('[data-next]').click();
    },
  },
  {
    name: 'guide-later',
    async show({ person, page }) {
      await person.go('/learn/splendor');
      await page.locator('[data-step]').waitFor();
      if ((await page.locator('[data-guide] .close').count()) > 0) await page.locator('[data-guide] .close').click();
      await turns(page, 3);
      await page.locator('[data-guide]').waitFor();
    },
  },
  { name: 'rules', full: true, show: async ({ person, page }) => void (await person.go('/rules/splendor'), await page.locator('article h1').waitFor()) },
];
