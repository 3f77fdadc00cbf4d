// SPDX-License-Identifier: MIT
// Queendomino, Royal Wedding and Kingdomino in the browser: whole games by clicks, keys and fingers, undo and
// its limit, people at one table, a watcher, eight in teams, what is left afterwards, and nothing for axe.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '$tests/browser/axe';
import { botsFinish, fits, isOver, LONG, myTurn, Person, Server, settled, type Look } from '$tests/browser/world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

type Wish = { game: string; seats: string; options?: Record<string, string>; public?: boolean };

async function sit(person: Person, wish: Wish): Promise<{ table: string; key: string }> {
  const seats = wish.seats.split(' ').map((word) => (word === 'me' || word === 'open' ? { kind: word } : { kind: 'bot', level: word }));
  const opened = await person.post<{ table: string; key: string }>('tables', {
    game: wish.game,
    players: seats.length,
    options: wish.options ?? {},
    seats,
    clock: { kind: 'none' },
    public: wish.public ?? false,
    hints: true,
    quick: true,
    random: 'd0'.repeat(32),
  });
  await person.go(`/t/${opened.table}`);
  return opened;
}

const phase = (page: Page) => page.getAttribute('[data-board]', 'data-phase');

/* Spots overlap: the domino snaps to the one whose middle is nearest to the pointer. */
async function clickSpot(page: Page, n = 0): Promise<void> {
  const box = await page.locator('[data-spot]').nth(n).boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/* One decision by mouse, as what glows allows it. */
async function clickSomething(page: Page, n: number): Promise<string> {
  const now = (await phase(page)) ?? '';
  const first = (selector: string) => page.locator(selector).first();
  if (now === 'place' && (await page.locator('[data-spot]').count()) > 0) await settled(page, () => clickSpot(page));
  else if (now === 'place') await settled(page, () => first('[data-play="discard"]').click());
  else if (now === 'tax') await settled(page, () => first('[data-tax]').click());
  else if (now === 'build')
    await settled(page, async () => {
      await first('[data-slot][data-can]').click();
      if ((await phase(page)) === 'build' && (await page.locator('[data-site]').count()) > 0) await first('[data-site]').click({ timeout: 2000 }).catch(() => {});
    });
  else if (now === 'burn') await settled(page, () => (n % 3 === 0 ? first('[data-slot][data-can]').click() : first('[data-none]').click()));
  else await settled(page, () => page.locator('[data-pick]').last().click()); // high numbers have the towns
  return now;
}

test('Queendomino: a whole game by clicks alone, and every point explained on the board', async () => {
  const sara = await Person.arrive(server, { motion: true });
  const { page } = sara;
  await sit(sara, { game: 'queendomino', seats: 'me greedy greedy' });
  await page.waitForSelector('[data-board]');
  await fits(page, true);
  const seen = new Set<string>();
  for (let i = 0; i < 70 && (await myTurn(page)) === 'turn'; i++) {
    seen.add(await clickSomething(page, i));
    if (i === 8) await page.emulateMedia({ reducedMotion: 'reduce' }); // pieces have travelled enough to see that nothing goes wrong
  }
  expect(await isOver(page)).toBe(true);
  for (const step of ['draft', 'place', 'pick']) expect([...seen]).toContain(step);
  // Whether the dragon is free when my turn comes is up to the deal and the others.
  expect(['tax', 'build', 'burn'].filter((step) => seen.has(step)).length).toBeGreaterThanOrEqual(2);
  await page.waitForSelector('[data-end]');
  expect(await page.locator('[data-end] thead bdi').count()).toBe(3);
  await fits(page, true);
  await page.locator('[data-end]').getByRole('button', { name: 'Score sheet' }).click();
  const item = page.locator('.score section[aria-label] .item', { hasText: 'square' }).first();
  await item.hover();
  expect(await page.locator('.pointed').count()).toBe(1); // in one kingdom only
  await sara.leave();
});

test.each([
  ['kingdomino', 'me greedy'],
  ['royal-wedding', 'me greedy greedy'],
])('%s: a game by clicks alone', async (game, seats) => {
  const sara = await Person.arrive(server, { language: 'fa', theme: 'dark' });
  const { page } = sara;
  await sit(sara, { game, seats });
  await page.waitForSelector('[data-board]');
  for (let i = 0; i < (LONG ? 80 : 16) && (await myTurn(page)) === 'turn'; i++) await clickSomething(page, i);
  if (!LONG) await botsFinish(sara);
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  await sara.leave();
});

/* What is marked with this is reached and done with the keyboard. */
async function enter(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus();
  await page.keyboard.press('Enter');
}

/* One decision by keys; says whether the domino could be turned. */
async function typeSomething(page: Page): Promise<boolean> {
  const now = await phase(page);
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['spot'] ?? '');
  if (now === 'place' && (await page.locator('[data-spot]').count()) > 0) {
    await page.keyboard.press('1');
    await page.waitForFunction(() => document.activeElement?.matches('[data-spot]'));
    const before = await focused();
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.activeElement?.matches('[data-spot]'));
    const turned = (await focused()) !== before;
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[data-place]:enabled');
    await settled(page, () => page.keyboard.press('Enter'));
    return turned;
  }
  if (now === 'tax') await settled(page, () => enter(page, '[data-tax]'));
  else if (now === 'place' || now === 'build' || now === 'burn') await settled(page, () => page.keyboard.press('0'));
  else {
    // The first that is free, by its number in the line.
    const n = await page.locator('.next-line li').evaluateAll((list) => list.findIndex((one) => one.querySelector('[data-pick]') !== null) + 1);
    await settled(page, () => page.keyboard.press(String(n)));
  }
  return false;
}

