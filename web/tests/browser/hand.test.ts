// SPDX-License-Identifier: MIT
// What people do with a phone in their hand, and what must hold then: a hint can be read and lies over nothing that is to be
// decided, a question has room, what was begun is still there when the phone is turned, and nobody who gave up is told to play.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from './faults';
import { Person, playOn, Server } from './world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

const UPRIGHT = { width: 390, height: 844 };
const SMALL = { width: 320, height: 640 };
const ON_ITS_SIDE = { width: 667, height: 375 };
const BOT = { kind: 'bot', level: 'greedy' };

type Wish = { game: string; bots?: number; seats?: object[]; options?: Record<string, string>; random?: string };

async function made(person: Person, { game, bots = 1, seats = [], options = {}, random = 'a7' }: Wish): Promise<string> {
  const all = [{ kind: 'me' }, ...seats, ...Array.from({ length: seats.length > 0 ? 0 : bots }, () => BOT)];
  const wish = { game, players: all.length, options, seats: all, clock: { kind: 'none' }, public: true, hints: true, quick: true, random: random.repeat(32) };
  return (await person.post<{ table: string }>('tables', wish)).table;
}

async function opened(person: Person, wish: Wish): Promise<string> {
  const table = await made(person, wish);
  await person.go(`/t/${table}`);
  await person.page.waitForSelector('[data-board], .waiting');
  return table;
}

const box = (page: Page, selector: string) => page.locator(selector).first().evaluate((node) => ({ ...node.getBoundingClientRect().toJSON() }) as DOMRect);
const turned = async (page: Page, size: { width: number; height: number }) => {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

describe.each(['splendor', 'seven-wonders-duel', 'kingdom-builder', 'queendomino', 'kingdomino'])('%s', (game) => {
  test.each([['fa', SMALL], ['en', ON_ITS_SIDE], ['fa', ON_ITS_SIDE]] as const)('a hint can be read (%s, %o)', async (language, size) => {
    const person = await Person.arrive(server, { language, size: 'phone' });
    const { page } = person;
    await turned(page, size);
    await opened(person, { game });
    await page.waitForSelector('[data-status="act"]');
    const before = await box(page, '[data-area="board"]');
    await page.keyboard.press('h');
    await page.locator('.status .btn.act').waitFor();
    const said = await box(page, '.status .say');
    expect(said.width, 'words stand beside each other').toBeGreaterThan(130);
    expect(said.height, 'in two lines at most').toBeLessThan(60);
    for (const button of await page.locator('.status .btn').all()) {
      const at = await button.evaluate((node) => ({ cut: node.scrollWidth - node.clientWidth, right: node.getBoundingClientRect().right, left: node.getBoundingClientRect().left }));
      expect(at.cut).toBeLessThanOrEqual(1);
      expect(at.left).toBeGreaterThanOrEqual(0);
      expect(at.right).toBeLessThanOrEqual(size.width);
    }
    expect(await box(page, '[data-area="board"]'), 'the board stays where it is').toEqual(before);
    expect((await page.locator('.status .say').textContent()) ?? '', 'it asks, and does not tell of something done').not.toMatch(/You |شما /);
    await person.leave();
  });
});

test.each(['queendomino', 'kingdom-builder', 'splendor'])('the waiting room has the whole phone on its side: %s', async (game) => {
  const person = await Person.arrive(server, { language: 'fa', size: 'phone' });
  await turned(person.page, ON_ITS_SIDE);
  await opened(person, { game, seats: [{ kind: 'friend' }] });
  const page = await box(person.page, '[data-area="page"]');
  expect(page.top).toBeLessThan(64);
  expect(page.width).toBeGreaterThan(640);
  await person.leave();
});

test.each(['kingdomino', 'kingdom-builder', 'seven-wonders-duel'])('at a desk the waiting room is as wide as its status: %s', async (game) => {
  const person = await Person.arrive(server);
  await opened(person, { game, seats: [{ kind: 'friend' }] });
  const [status, page] = [await box(person.page, '[data-area="status"]'), await box(person.page, '[data-area="page"]')];
  expect(page.width).toBe(status.width);
  expect(page.bottom).toBeGreaterThan(760);
  await person.leave();
});

test('Duel: what can be destroyed is whole on a phone on its side', async () => {
  const person = await Person.arrive(server, { language: 'fa', size: 'phone' });
  const { page } = person;
  await turned(page, ON_ITS_SIDE);
  await person.go('/settings');
  for (const random of ['01', '02', '03', '04', '05', '06', '07', '08']) {
    const table = await made(person, { game: 'seven-wonders-duel', options: { wonders: 'first-game' }, random });
    await playOn(page, table, Infinity, 'destroy');
    await person.go(`/t/${table}`);
    await page.waitForSelector('[data-status="act"], [data-status="over"]');
    if ((await page.locator('[data-ask] [data-play]').count()) > 1) break;
    await person.go('/settings');
  }
  const panel = await box(page, '[data-area="choice"]');
  const rows = await page.locator('[data-ask] [data-play]').evaluateAll((all) => all.map((node) => ({ left: node.getBoundingClientRect().left, right: node.getBoundingClientRect().right })));
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row.left).toBeGreaterThanOrEqual(panel.left);
    expect(row.right).toBeLessThanOrEqual(panel.right);
  }
  await person.leave();
});

