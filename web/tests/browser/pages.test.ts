// SPDX-License-Identifier: MIT
// Every page: nothing for axe to find, light enough, there without a network, in the reader's language.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS, sizes } from '../../tools/sizes.mjs';
import { playedOut } from '$tests/screenshots/scene';
import { audit } from './axe';
import { fits, makeTable, myTurn, Person, Server } from './world';

const server = new Server();
let finished = '';
beforeAll(async () => {
  await server.start();
  finished = await playedOut(server, { game: 'splendor', seats: 'me greedy', options: { target: '5' } });
}, 60_000);
afterAll(() => server.stop());

describe.each([
  ['English, at a desk', { language: 'en', size: 'desk', theme: 'light' }],
  ['Persian, on a phone', { language: 'fa', size: 'phone', theme: 'dark' }],
] as const)('%s', (_name, look) => {
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    person = await Person.arrive(server, look);
    page = person.page;
  });
  afterAll(() => person.context.close());

  test('the pages of the shell fit the screen, and axe finds nothing', { timeout: 120_000 }, async () => {
    await person.post('me', { name: 'شهرزاد دختر وزیر شهریار' });
    await makeTable(person, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });
    await makeTable(person, { seats: [{ kind: 'me' }, { kind: 'open' }], public: true });
    const found: string[] = [];
    for (const path of ['/', '/new?game=splendor', '/mine', '/watch', '/settings', '/account', '/rules', '/rules/splendor', '/nowhere']) {
      await person.go(path);
      await page.locator('h1').first().waitFor();
      if (path === '/') await page.locator('a.row').first().waitFor();
      await fits(page, false);
      found.push(...(await audit(page)));
    }
    expect(found).toEqual([]);
  });

  test('a table: my turn, an opened card, menu, keys, log; waiting; the end; the replay', { timeout: 120_000 }, async () => {
    const found: string[] = [];
    const { table } = await makeTable(person, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });
    await person.go(`/t/${table}`);
    await myTurn(page);
    await fits(page, true);
    found.push(...(await audit(page)));
    await page.locator('.market [data-card]').first().click();
    await page.waitForSelector('[data-open]');
    found.push(...(await audit(page, { within: '[data-open]' })));
    await page.keyboard.press('Escape');
    for (const key of ['m', '?', ...(look.size === 'phone' ? ['l'] : [])]) {
      await page.keyboard.press(key);
      await page.waitForSelector('dialog[open]');
      found.push(...(await audit(page, { within: 'dialog[open]' })));
      await page.keyboard.press('Escape');
    }
    const open = await makeTable(person, { seats: [{ kind: 'me' }, { kind: 'friend' }, { kind: 'open' }] });
    await person.go(`/t/${open.table}`);
    await page.waitForSelector('.waiting');
    found.push(...(await audit(page, { within: 'main' })));
    await person.go(`/t/${finished}`);
    await page.waitForSelector('[data-end]');
    found.push(...(await audit(page, { within: '[data-end]' })));
    await person.go(`/g/${finished}#5`);
    await page.waitForSelector('[data-board]');
    await fits(page, true);
    found.push(...(await audit(page)));
    expect(found).toEqual([]);
    person.noTrouble();
  });

  test('a first game has a guide, which can be read, walked through and put away', { timeout: 60_000 }, async () => {
    await person.go('/');
    await page.locator('a[href="/learn/splendor"]').click();
    await page.waitForURL(/\/t\//);
    await page.locator('[data-step="aim"]').waitFor();
    await page.locator('[data-next]').click();
    await page.locator('[data-step="market"]').waitFor();
    expect(await page.locator('.market[data-guided]').count()).toBe(1);
    expect(await audit(page, { within: '[data-guide]' })).toEqual([]);
    await page.locator('[data-next]').click();
    await page.locator('[data-step="bank"]').waitFor();
    if (look.size === 'phone') {
      await page.locator('[data-guide] .close').click();
      await page.locator('[data-guide]').waitFor({ state: 'detached' });
    }
    for (const token of ['w', 'u', 'g']) await page.locator(`[data-pile="${token}"]`).click();
    await page.waitForSelector('[data-status="quiet"]');
    await myTurn(page);
    await page.locator('[data-guide] .deeds li').first().waitFor(); // what the bot did, and what that is good for
    const step = await page.locator('[data-step]').getAttribute('data-step');
    expect(step).not.toBe('aim');
    await page.reload();
    await page.locator(`[data-step="${step}"]`).waitFor();
    person.noTrouble();
  });
});