test.each([
  ['queendomino', 'me greedy'],
  ['royal-wedding', 'me greedy greedy'],
])('%s: a game by keyboard alone', async (game, seats) => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  await sit(sara, { game, seats });
  await page.waitForSelector('[data-board]');
  for (let i = 0; i < (LONG ? 140 : 16) && (await myTurn(page)) === 'turn'; i++) await typeSomething(page);
  if (!LONG) await botsFinish(sara);
  expect(await isOver(page)).toBe(true);
  await sara.leave();
});

test('Kingdomino: a whole game by keyboard alone, in Persian', async () => {
  const sara = await Person.arrive(server, { language: 'fa' });
  const { page } = sara;
  await sit(sara, { game: 'kingdomino', seats: 'me greedy', options: { harmony: 'on' } });
  await page.waitForSelector('[data-board]');
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  expect(await page.getAttribute('[data-board]', 'dir')).toBe('ltr');
  expect(await page.locator('.builders').count()).toBe(0);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  expect(await page.locator('dialog kbd').count()).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });

  let turns = 0;
  for (let i = 0; i < 40 && (await myTurn(page)) === 'turn'; i++) turns += (await typeSomething(page)) ? 1 : 0;
  expect(turns).toBeGreaterThan(2);
  expect(await isOver(page)).toBe(true);
  expect(await page.locator('[data-end]').textContent()).toMatch(/[۰-۹]/);

  // A finished game can be gone through again.
  const id = new URL(page.url()).pathname.slice(3);
  await sara.go(`/g/${id}#5`);
  await page.waitForSelector('[data-board]');
  expect(await page.locator('[data-spot], [data-pick]').count()).toBe(0);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash === '#6');
  await page.keyboard.press('End');
  await page.waitForSelector('[data-status="over"]');
  await sara.leave();
});

test('on a phone: a finger aims, turns and places; buildings are looked at before they are built', async () => {
  const sara = await Person.arrive(server, { size: 'phone' });
  const { page } = sara;
  await sit(sara, { game: 'queendomino', seats: 'me greedy greedy greedy' });
  await page.waitForSelector('[data-board]');
  await fits(page, true);
  await myTurn(page);
  const box = await page.locator('[data-pick]').first().boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const arrived = async (act: () => Promise<unknown>) => {
    const before = await page.locator('[data-prompt]').textContent();
    await act();
    await page.waitForFunction((text) => document.querySelector('[data-prompt]')?.textContent !== text, before);
    return myTurn(page);
  };
  await arrived(() => page.locator('[data-pick]').first().tap());
  await page.waitForSelector('[data-board][data-phase="place"] [data-spot]');
  await fits(page, true);
  const place = page.locator('[data-place]');
  expect(await place.isDisabled()).toBe(true);
  const spot = await page.locator('[data-spot]').first().boundingBox();
  if (spot) await page.touchscreen.tap(spot.x + spot.width / 2, spot.y + spot.height / 2);
  await page.waitForSelector('[data-place]:enabled');
  const aimed = () => page.locator('.spot.aimed').getAttribute('data-spot');
  const first = await aimed();
  await page.locator('[data-turn="1"]').tap();
  await page.waitForFunction((was) => document.querySelector<HTMLElement>('.spot.aimed')?.dataset['spot'] !== was, first);
  await arrived(() => place.tap());

  // Taxes, or not; then a look at a building tells what it is.
  for (let i = 0; i < 4 && (await phase(page)) !== 'pick'; i++) await arrived(() => page.locator('[data-none]').tap());
  await page.locator('[data-slot]').first().tap();
  expect(await page.locator('[data-hand]').textContent()).toMatch(/point|knight|tower|crown/);
  // It cannot be built now: that is said beside it, with the rule, and its button says it again.
  await page.waitForSelector('[data-why]');
  expect(await page.locator('[data-why]').textContent()).toMatch(/QD-\d/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-why]', { state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('[data-score-open]').tap();
  expect(await page.locator('[data-scores] [data-total]').count()).toBe(1);
  await fits(page, false);
  await sara.leave();
});