test('Splendor: tokens that were picked are still picked when the phone is turned, and so is an opened card', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await turned(page, UPRIGHT);
  await opened(person, { game: 'splendor', bots: 2, options: { start: '0' } });
  await page.waitForSelector('[data-status="act"]');
  for (const n of [0, 1]) await page.locator('[data-pile][data-can]').nth(n).tap();
  const picked = page.locator('.tray .put:not(.clear)');
  expect(await picked.count()).toBe(2);
  await turned(page, { width: 844, height: 390 });
  expect(await picked.count()).toBe(2);
  await turned(page, UPRIGHT);
  expect(await picked.count()).toBe(2);
  await page.locator('[data-clear]').tap();
  await page.locator('.market [data-card]').first().tap();
  const open = await page.locator('[data-open]').getAttribute('data-open');
  await turned(page, ON_ITS_SIDE);
  expect(await page.locator('[data-open]').getAttribute('data-open')).toBe(open);
  await turned(page, SMALL);
  const name = await box(page, '[data-open] header small');
  expect(name.height, 'the name of the card is one word').toBeLessThan(30);
  await person.leave();
});

test('Splendor: what a purchase would change is as small on a phone on its side as what it costs', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await turned(page, ON_ITS_SIDE);
  await person.go('/settings');
  const table = await made(person, { game: 'splendor', options: { start: '0' } });
  await playOn(page, table, Infinity, 'buy');
  await person.go(`/t/${table}`);
  await page.waitForSelector('[data-status="act"]');
  await page.locator('[data-buy]').first().tap();
  await page.locator('[data-mine] .bonus .plus').waitFor();
  expect((await box(page, '[data-mine] .bonus .plus')).width).toBeLessThan(34);
  await person.leave();
});

test('Splendor: four costs stand in one line or two by two, and one opponent has the height of the board', async () => {
  const person = await Person.arrive(server, { language: 'fa' });
  const { page } = person;
  await opened(person, { game: 'splendor' });
  for (const size of [{ width: 1024, height: 768 }, ON_ITS_SIDE, { width: 932, height: 430 }, { width: 768, height: 1024 }]) {
    await turned(page, size);
    const tops = await page.locator('.cost.n4').evaluateAll((all) => all.map((cost) => [...cost.querySelectorAll('.pair > *')].map((one) => Math.round(one.getBoundingClientRect().top))));
    const lines = tops.map((each) => [...new Set(each)].map((top) => each.filter((one) => one === top).length));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect([[4], [2, 2]]).toContainEqual(line);
  }
  await turned(page, ON_ITS_SIDE);
  const [panel, board] = [await box(page, '[data-opponent]'), await box(page, '[data-area="board"]')];
  expect(panel.height).toBeGreaterThan(0.95 * board.height);
  await person.leave();
});

