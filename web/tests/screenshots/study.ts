// SPDX-License-Identifier: MIT
// The pages that study a game: report, analysis board, puzzles.
import type { Page } from 'playwright-core';
import { playedOut, scene, type Scene } from './scene';

const reported = (page: Page) => page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-report]')?.dataset['report']) >= 100, undefined, { timeout: 120_000 });

const report = (game: string, seats: string): Scene =>
  scene({
    name: `report-${game}`,
    full: true,
    prepare: (server) => playedOut(server, { game, seats }),
    show: async ({ person, page, made }) => void (await person.go(`/g/${made}/report`), await reported(page), await page.waitForFunction(() => document.querySelector('.turning') !== null && document.querySelector('.turning .waiting') === null), await page.waitForTimeout(400)),
  });

/* The engine has judged, and the hidden cards are shown where there is room for it. */
const analysis = (game: string, seats: string, ply: number): Scene =>
  scene({
    name: `analysis-${game}`,
    prepare: (server) => playedOut(server, { game, seats }),
    async show({ person, page, look, made }) {
      await person.go(`/a?g=${made}&ply=${ply}`);
      await page.waitForSelector('[data-board]');
      await page.keyboard.press('e');
      if (look.size === 'phone') await page.locator('button[data-area="log"]').click();
      await page.locator('.engine li .ahead').first().waitFor();
      await page.locator('[data-hidden-cards] label').nth(1).click();
      await page.locator('[data-hidden-cards] h3').first().waitFor();
      await page.locator('.engine li .ahead').first().waitFor();
    },
  });

/* The form in which a position is set up, from a new deal; something is wrong with it. */
const setUp = (game: string): Scene => ({
  name: `setup-${game}`,
  async show({ person, page, look }) {
    await person.go('/a');
    await page.locator('select').first().selectOption(game);
    await page.locator('[data-new]').click();
    await page.waitForSelector('[data-board]');
    if (look.size === 'phone') {
      await page.locator('[data-area=menu]').click();
      await page.locator('dialog button:has(use[href="#tk-i-gear"])').click();
    } else await page.locator('[data-setting]').click();
    await page.locator('[data-setup] [role=status]').first().waitFor();
    const first = page.locator('[data-setup] [role=spinbutton]').first();
    if ((await first.count()) > 0) await first.press('PageUp');
    await page.waitForTimeout(300);
  },
});

const puzzle = (game: string): Scene => ({
  name: `puzzle-${game}`,
  full: true,
  show: async ({ person, page }) => void (await person.go(`/puzzles/${game}/3`), await page.waitForSelector('[data-board]'), await page.locator('[data-hint]').click()),
});

export const scenes: Scene[] = [
  report('seven-wonders-duel', 'me skilled'),
  report('splendor', 'me skilled novice'),
  report('kingdom-builder', 'me greedy'),
  report('queendomino', 'me greedy'),
  analysis('seven-wonders-duel', 'me skilled', 30),
  analysis('splendor', 'me skilled', 20),
  { name: 'analysis-open', full: true, show: async ({ person, page }) => void (await person.go('/a'), await page.locator('[data-new]').waitFor()) },
  ...['splendor', 'queendomino'].map(setUp),
  ...['splendor', 'seven-wonders-duel', 'kingdom-builder', 'queendomino'].map(puzzle),
];