test('two people see the same and nothing that is hidden; undo goes back to the last thing revealed', async () => {
  const [ada, dara, watcher] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa', theme: 'dark' }), Person.arrive(server, { size: 'phone' })]);
  const { table, key } = await sit(ada, { game: 'kingdomino', seats: 'me open', public: true });
  await dara.go(`/t/${table}${key ? `#key=${key}` : ''}`);
  await dara.page.locator('.waiting button.act, .waiting .btn.act').first().click();
  await Promise.all([ada.page.waitForSelector('[data-board]'), dara.page.waitForSelector('[data-board]')]);
  await watcher.go(`/t/${table}`);
  await watcher.page.waitForSelector('[data-board]');

  const two = [ada, dara];
  const numbers = (person: Person) => person.page.locator('.lines [data-at^="domino:"]').evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset['at']));
  const acting = async () => {
    const found = await Promise.race(two.map((one) => one.page.waitForSelector('[data-status="act"]').then(() => one)));
    return found;
  };
  const moves = async () => Number(await ada.page.locator('.log').getAttribute('data-moves'));
  const together = async (n: number) => {
    for (const one of two) await one.page.waitForFunction((count) => Number(document.querySelector<HTMLElement>('.log')?.dataset['moves']) === count, n);
  };
  // The draft: four kings in any order; undo within it takes back a choice.
  for (let i = 0; i < 4; i++) {
    const who = await acting();
    await who.page.locator('[data-pick]').first().click();
    await together(i + 1);
  }
  // The fourth choice drew the next line: it cannot be taken back.
  for (const one of two) expect(await one.page.locator('[data-undo]').count()).toBe(0);
  expect(await numbers(ada)).toEqual(await numbers(dara));
  expect(await numbers(ada)).toHaveLength(8);

  const who = await acting();
  await clickSpot(who.page);
  await together(5);
  await who.page.locator('[data-undo]').click();
  await who.page.waitForSelector('[data-phase="place"]');
  await clickSpot(who.page, 1);
  await who.page.waitForSelector('[data-pick]');
  expect(await moves()).toBeGreaterThan(4);

  // Only what everybody may know has come over the wire: sets in order, never the order of drawing.
  for (const one of [...two, watcher]) {
    const views = one.heard.flatMap((text) => [...text.matchAll(/"undrawn":\[([\d,]*)\]/g)]).map(([, list = '']) => list.split(',').map(Number));
    expect(views.length).toBeGreaterThan(0);
    for (const list of views) expect(list).toEqual([...list].sort((a, b) => a - b));
    expect(one.heard.some((text) => text.includes('"deal"') || text.includes('"deck"'))).toBe(false);
  }
  // The one who watches sees the kingdom of whoever acts, and can do nothing.
  expect(await watcher.page.locator('[data-land]').count()).toBe(1);
  expect(await watcher.page.locator('[data-spot], [data-pick], [data-hand]').count()).toBe(0);
  await fits(watcher.page, false);
  await Promise.all([ada.leave(), dara.leave(), watcher.leave()]);
});

