// SPDX-License-Identifier: MIT
// Scenes of Queendomino, Royal Wedding and Kingdomino: the first choice, placing, taxes, building, choosing,
// eight in teams, the end, and the rules.
import type { Page } from 'playwright-core';
import { myTurn } from '$tests/browser/world';
import { playedOut, scene, type Scene } from '$tests/screenshots/scene';

/* Plays on by what glows, the placement that brings most first, until it is my turn in this step. */
async function until(page: Page, step: string, least: number): Promise<void> {
  for (let i = 0; i < least + 60; i++) {
    if ((await myTurn(page)) === 'over') return;
    const now = await page.getAttribute('[data-board]', 'data-phase');
    if (i >= least && now === step) return;
    const before = await page.locator('[data-prompt]').textContent();
    await page.evaluate(async () => {
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
      const latin = (text: string) => text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
      const gain = (spot: HTMLElement) => Number(/([+−-]?\d+)[^\d]*$/.exec(latin(spot.getAttribute('aria-label') ?? '').replace(/[\u200e\u200f]/g, ''))?.[1]?.replace('−', '-') ?? 0);
      const best = all('[data-spot]').sort((a, b) => gain(b) - gain(a))[0];
      const tile = all('[data-slot][data-can]').at(-1);
      if (best) best.click();
      else if (tile && document.querySelector('[data-play="build none"]')) {
        tile.click();
        await new Promise((resolve) => setTimeout(resolve, 60));
        (document.querySelector<HTMLElement>('[data-play^="build "]:not([data-none])') ?? document.querySelector<HTMLElement>('[data-site]'))?.click();
      } else (document.querySelector<HTMLElement>('[data-tax]') ?? document.querySelector<HTMLElement>('[data-play="discard"], [data-none]') ?? all('[data-pick]').at(-1))?.click();
    });
    await page.waitForFunction((text) => document.querySelector('[data-prompt]')?.textContent !== text, before, { timeout: 5000 }).catch(() => {});
  }
}

const aim = (page: Page) => page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-spot]')].at(-1)?.focus());

export const scenes: Scene[] = [
  {
    name: 'draft',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'queendomino', seats: 'me greedy greedy greedy' });
      await myTurn(page);
    },
  },
  {
    name: 'place',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'queendomino', seats: 'me greedy greedy greedy' });
      await until(page, 'place', 18);
      await aim(page);
    },
  },
  {
    name: 'tax',
    looks: ({ theme }) => theme === 'light',
    async show({ page, table }) {
      await table({ game: 'queendomino', seats: 'me greedy greedy' });
      await until(page, 'tax', 6);
    },
  },
  {
    name: 'build',
    sizes: true,
    async show({ page, table, look }) {
      await table({ game: 'queendomino', seats: 'me greedy' });
      await until(page, 'build', 8);
      const tile = page.locator('[data-slot][data-can]').last();
      if (look.size === 'phone') await tile.tap();
      else await tile.hover();
    },
  },
  {
    name: 'pick',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'queendomino', seats: 'me greedy greedy' });
      await until(page, 'pick', 14);
    },
  },
  {
    name: 'kingdomino',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'kingdomino', seats: 'me greedy greedy', options: { harmony: 'on', middle_kingdom: 'on' } });
      await until(page, 'place', 10);
      await aim(page);
    },
  },
  {
    name: 'wedding',
    sizes: true,
    async show({ page, table }) {
      await table({ game: 'royal-wedding', seats: 'me greedy greedy greedy greedy greedy greedy greedy', options: { mode: 'teams' } });
      await until(page, 'place', 12);
    },
  },
  scene<string>({
    name: 'end',
    sizes: true,
    prepare: (server) => playedOut(server, { game: 'queendomino', seats: 'me greedy greedy greedy' }),
    async show({ person, page, made }) {
      await person.go(`/t/${made}`);
      await page.waitForSelector('[data-end]');
    },
  }),
  {
    name: 'rules',
    full: true,
    looks: ({ theme, language }) => (theme === 'light') === (language === 'en'),
    async show({ person, page }) {
      await person.go('/rules/queendomino');
      await page.waitForSelector('figure svg');
    },
  },
];