test('who gave up is not told that it is their turn', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  const other = await Person.arrive(server);
  const table = await made(person, { game: 'splendor', seats: [{ kind: 'open' }, BOT], options: { start: '1' } });
  await other.go(`/t/${table}`);
  await other.page.locator('.waiting .btn.act').first().click();
  await person.go(`/t/${table}`);
  await page.waitForSelector('[data-board]');
  await page.keyboard.press('m');
  await page.locator('dialog[open] button:has(use[href="#tk-i-flag"])').click();
  await page.locator('dialog[open] .btn').last().click();
  await expect.poll(() => page.locator('.status .say').textContent()).toBe('You gave up. A bot plays on for you.');
  await person.leave();
  await other.leave();
});

test('who gave up is last with however many points, and the result says so', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await opened(person, { game: 'kingdomino', bots: 2 });
  await page.waitForSelector('[data-status="act"]');
  await page.keyboard.press('m');
  await page.locator('dialog[open] button:has(use[href="#tk-i-flag"])').click();
  await page.locator('dialog[open] .btn').last().click();
  await page.waitForSelector('[data-end]');
  expect(await page.locator('[data-end] .standing tbody tr').last().textContent()).toMatch(/\(you\).*Gave up/);
  await person.leave();
});

test('the end, for somebody who looks on: the third deed has a line of its own', async () => {
  const person = await Person.arrive(server);
  const table = await made(person, { game: 'kingdomino' });
  await person.go('/settings');
  await playOn(person.page, table, Infinity);
  const other = await Person.arrive(server, { language: 'fa', size: 'phone' });
  await other.go(`/t/${table}`);
  await other.page.waitForSelector('[data-end]');
  const deeds = await other.page.locator('[data-end] .acts > .btn').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().width));
  const line = await other.page.locator('[data-end] .acts').evaluate((node) => node.clientWidth);
  expect(deeds.length).toBe(3);
  expect(deeds[2]).toBeGreaterThan(0.9 * line);
  await person.leave();
  await other.leave();
});

test.each([['queendomino', { width: 667, height: 325 }], ['royal-wedding', { width: 667, height: 325 }], ['splendor', { width: 320, height: 460 }], ['seven-wonders-duel', { width: 320, height: 460 }]] as const)(
  'under the bars of a browser the page moves, and nothing of the table is lost: %s %o',
  async (game, size) => {
    const person = await Person.arrive(server, { size: 'phone', language: 'fa' });
    const { page } = person;
    await turned(page, size);
    await opened(person, { game, bots: game === 'seven-wonders-duel' ? 1 : 3, options: game === 'seven-wonders-duel' ? { wonders: 'first-game' } : {} });
    await page.waitForSelector('[data-status="act"]');
    const wrong = await faults(page);
    expect(wrong.filter((one) => !/is not in sight|the page scrolls by 0,/.test(one))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(size.height);
    await person.leave();
  },
);

test('Duel: on the smallest phone the ways to use a card lie over my things, and only while it is open', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await turned(page, { width: 320, height: 568 });
  await opened(person, { game: 'seven-wonders-duel', options: { wonders: 'first-game', start: '0' } });
  await page.waitForSelector('[data-status="act"]');
  const board = await box(page, '[data-area="board"]');
  expect(board.height).toBeGreaterThan(280);
  expect(await page.locator('[data-area="choice"]').isVisible()).toBe(false);
  await page.locator('[data-slot][data-can]').first().tap();
  await page.locator('[data-area="choice"] .acts').waitFor();
  expect(await box(page, '[data-area="board"]'), 'the board stays where it is').toEqual(board);
  const choice = await box(page, '[data-area="choice"]');
  expect(choice.top).toBeGreaterThan(board.bottom - 1);
  expect(choice.bottom).toBeLessThan(569);
  await person.leave();
});