test('Royal Wedding: eight in teams, to the end', async () => {
  const sara = await Person.arrive(server, { language: 'fa', size: 'phone' });
  const { page } = sara;
  await sit(sara, { game: 'royal-wedding', seats: 'me greedy greedy greedy greedy greedy greedy greedy', options: { mode: 'teams', harmony: 'on' } });
  await page.waitForSelector('[data-board]');
  await myTurn(page);
  await fits(page, false);
  expect(await page.locator('.opp').count()).toBe(8); // I am among them, so that all compare
  await fits(page, true);
  expect(await page.locator('.next-line li').count()).toBe(8);
  await page.locator('[data-pick]').last().tap();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForSelector('[data-board][data-phase="place"] [data-spot]');
  await fits(page, true);
  // A small kingdom becomes large.
  await page.locator('[data-enlarge]').first().click();
  expect(await page.locator('dialog[open] [data-scores]').count()).toBe(1);
  await page.keyboard.press('Escape');
  // Partners can talk alone.
  await page.keyboard.press('c');
  await page.locator('.chat .face', { hasText: 'هم‌تیمی' }).click();
  await page.locator('[data-chat]').fill('سلام');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-alone]');
  for (let i = 0; i < 4; i++) {
    if ((await myTurn(page)) === 'turn') await clickSomething(page, i);
  }
  if (LONG) {
    await page.keyboard.press('m');
    await page.locator('dialog [data-deed="away"], dialog button').filter({ hasText: 'ربات' }).first().click();
    await page.waitForSelector('[data-end]', { timeout: 90_000 });
  } else await botsFinish(sara);
  await fits(page, true);
  const scores = await page.locator('.opp [data-score]').evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset['score']));
  expect([scores[1], scores[3], scores[5]]).toEqual([scores[2], scores[4], scores[6]]); // partners
  await sara.leave();
});

test('what cannot be done says why: a cell, a domino that is taken, an empty purse, a dragon that is away', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  await sit(sara, { game: 'queendomino', seats: 'me greedy greedy greedy' });
  await page.waitForSelector('[data-board]');
  await myTurn(page);
  const says = async (act: () => Promise<unknown>, words: RegExp) => {
    await act();
    await page.waitForSelector('[data-why]');
    expect(await page.locator('[data-why]').textContent()).toMatch(words);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-why]', { state: 'detached' });
  };
  // The first choice: no king may stand where another does, and nothing is built yet.
  await says(() => page.locator('[data-slot]').first().click(), /first|no town square/i);
  await settled(page, () => page.locator('[data-pick]').first().click());
  await page.waitForSelector('[data-board][data-phase="place"] [data-spot]');
  const taken = page.locator('.next-line .other').first();
  await says(() => taken.click({ force: true }), /first place your domino/i);
  const castle = await page.locator('[data-land]').boundingBox();
  if (castle) await says(() => page.mouse.click(castle.x + 6, castle.y + 6), /touch|empty|wide/i);
  await says(() => page.locator('.cave').click(), /dragon|domino/i);
  await says(() => page.locator('.now-line .dom').first().click({ force: true }), /first place your domino/i);
  // In every other step the kingdom answers, too.
  await settled(page, () => page.locator('[data-spot]').first().press('Enter'));
  await page.waitForSelector('[data-board][data-phase="tax"]');
  const land = await page.locator('[data-land]').boundingBox();
  if (land) await says(() => page.mouse.click(land.x + 6, land.y + 6), /taxes|step/i);
  await sara.leave();
});

const LOOKS: Look[] = [
  { language: 'en', size: 'desk', theme: 'light' },
  { language: 'fa', size: 'phone', theme: 'dark' },
];
test.each(LOOKS)('axe finds nothing on the board and in the rules ($language, $size)', { timeout: 180_000 }, async (look) => {
  const sara = await Person.arrive(server, look);
  const { page } = sara;
  await sit(sara, { game: 'queendomino', seats: 'me greedy greedy' });
  await page.waitForSelector('[data-board]');
  const found: string[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < 14 && (await myTurn(page)) === 'turn'; i++) {
    const now = (await phase(page)) ?? '';
    if (!seen.has(now) && now !== 'draft') found.push(...(await audit(page, { themes: now === 'place' ? 'both' : 'shown' })));
    seen.add(now);
    const choice = page.locator('[data-spot], [data-tax], [data-play="discard"], [data-none], [data-pick]').first();
    await choice.focus();
    const before = await page.locator('[data-prompt]').textContent();
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('[data-prompt]')?.textContent !== text || document.querySelector('[data-status="over"]') !== null, before);
  }
  for (const game of ['queendomino', 'royal-wedding', 'kingdomino']) {
    await sara.go(`/rules/${game}#QD-5.2`);
    await page.waitForSelector('#QD-5\\.2');
    expect(await page.locator('figure svg').count()).toBeGreaterThan(2);
    await fits(page, false);
    if (game === (look.size === 'desk' ? 'queendomino' : 'kingdomino')) found.push(...(await audit(page, { themes: look.size === 'phone' ? 'both' : 'shown' })));
  }
  expect([...new Set(found)]).toEqual([]);
  await sara.leave();
});
