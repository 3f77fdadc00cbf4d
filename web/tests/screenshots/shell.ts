// SPDX-License-Identifier: MIT
// The pages around the tables.
import type { Page } from 'playwright-core';
import { Person, type Server } from '$tests/browser/world';
import { scene, setTable, type Scene } from './scene';

const LONG = 'شهرزاد دختر وزیر شهریار';

async function rename(person: Person, name: string): Promise<void> {
  await person.go('/settings');
  await person.post('me', { name });
}

/* Tables of other people: two that wait, two that are played. */
async function company(server: Server): Promise<void> {
  const names = ['Ada Lovelace', LONG, 'Bartholomew of the Isles'];
  for (const [i, name] of names.entries()) {
    const person = await Person.arrive(server);
    await rename(person, name);
    await setTable(person, { game: ['kingdomino', 'queendomino', 'splendor'][i] ?? 'splendor', seats: i === 1 ? 'me open open expert' : 'me open', public: true, clock: i === 0 ? { kind: 'days', days: 3 } : { kind: 'none' } });
    if (i > 0) await setTable(person, { game: 'splendor', seats: 'me skilled novice', public: true });
    await person.context.close();
  }
}

const heading = (page: Page) => page.locator('h1').first().waitFor();

const simple = (name: string, path: string, after?: (page: Page) => Promise<void>): Scene => ({
  name,
  full: true,
  async show({ person, page }) {
    await person.go(path);
    await heading(page);
    await page.waitForLoadState('networkidle');
    await after?.(page);
  },
});

export const scenes: Scene[] = [
  simple('home-empty', '/'),
  scene({
    name: 'home',
    full: true,
    prepare: company,
    async show({ person, page, look }) {
      await rename(person, look.language === 'fa' ? 'سارا' : 'Sara');
      const mine = [
        ['splendor', 'me casual'],
        ['kingdom-builder', 'me skilled expert master'],
        ['seven-wonders-duel', 'me friend'],
      ] as const;
      for (const [game, seats] of mine) await setTable(person, { game, seats, options: { start: '0' } });
      await person.go('/');
      await page.locator('a.row').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  }),
  simple('new-table', '/new?game=splendor'),
  simple('watch', '/watch'),
  simple('mine-empty', '/mine'),
  simple('settings', '/settings'),
  simple('account', '/account'),
  simple('rules', '/rules'),
  simple('not-found', '/nowhere'),
  {
    name: 'waiting',
    async show({ person, page, look, table }) {
      await rename(person, look.language === 'fa' ? LONG : 'Ada');
      await table({ game: 'splendor', seats: 'me friend open skilled', public: true });
      await page.locator('.waiting').waitFor();
    },
  },
  {
    name: 'menu',
    looks: (look) => look.size === 'phone',
    async show({ person, page }) {
      await person.go('/');
      await page.locator('header button.narrow').click();
    },
  },
];