/* A menu, a dialog that it opens, the rules beside the table, an opened card: Back puts away one after the other, and the table stays. */
test('Back puts away what lies above a table, then leaves it', async () => {
  const person = await Person.arrive(server, { size: 'phone', language: 'fa' });
  const { page } = person;
  await person.go('/watch');
  await page.locator('h1').waitFor();
  const table = await made(person, { game: 'splendor' });
  await page.evaluate((id) => document.body.append(Object.assign(document.createElement('a'), { href: `/t/${id}`, id: 'there' })), table);
  await page.evaluate(() => document.getElementById('there')?.click());
  await page.waitForSelector('[data-status="act"]');
  const here = `${server.url}/t/${table}`;

  const away = async (what: string) => {
    await page.locator(what).first().waitFor();
    await page.waitForFunction(() => (history.state as { above?: number } | null)?.above === 1);
    await page.goBack();
    await page.locator(what).waitFor({ state: 'detached' });
    expect(page.url()).toBe(here);
  };
  await page.locator('[data-area="menu"]').tap();
  await away('dialog[open]');
  await page.locator('[data-card]').first().tap();
  await away('[data-open]');
  await page.locator('[data-area="menu"]').tap();
  await page.locator('dialog[open] button:has(use[href="#tk-i-flag"])').tap(); // one dialog takes the place of another
  await page.locator('dialog[open] .btn').first().waitFor();
  await away('dialog[open]');

  /* What was put away otherwise is no step of its own. */
  await page.locator('[data-area="menu"]').tap();
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.waitForFunction(() => (history.state as { above?: number } | null)?.above === undefined);

  /* A link in it leads away from the table, and Back leads to the table. */
  await page.locator('[data-area="menu"]').tap();
  await page.locator('dialog[open] a[href="/"]').tap();
  await page.waitForURL(`${server.url}/`);
  await page.goBack();
  await page.waitForSelector('[data-status="act"]');
  expect(page.url()).toBe(here);
  await page.goBack();
  await page.waitForURL('**/watch');
  await person.leave();
});

test('Duel: on a phone on its side my tokens have room of their own', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await turned(page, ON_ITS_SIDE);
  await person.go('/puzzles/seven-wonders-duel/21');
  await page.locator('[data-mine] [data-owned]').waitFor();
  expect((await box(page, '[data-mine] [data-owned]')).bottom).toBeLessThanOrEqual((await box(page, '[data-mine] .makes')).top);
  await person.leave();
});

test('where the system sets the colours, what can be done has an edge, and cards keep their ground', async () => {
  const person = await Person.arrive(server);
  const { page } = person;
  await page.emulateMedia({ forcedColors: 'active' });
  await opened(person, { game: 'seven-wonders-duel', options: { wonders: 'first-game', start: '0' } });
  await page.waitForSelector('[data-status="act"]');
  const looks = await page.locator('[data-card][data-can]').first().evaluate((node) => ({ edge: getComputedStyle(node).outlineStyle, own: getComputedStyle(node).getPropertyValue('forced-color-adjust') }));
  expect(looks).toEqual({ edge: 'solid', own: 'none' });
  await person.leave();
});

test('Queendomino: the points of a building are read from right to left in Persian', async () => {
  const person = await Person.arrive(server, { language: 'fa' });
  const { page } = person;
  await opened(person, { game: 'queendomino' });
  const points = page.locator('.effect > span', { hasText: 'امتیاز' }).first();
  await points.waitFor();
  const [figure, all] = await points.evaluate((node) => [node.querySelector('b')?.getBoundingClientRect().right ?? 0, node.getBoundingClientRect().right]);
  expect(Math.abs((figure ?? 0) - (all ?? 0))).toBeLessThan(2);
  await person.leave();
});
