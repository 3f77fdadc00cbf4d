// SPDX-License-Identifier: MIT
// Whole games in the browser: by clicks alone, by keys alone.
import type { Page } from 'playwright-core';
import { faultsAtEverySize } from '$tests/browser/faults';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fits, isOver, makeTable, myTurn, Person, Server, settled, tabTo } from '$tests/browser/world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

/* One decision by mouse, as what glows allows it. */
async function clickSomething(page: Page): Promise<void> {
  const noble = page.locator('button[data-noble][data-can]');
  const back = page.locator('[data-return]');
  const buy = page.locator('[data-buy]');
  const pile = page.locator('[data-pile][data-can]');
  const pass = page.locator('[data-play="pass"]');
  if ((await noble.count()) > 0) return settled(page, () => noble.first().click());
  if ((await back.count()) > 0)
    return settled(page, async () => {
      while ((await back.count()) > 0) await back.first().click();
    });
  if ((await buy.count()) > 0) {
    await buy.first().click();
    return settled(page, () => page.locator('[data-open] [data-play^="buy"]').first().click());
  }
  if ((await pile.count()) > 0)
    return settled(page, async () => {
      for (let i = 0; i < 3 && (await pile.count()) > 0; i++) await pile.nth(i % (await pile.count())).click();
    });
  if ((await pass.count()) > 0) return settled(page, () => pass.click());
  await page.locator('[data-card]').first().click();
  await settled(page, () => page.locator('[data-open] [data-play^="reserve"]').click());
}

test('a whole game against a bot by clicks alone, from the home page to the rematch', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  await sara.go('/');
  await page.locator('a[href="/new?game=splendor"]').click();
  // The form comes from the option table: down to five points, so that it ends soon.
  const less = page.getByRole('button', { name: 'Prestige to reach: less' });
  for (let i = 0; i < 10; i++) await less.click();
  await page.getByText('Quick bots').click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForSelector('[data-board]');
  await fits(page, true);
  for (let i = 0; i < 80 && (await myTurn(page)) === 'turn'; i++) await clickSomething(page);
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  expect(await page.locator('[data-end] tbody tr').count()).toBe(2);
  await fits(page, true);

  // The sheet explains every point, and points at it on the board.
  await page.locator('[data-end]').getByRole('button', { name: 'Score sheet' }).click();
  const item = page.locator('.score .item').first();
  await item.hover();
  expect(await page.locator('.pointed').count()).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Result' }).click();
  const over = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction((url) => location.href !== url, over);
  await page.waitForSelector('[data-board]');
  await sara.leave();
});

/* One decision by keys: figures pick tokens, arrows walk the market, Enter opens, B buys. */
async function typeSomething(page: Page): Promise<void> {
  const can = await page.evaluate(() => ({
    noble: document.querySelector('button[data-noble][data-can]') !== null,
    back: document.querySelector('[data-return]') !== null,
    buy: [...document.querySelectorAll<HTMLElement>('[data-buy]')].map((card) => card.dataset['card'] ?? '')[0],
    piles: [...document.querySelectorAll<HTMLElement>('[data-pile][data-can]')].length,
    pass: document.querySelector('[data-play="pass"]') !== null,
  }));
  if (can.noble) {
    await tabTo(page, 'button[data-noble][data-can]');
    return settled(page, () => page.keyboard.press('Enter'));
  }
  if (can.back)
    return settled(page, async () => {
      for (let i = 0; i < 12 && (await page.locator('[data-return]').count()) > 0; i++) await page.keyboard.press(String(1 + (i % 6)));
    });
  if (can.buy !== undefined) {
    await tabTo(page, `[data-card="${can.buy}"]`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-open]');
    return settled(page, () => page.keyboard.press('b'));
  }
  if (can.piles > 0)
    return settled(page, async () => {
      for (let i = 1; i <= 5 && (await page.locator('[data-pile][data-can]').count()) > 0; i++) await page.keyboard.press(String(i));
    });
  if (can.pass) {
    await tabTo(page, '[data-play="pass"]');
    return settled(page, () => page.keyboard.press('Enter'));
  }
  await tabTo(page, '[data-card]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-open]');
  await settled(page, () => page.keyboard.press('r'));
}

