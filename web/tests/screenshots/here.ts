// SPDX-License-Identifier: MIT
// The pages of a device without a network, and what lies between two people who share it.
import type { Page } from 'playwright-core';
import type { Person } from '$tests/browser/world';
import type { Scene } from './scene';

const NAMES = { en: ['Mina', 'Dara', 'Sara'], fa: ['مینا', 'دارا', 'سارا'] };

async function unplug(person: Person): Promise<void> {
  person.allowed = /Failed to load resource|WebSocket|ERR_/;
  await person.context.route('**/api/**', (route) => route.abort());
}

async function sit(person: Person, page: Page, game: string, names: readonly string[]): Promise<void> {
  await person.go(`/here/${game}?with=people`);
  await page.locator('[data-start]').waitFor();
  if (names.length > 2) await page.locator('.who fieldset label').nth(names.length - 2).click();
  for (const [i, name] of names.entries()) await page.locator('.seats input[type=text]').nth(i).fill(name);
}

/* A card that only its owner may see. */
async function secret(page: Page): Promise<void> {
  await page.locator('[data-status="act"]').waitFor();
  await page.locator('[data-deck]').first().click();
  await page.locator('[data-play^="reserve"]').first().click();
  await page.locator('[data-pass]').waitFor();
}

/* Some games for the lists: one that is played, one that is over. */
async function played(person: Person, page: Page, names: readonly string[]): Promise<void> {
  await sit(person, page, 'splendor', names.slice(0, 2));
  await page.locator('[data-start]').click();
  await page.locator('[data-board]').waitFor();
  await person.go('/here/kingdomino');
  await page.locator('[data-start]').click();
  await page.locator('[data-status]').first().waitFor();
  await page.keyboard.press('m');
  await page.locator('dialog[open] button:has(use[href="#tk-i-away"])').click();
  await page.waitForSelector('[data-end]', { timeout: 90_000 });
}

const names = (language: 'en' | 'fa') => NAMES[language];

export const scenes: Scene[] = [
  { name: 'here', full: true, show: async ({ person, page }) => void (await person.go('/here'), await page.locator('article.card').nth(5).waitFor()) },
  {
    name: 'offline',
    full: true,
    async show({ person, page, look }) {
      await unplug(person);
      await played(person, page, names(look.language));
      await person.go('/');
      await page.locator('article.card').nth(5).waitFor();
      await page.locator('a.row').nth(1).waitFor();
      await page.waitForTimeout(300);
    },
  },
  { name: 'new', full: true, show: async ({ person, page }) => void (await person.go('/here/splendor'), await page.locator('[data-start]').waitFor()) },
  { name: 'new-people', full: true, show: async ({ person, page, look }) => sit(person, page, 'seven-wonders-duel', names(look.language).slice(0, 2)) },
  {
    name: 'passing',
    async show({ person, page, look }) {
      await sit(person, page, 'splendor', names(look.language));
      await page.locator('[data-start]').click();
      await secret(page);
    },
  },
  {
    name: 'curtain',
    async show({ person, page, look }) {
      await sit(person, page, 'splendor', names(look.language));
      await page.locator('[data-start]').click();
      await secret(page);
      await page.locator('[data-pass]').click();
      await page.locator('[data-take]').waitFor();
    },
  },
];
