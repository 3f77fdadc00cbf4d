// SPDX-License-Identifier: MIT
// Every game in Firefox: a table is opened, a hint is asked for and played, the board is whole at every size in both
// languages, a whole game comes to its end, and the replay goes through it. Nothing is said on the console.
import { execFileSync } from 'node:child_process';
import { firefox, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { Answers } from '$web/protocol';
import { faultsAtEverySize } from '../browser/faults';
import { myTurn, playOn, Server, settled } from '../browser/world';

const found = () => execFileSync('sh', ['-c', 'command -v firefox-esr || command -v firefox'], { encoding: 'utf8' }).trim();

const server = new Server();
await server.start();
const browser: Browser = await firefox.launch({ channel: 'moz-firefox', executablePath: process.env['FIREFOX'] ?? found(), timeout: 180_000 }); // a busy machine is no fault of the page
afterAll(async () => {
  await browser.close();
  await server.stop();
});
const { games } = (await (await fetch(`${server.url}/api/v1/games`)).json()) as Answers['games'];

async function arrive(language: 'en' | 'fa'): Promise<{ context: BrowserContext; page: Page; trouble: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language === 'fa' ? 'fa-IR' : 'en-US' });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && trouble.push(message.text())));
  await page.goto(`${server.url}/settings`);
  await page.locator('h1').first().waitFor();
  return { context, page, trouble };
}

/* A table made in the name of who looks at the page. */
const tableOf = (page: Page, game: string, players: number): Promise<string> =>
  page.evaluate(
    async ([id, n]) => {
      const seats = [{ kind: 'me' }, ...Array.from({ length: n - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
      const wish = { game: id, players: n, options: {}, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'c7'.repeat(32) };
      const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) });
      return ((await answer.json()) as { table: string }).table;
    },
    [game, players] as const,
  );

describe.each(games)('$game', ({ game, players_min, players_max }) => {
  test('is played, whole at every size, to its end', async () => {
    const { context, page, trouble } = await arrive('en');
    const table = await tableOf(page, game, players_min);
    await page.goto(`${server.url}/t/${table}`);
    await page.waitForSelector('[data-board]');
    await myTurn(page);
    await page.keyboard.press('h');
    await settled(page, () => page.locator('.btn.act', { hasText: 'Play it' }).first().click());
    await myTurn(page);
    expect(await faultsAtEverySize(page)).toEqual({});
    await page.setViewportSize({ width: 1280, height: 800 });
    await playOn(page, table, Infinity);
    await page.waitForSelector('[data-end]');
    await page.goto(`${server.url}/g/${table}#3`);
    await page.waitForSelector('[data-board]');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => location.hash === '#2');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('with as many as can play, in Persian', async () => {
    const { context, page, trouble } = await arrive('fa');
    const table = await tableOf(page, game, players_max);
    await playOn(page, table, 30);
    await page.goto(`${server.url}/t/${table}`);
    await page.waitForSelector('[data-board]');
    expect(await page.getAttribute('html', 'dir')).toBe('rtl');
    expect(await faultsAtEverySize(page)).toEqual({});
    expect(trouble).toEqual([]);
    await context.close();
  });
});
