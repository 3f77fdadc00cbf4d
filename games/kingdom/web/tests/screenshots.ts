// SPDX-License-Identifier: MIT
// Kingdom Builder: the first game's board, four players, what a map in the hand does, and the form with a board of one's own.
import { atRest, playSome } from '$tests/browser/world';
import { boardScenes, type Scene } from '$tests/screenshots/scene';

const options = { board: 'first', cards: 'first', start: '0' };
const phone: Scene['looks'] = ({ size }) => size === 'phone';

export const scenes: Scene[] = [
  ...boardScenes({ game: 'kingdom-builder', few: 'me greedy', many: 'me greedy greedy greedy', middle: 40, options }),
  {
    name: 'kingdom-builder-legend',
    looks: phone,
    async show({ page, table }) {
      await playSome(page, (await table({ game: 'kingdom-builder', seats: 'me greedy', options })).table, 40);
      await page.locator('.tools button').first().click();
      await page.locator('[data-legend]').waitFor();
    },
  },
  {
    name: 'kingdom-builder-refusal',
    async show({ page, table }) {
      await table({ game: 'kingdom-builder', seats: 'me greedy', options });
      await page.waitForSelector('[data-status="act"]');
      await page.locator('.target').first().focus(); // the map goes there
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-house="0"]', { state: 'attached' });
      await atRest(page, '[data-house="0"]'); // a tap while the map glides does nothing
      await page.locator('[data-house="0"]').first().click({ force: true });
      await page.locator('[data-why]').waitFor();
    },
  },
  {
    name: 'kingdom-builder-own',
    full: true,
    looks: ({ theme }) => theme === 'light',
    async show({ person, page }) {
      await person.go('/new?game=kingdom-builder');
      for (const name of ['board', 'cards']) {
        const select = page.locator('select', { has: page.locator('option[value="own"]') }).nth(name === 'board' ? 0 : 1);
        await select.selectOption('own');
        await page.locator(`[data-chooser="${name}"]`).waitFor();
      }
    },
  },
];