test('axe is really asked: it finds a button without a name, and what is too pale in either theme', async () => {
  const sara = await Person.arrive(server);
  await sara.go('/settings');
  await sara.page.locator('h1').first().waitFor();
  await sara.page.evaluate(() => {
    const pale = Object.assign(document.createElement('p'), { textContent: 'pale' });
    Object.assign(pale.style, { color: '#777', background: '#888' });
    document.querySelector('main')?.append(document.createElement('button'), pale);
  });
  const found = await audit(sara.page);
  expect(found.filter((line) => line.includes('(light) button-name'))).toHaveLength(1);
  for (const theme of ['light', 'dark']) expect(found.filter((line) => line.includes(`(${theme}) color-contrast`))).toHaveLength(1);
  await sara.leave();
});

test('a page is in the language of the browser, and the choice of another is kept', async () => {
  const dara = await Person.arrive(server, { language: 'fa' });
  await dara.go('/');
  await dara.page.getByText('بفرمایید').waitFor();
  expect(await dara.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['fa', 'rtl']);
  await dara.page.locator('header').getByText('EN').click();
  await dara.page.getByText('Take a seat').waitFor();
  await dara.page.reload();
  await dara.page.getByText('Take a seat').waitFor();
  expect(await dara.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['en', 'ltr']);
  await dara.leave();
});

test('the page is light: as it travels, and folder by folder', async () => {
  const sara = await Person.arrive(server);
  const session = await sara.context.newCDPSession(sara.page);
  const requests = new Map<string, string>();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response }) => requests.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = requests.get(requestId) ?? '';
    if (!url.includes('/api/') && !url.endsWith('.woff2')) bytes += encodedDataLength;
  });
  await sara.go('/');
  await sara.page.waitForLoadState('networkidle');
  const first = bytes;
  expect(first).toBeGreaterThan(20_000);
  expect(first).toBeLessThanOrEqual(LIMITS.first);
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }] });
  await sara.page.evaluate((id) => {
    const link = document.createElement('a');
    link.href = `/t/${id}`;
    document.body.append(link);
    link.click();
  }, table);
  await sara.page.waitForSelector('[data-board]');
  expect(bytes - first).toBeGreaterThan(5_000);
  expect(bytes - first).toBeLessThanOrEqual(LIMITS.board);
  await sara.leave();

  const { first: weighed, folders } = sizes();
  expect(weighed).toBeLessThanOrEqual(LIMITS.first);
  for (const [name, { board }] of Object.entries(folders)) expect(board, name).toBeLessThanOrEqual(LIMITS.board);
});

test('games without a board are left out, and their tables say so', async () => {
  const sara = await Person.arrive(server);
  await sara.go('/');
  await sara.page.locator('article.card').first().waitFor();
  const missing = await sara.page.evaluate(async () => {
    const { games } = (await (await fetch('/api/v1/games')).json()) as { games: { game: string; players_min: number }[] };
    const shown = [...document.querySelectorAll<HTMLAnchorElement>('article.card a[href^="/new"]')].map((link) => new URL(link.href).searchParams.get('game'));
    return games.filter(({ game }) => !shown.includes(game));
  });
  for (const { game, players_min } of missing) {
    const { table } = await sara.post<{ table: string }>('tables', {
      game,
      players: players_min,
      options: {},
      seats: Array.from({ length: players_min }, (_, i) => (i === 0 ? { kind: 'me' } : { kind: 'open' })),
      clock: { kind: 'none' },
      public: true,
      hints: true,
      quick: true,
      random: 'b3'.repeat(32),
    });
    await sara.go(`/t/${table}`);
    await sara.page.locator('h1').first().waitFor();
    await sara.go(`/new?game=${game}`);
    await sara.page.locator('h1').first().waitFor();
  }
  await sara.go('/mine');
  await sara.page.locator('h1').first().waitFor();
  await sara.leave();
});

test('without a network the shell opens, says so, and is there again when the network is', async () => {
  const own = await new Server().start();
  const sara = await Person.arrive(own, { offline: true });
  const { page } = sara;
  await sara.go('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await own.kill();
  sara.allowed = /WebSocket connection|Failed to load resource|ERR_CONNECTION|Failed to fetch/;
  await page.goto(`${own.url}/`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.goto(`${own.url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.goto(`${own.url}/`);
  await own.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('article.card').first().waitFor();
  await sara.leave();
  await own.stop();
});