test('a whole game by keyboard alone, in Persian, with every move announced', async () => {
  const sara = await Person.arrive(server, { language: 'fa' });
  const { page } = sara;
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }] });
  await sara.go(`/t/${table}`);
  await page.waitForSelector('[data-board]');
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  expect(await page.getAttribute('[data-board]', 'dir')).toBe('ltr');

  // The help, by its key, closes by Escape and gives the focus back.
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  expect(await page.locator('dialog kbd').count()).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });

  // Arrows walk from card to card.
  await page.locator('[data-deck="3"]').focus();
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset);
  await page.keyboard.press('ArrowRight');
  const first = await focused();
  expect(first['card']).toMatch(/^s3-/);
  await page.keyboard.press('ArrowDown');
  expect((await focused())['card']).toMatch(/^s2-/);
  await page.keyboard.press('ArrowUp');
  expect((await focused())['card']).toBe(first['card']);

  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(document.querySelector('[aria-live]')?.textContent ?? '')).observe(document.querySelector('[aria-live]') as Element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  for (let i = 0; i < 90 && (await myTurn(page)) === 'turn'; i++) await typeSomething(page);
  expect(await isOver(page)).toBe(true);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.some((text) => text.includes('شما برداشتید'))).toBe(true);
  expect(said.some((text) => text.includes('نوبت شماست'))).toBe(true);
  await sara.leave();
});

test('looking at a card shows its price and what it changes; nothing is done by looking', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], options: { target: '15' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  // What is out of reach says what is missing: a noble, a dear card.
  await page.locator('[data-noble]').first().click({ force: true });
  expect(await page.locator('[data-why]').textContent()).toMatch(/It asks for \d+ more of your bonuses/);
  await page.keyboard.press('Escape');
  await page.locator('.market [data-card]').first().click();
  await page.locator('[data-not="buy"]').click({ force: true });
  expect(await page.locator('[data-why]').textContent()).toMatch(/You are \d+ short: \w+/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (let i = 0; i < 30 && (await page.locator('.market [data-buy]').count()) === 0; i++) {
    await myTurn(page);
    const pile = page.locator('[data-pile][data-can]');
    if ((await pile.count()) >= 3 && (await page.locator('[data-return]').count()) === 0)
      await settled(page, async () => {
        for (let k = 0; k < 3 && (await pile.count()) > 0; k++) await pile.nth(k % (await pile.count())).click();
      });
    else await clickSomething(page);
  }
  await myTurn(page);
  const card = page.locator('.market [data-buy]').first();
  await card.hover();
  expect(await page.locator('[data-mine] .plus').count()).toBeGreaterThan(0);
  await page.mouse.move(0, 0);
  expect(await page.locator('[data-mine] .plus').count()).toBe(0);
  await sara.leave();
});

test('a move is confirmed where somebody wants that, and a hint can be asked for', async () => {
  const sara = await Person.arrive(server, { size: 'phone' });
  const { page } = sara;
  await sara.go('/settings');
  await page.getByText('Confirm moves').click();
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  await fits(page, true);
  for (const token of ['w', 'u', 'g']) await page.locator(`[data-pile="${token}"]`).tap();
  await page.waitForSelector('[data-confirm]');
  expect(await page.locator('[data-tokens="1"]').count()).toBe(0);
  await page.locator('[data-confirm]').tap();
  await page.waitForFunction(() => document.querySelectorAll('[data-tokens="1"]').length >= 3);
  await myTurn(page);
  await page.keyboard.press('h');
  await page.getByText('Hint:').waitFor();
  await sara.leave();
});

test('what is picked covers no number, at any size, and stays picked when the device is turned', async () => {
  for (const language of ['en', 'fa'] as const) {
    const sara = await Person.arrive(server, { language });
    const { page } = sara;
    const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }] });
    await sara.go(`/t/${table}`);
    await myTurn(page);
    for (const pile of ['w', 'u']) await page.locator(`[data-pile="${pile}"][data-can]`).click();
    expect(await faultsAtEverySize(page)).toEqual({});
    expect(await page.locator('[data-pile] .badge').count()).toBe(2);
    expect(await page.locator('[data-mine] .plus').count()).toBe(2);
    await sara.leave();
  }
});
