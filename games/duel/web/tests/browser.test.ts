// SPDX-License-Identifier: MIT
// 7 Wonders Duel in the browser: whole games by clicks and by keys, what nobody may know, undo and its limit,
// watchers, a server that dies, the replay, and nothing for axe to find.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '$tests/browser/axe';
import { playedOut, setTable } from '$tests/screenshots/scene';
import { botsFinish, fits, isOver, LONG, myTurn, Person, Server, settled, tabTo } from '$tests/browser/world';

const GAME = 'seven-wonders-duel';
const server = new Server();
let finished = ''; // a table that bots have played out
beforeAll(async () => {
  await server.start();
  finished = await playedOut(server, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game' } });
}, 60_000);
afterAll(() => server.stop());

const rows = (file: string) =>
  readFileSync(join(process.cwd(), '../games/duel', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
const ageOf = new Map(rows('cards.csv').map((row) => [row[1] ?? '', row[5] ?? '']));

const ply = (page: Page) => page.evaluate(() => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] ?? 0));
const phase = (page: Page) => page.locator('[data-board]').getAttribute('data-phase');

/* Clicks the n-th thing that matches, wherever it is on the screen now. */
async function press(page: Page, selector: string, n = 0): Promise<void> {
  const at = await page.waitForFunction(
    ([wanted, i]) => {
      const found = [...document.querySelectorAll<HTMLElement>(wanted)].filter((one) => one.getClientRects().length > 0);
      const one = found[i % Math.max(1, found.length)];
      if (one === undefined) return false;
      one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height - 12];
      // A card may be reached wherever nothing lies on it.
      return one.contains(document.elementFromPoint(x, y)) ? { x, y } : false;
    },
    [selector, n] as const,
  );
  const { x, y } = (await at.jsonValue()) as { x: number; y: number };
  await page.mouse.click(x, y);
}

/* One decision by mouse, as what glows allows it. */
async function clickSomething(page: Page, i = 0): Promise<void> {
  const kind = await phase(page);
  if (kind === 'draft') return settled(page, () => press(page, '[data-offer][data-can]'));
  if (kind === 'token') return settled(page, () => press(page, '.tokens [data-token][data-can]'));
  if (kind !== 'play') return settled(page, () => press(page, '[data-ask] [data-play]'));
  await press(page, '[data-card][data-can]', i);
  await page.waitForSelector('[data-open]');
  const can = await page.evaluate(() => ['wonder', 'build', 'discard'].find((verb) => document.querySelector(`[data-open] [data-play^="${verb}"]`)));
  await settled(page, () => press(page, `[data-open] [data-play^="${can}"]`));
}

test('a whole game against a bot by clicks alone, at a desk, and nothing ever has to be scrolled', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game', start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  expect(await page.locator('[data-mine] [data-wonder]').count()).toBe(4);
  for (let i = 0; i < 80 && (await myTurn(page)) === 'turn'; i++) {
    if (i % 8 === 0) await fits(page, true);
    await clickSomething(page, i);
  }
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  await fits(page, true);
  expect(await page.locator('[data-end] thead th').count()).toBe(3); // lines, and two players
  // The sheet explains every point, and points at it on the board.
  await page.locator('[data-end]').getByRole('button', { name: 'Score sheet' }).click();
  const items = page.locator('.score .item');
  for (let i = 0; i < (await items.count()) && (await page.locator('.pointed').count()) === 0; i++) await items.nth(i).hover();
  expect(await page.locator('.pointed').count()).toBeGreaterThan(0);
  await sara.leave();
});

/* One decision by keys: an arrow finds what glows, Enter opens it, letters and figures do it. */
async function typeSomething(page: Page, i: number): Promise<void> {
  const kind = await phase(page);
  const at = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const wanted = kind === 'draft' ? '[data-offer][data-can]' : kind === 'play' ? '[data-card][data-can]' : '[data-ask] [data-play], .tokens [data-can]';
  // Whoever plays by keys is never nowhere.
  if (i > 0) await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);
  if (await at('body')) await page.keyboard.press('ArrowDown');
  await tabTo(page, wanted);
  if (kind !== 'play') return settled(page, () => page.keyboard.press('Enter'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-open]');
  const key = await page.evaluate(() => {
    const wonders = [...document.querySelectorAll<HTMLElement>('[data-mine] [data-wonder]')].map((one) => one.dataset['can'] !== undefined);
    if (wonders.includes(true)) return String(wonders.indexOf(true) + 1);
    return document.querySelector('[data-open] [data-play^="build"]') ? 'b' : 'd';
  });
  // The first thing to do has the focus: every third time Enter is enough.
  await settled(page, () => page.keyboard.press(i % 3 === 0 ? 'Enter' : key));
}

test('a game by keyboard alone, in Persian, from the draft on, with every move announced', async () => {
  const sara = await Person.arrive(server, { language: 'fa' });
  const { page } = sara;
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  expect(await page.getAttribute('[data-board]', 'dir')).toBe('ltr');
  expect(await phase(page)).toBe('draft');
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const live = document.querySelector('[aria-live]') as Element;
    new MutationObserver(() => said.push(live.textContent ?? '')).observe(live, { childList: true, characterData: true, subtree: true });
  });
  let walked = false;
  for (let i = 0; i < (LONG ? 90 : 16) && (await myTurn(page)) === 'turn'; i++) {
    if (!walked && (await phase(page)) === 'play') {
      // Arrows walk from card to card, and Escape lets go of an opened one.
      walked = true;
      await page.locator('[data-card][data-can]').first().focus();
      const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset);
      const first = await focused();
      await page.keyboard.press('ArrowRight');
      expect((await focused())['slot']).not.toBe(first['slot']);
      await page.keyboard.press('ArrowLeft');
      expect((await focused())['slot']).toBe(first['slot']);
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-open]');
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-open]', { state: 'detached' });
      expect((await focused())['slot']).toBe(first['slot']);
    }
    await typeSomething(page, i);
  }
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  if (!LONG) await botsFinish(sara);
  expect(await isOver(page)).toBe(true);
  expect(said.some((text) => text.includes('انتخاب کردید'))).toBe(true);
  expect(said.some((text) => text.includes('نوبت شماست'))).toBe(true);
  await sara.leave();
});

describe('two friends and a watcher', () => {
  let ada: Person;
  let dara: Person;
  let watcher: Person;
  let table = '';
  const all = () => [ada, dara, watcher];

  beforeAll(async () => {
    [ada, dara, watcher] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa', size: 'phone' }), Person.arrive(server)]);
    const made = await setTable(ada, { game: GAME, seats: 'me friend', options: { start: '0' }, public: true });
    table = made.table;
    await ada.go(`/t/${table}`);
    await dara.go(`/t/${table}#key=${made.key}`);
    await dara.page.getByRole('button', { name: 'می‌نشینم' }).click();
    await watcher.go(`/t/${table}`);
    await Promise.all(all().map((person) => person.page.waitForSelector('[data-board]')));
  });
  afterAll(() => Promise.all(all().map((person) => person.context.close())));

  const acting = async (): Promise<Person> => {
    await Promise.race([ada, dara].map((person) => person.page.waitForSelector('[data-status="act"]')));
    return (await ada.page.locator('[data-status="act"]').count()) > 0 ? ada : dara;
  };
  /* Keys of cards that somebody was told. Chains name their giver, wherever it is, and a wonder is a library too. */
  const told = (person: Person) => new Set([...person.heard.join('\n').replace(/"chain_from":\{[^}]*\}|"(?:special|phase)":"\w+"/g, '').matchAll(/"(?:card\.)?([a-z_]+)"/g)].flatMap(([, key = '']) => (ageOf.has(key) ? [key] : [])));

  test('the draft is a screen of its own; the second four are not known before their time', async () => {
    const names = new Set(rows('wonders.csv').map((row) => row[1] ?? ''));
    const known = (person: Person) => new Set([...person.heard.join('\n').matchAll(/"(?:wonder\.)?([a-z_]+)"/g)].flatMap(([, key = '']) => (names.has(key) ? [key] : [])));
    expect(await ada.page.locator('[data-offer]').count()).toBe(4);
    expect(await ada.page.locator('.pyramid').count()).toBe(0);
    for (let i = 0; i < 4; i++) {
      for (const person of all()) expect(known(person).size).toBe(4);
      await clickSomething((await acting()).page);
    }
    await Promise.all(all().map((person) => person.page.waitForFunction(() => document.querySelectorAll('[data-offer]').length === 4)));
    for (const person of all()) expect(known(person).size).toBe(8);
    for (let i = 0; i < 4; i++) await clickSomething((await acting()).page);
    await Promise.all(all().map((person) => person.page.waitForSelector('.pyramid')));
    for (const person of all()) expect(known(person).size).toBe(8); // the four that are not used stay unknown
  });

  test('a watcher sees both cities and has no say', async () => {
    expect(await watcher.page.locator('[data-mine]').count()).toBe(0);
    expect(await watcher.page.locator('[data-can], [data-play]').count()).toBe(0);
    expect(await watcher.page.locator('[data-theirs]').count()).toBe(8);
    await fits(watcher.page, true);
  });

  test('what is face down, removed, or of a later age is in no message and on no screen', async () => {
    const seen = async (person: Person) => {
      const keys = await person.page.locator('[data-card], [data-built]').evaluateAll((list) => list.map((one) => (one as HTMLElement).dataset['card'] ?? (one as HTMLElement).dataset['built'] ?? ''));
      return new Set(keys.filter((key) => key !== ''));
    };
    for (let i = 0; i < 7; i++) {
      for (const person of all()) {
        const keys = told(person);
        expect([...keys].filter((key) => ageOf.get(key) !== '1')).toEqual([]); // ages II and III, guilds
        const hidden = await person.page.locator('[data-slot]:not([data-card])').count();
        const played = await ply(ada.page);
        // 20 cards: each is either known or face down, and the three that were removed are not there at all.
        expect(keys.size + hidden, `after ${played}`).toBe(20);
        for (const key of await seen(person)) expect(keys.has(key)).toBe(true);
      }
      const person = await acting();
      await clickSomething(person.page, i);
      const at = await ply(person.page);
      await Promise.all(all().map((one) => one.page.waitForFunction((n) => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply']) === n, at)));
    }
    // Nor are the box tokens that the Library would draw in any order: they are told as a set, sorted.
    const boxes = [...ada.heard.join('\n').matchAll(/"box":\[(.*?)\]/g)].map(([, list = '']) => [...list.matchAll(/"key":"(\w+)"/g)].map(([, key]) => key));
    for (const box of boxes) expect(box).toEqual([...box].sort());
  });

  test('my own decision can be taken back, until a card was turned up or the other has moved', async () => {
    const person = await acting();
    const other = person === ada ? dara : ada;
    const slots = await person.page.locator('[data-card][data-can]').count();
    expect(slots).toBeGreaterThan(0);
    let shut = false;
    let back = false;
    for (let i = 0; i < 12 && !(shut && back); i++) {
      const one = await acting();
      if ((await phase(one.page)) !== 'play') {
        await clickSomething(one.page, i);
        continue;
      }
      const hidden = await one.page.locator('[data-slot]:not([data-card])').count();
      const age = await one.page.locator('[data-board]').getAttribute('data-age');
      const cards = one.page.locator('[data-card][data-can]');
      await cards.nth(i % (await cards.count())).click();
      await settled(one.page, () => one.page.locator('[data-open] [data-play^="discard"]').click());
      if ((await one.page.locator('[data-board]').getAttribute('data-age')) !== age) break;
      const revealed = (await one.page.locator('[data-slot]:not([data-card])').count()) < hidden;
      const undo = one.page.locator('[data-undo]');
      if (revealed) {
        expect(await undo.count()).toBe(0);
        shut = true;
      } else {
        await undo.waitFor();
        if (!back) {
          const at = await ply(one.page);
          await undo.click();
          await one.page.waitForSelector('[data-status="act"]');
          expect(await ply(one.page)).toBe(at - 1);
          back = true;
        }
      }
    }
    expect(shut && back).toBe(true);
    await other.page.waitForSelector('[data-board]');
  });

  test('the server is killed in the middle of the game; all pages find back by themselves, and a move made meanwhile counts once', async () => {
    for (const person of all()) person.allowed = /WebSocket connection|Failed to load resource|ERR_CONNECTION/;
    const person = await acting();
    const before = await ply(person.page);
    await server.kill();
    await Promise.all(all().map((one) => one.page.waitForSelector('.lost')));
    if ((await phase(person.page)) === 'play') {
      await person.page.locator('[data-card][data-can]').first().click();
      await person.page.locator('[data-open] [data-play^="discard"]').click();
    } else await person.page.locator('[data-ask] [data-play]').first().click();
    await server.start();
    await Promise.all(all().map((one) => one.page.waitForSelector('.lost', { state: 'detached', timeout: 30_000 })));
    await Promise.all(all().map((one) => one.page.waitForFunction((n) => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply']) === n + 1, before)));
    await acting();
  });

  test('the past can be looked at; the seats are left to bots, and the finished game is there as a replay', async () => {
    await ada.page.keyboard.press('[');
    await ada.page.waitForSelector('[data-status="past"]');
    expect(await ada.page.locator('[data-can]').count()).toBe(0);
    await ada.page.keyboard.press('Escape');
    for (const [person, item] of [[ada, 'Leave my seat to a bot'], [dara, 'سپردن صندلی به ربات']] as const) {
      await person.page.keyboard.press('m');
      await person.page.locator('dialog').getByText(item).click();
    }
    await Promise.all(all().map((person) => person.page.waitForSelector('[data-end]', { timeout: 60_000 })));
    for (const person of all()) await fits(person.page, person !== dara);

    await ada.go(`/g/${table}#0`);
    await ada.page.waitForSelector('.draft [data-offer]');
    await ada.page.keyboard.press('End');
    await ada.page.waitForSelector('.pyramid');
    const last = Number(new URL(ada.page.url()).hash.slice(1));
    expect(last).toBeGreaterThan(20);
    for (let i = 0; i < 3; i++) await ada.page.keyboard.press('ArrowLeft');
    await ada.page.waitForFunction((hash) => location.hash === hash, `#${last - 3}`);
    expect(await ada.page.locator('[data-can]').count()).toBe(0);
    await fits(ada.page, true);
    for (const person of all()) person.noTrouble();
  });
});

test('looking shows the price and what it changes on the board itself; nothing is done by looking', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game', start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  const cards = page.locator('[data-card][data-can]');
  await cards.first().hover();
  await page.locator('.choice .bill').waitFor();
  expect(await page.locator('[data-open]').count()).toBe(0);
  const name = await page.locator('.choice h2').textContent();
  await cards.nth(1).hover();
  await page.waitForFunction((text) => document.querySelector('.choice h2')?.textContent !== text, name);
  await page.mouse.move(2, 2);
  await page.waitForSelector('.choice .bill', { state: 'detached' });
  // A red card moves the pawn: a pale one shows where to.
  const red = page.locator('[data-card][data-can].dl-red');
  if ((await red.count()) > 0) {
    await red.first().hover();
    await page.locator('.pawn.ghost').waitFor();
  }
  // A wonder says what it does and costs.
  await page.locator('[data-mine] [data-wonder]').first().hover();
  await page.locator('.choice .wpic').waitFor();
  // With a card open a wonder is raised by clicking it, if I can pay for it.
  await cards.first().click();
  const raise = page.locator('[data-mine] [data-wonder][data-can]');
  if ((await raise.count()) > 0) {
    await settled(page, () => raise.first().click());
    expect(await page.locator('[data-mine] [data-state="raised"]').count()).toBe(1);
  } else await page.keyboard.press('Escape');
  await sara.leave();
});

test('what cannot be taken says why beside it, with what lies on it and the rule; a wonder that is too dear says how much is missing', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  await sara.go('/settings');
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game', start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  const bubble = page.locator('[data-why]');
  const ask = async (selector: string) => {
    await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
    await bubble.waitFor();
    const text = (await bubble.locator('p').last().textContent()) ?? '';
    const rule = (await bubble.locator('.rule').count()) > 0 ? ((await bubble.locator('.rule').textContent()) ?? '') : '';
    await page.keyboard.press('Escape');
    await bubble.waitFor({ state: 'detached' });
    return { text, rule };
  };
  // Age I: the first row lies open, and all but the last are covered.
  const covered = await ask('[data-card][aria-disabled]');
  expect(covered.text).toContain('covers');
  expect(covered.text).toContain('must be taken first');
  expect(covered.rule).toContain('7D-2.7');
  const back = await ask('[data-slot]:not([data-card])');
  expect(back.text).toContain('face up');
  expect(back.rule).toContain('7D-6.1');
  const token = await ask('[data-token]');
  expect(token.text).toContain('Now you take an open card');
  expect(token.rule).toContain('7D-');
  await page.locator('[data-card][data-can]').first().click();
  await page.waitForSelector('[data-open]');
  if ((await page.locator('[data-open] .wact[aria-disabled]').count()) > 0) {
    const dear = await ask('[data-open] .wact[aria-disabled]');
    expect(dear.text).toMatch(/You are \d+ coins? short/);
    expect(dear.rule).toContain('7D-7.9');
  }
  await sara.leave();
});

test.each(['en', 'fa'] as const)('at a low desk no way to use a card has to be scrolled to, with four wonders to raise (%s)', async (language) => {
  const sara = await Person.arrive(server, { language });
  const { page } = sara;
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game', start: '0' } });
  await sara.go(`/t/${table}`);
  await myTurn(page);
  const cards = await page.locator('[data-card][data-can]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['card'] ?? ''));
  for (const [width, height] of [[1280, 800], [1024, 768]] as const) {
    await page.setViewportSize({ width, height });
    for (const card of cards) {
      await page.locator(`[data-card="${card}"]`).focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector(`[data-open="${card}"]`);
      expect(await page.locator('[data-open] .act').count()).toBe(6);
      expect(await page.locator('[data-open]').evaluate((panel) => panel.scrollHeight - panel.clientHeight), `${card} at ${width}`).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
    }
  }
  await sara.leave();
});

test('in the hand the whole decision is in sight, with a card open and in every question', async () => {
  const sara = await Person.arrive(server, { language: 'fa', size: 'phone' });
  const { page } = sara;
  await sara.go('/settings');
  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { start: '0' } });
  await sara.go(`/t/${table}`);
  const scrolled: string[] = [];
  const look = async (what: string) => {
    for (const [width, height] of [[320, 640], [360, 740], [390, 844], [667, 375], [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const over = await page.locator('[data-area="choice"]').evaluateAll((list) => list.map((one) => one.scrollHeight - one.clientHeight)[0] ?? 0);
      if (over > 1) scrolled.push(`${what} at ${width}×${height}: ${over}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  };
  const seen = new Set<string>();
  for (let i = 0; i < (LONG ? 26 : 14) && (await myTurn(page)) === 'turn'; i++) {
    const kind = (await phase(page)) ?? '';
    if (kind === 'play' && i % 4 === 1) {
      await press(page, '[data-card][data-can]', i);
      await page.waitForSelector('[data-open]');
      await look(`card ${(await page.locator('[data-open]').getAttribute('data-open')) ?? ''}`);
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-open]', { state: 'detached' });
    } else if (kind !== 'play' && !seen.has(kind)) {
      seen.add(kind);
      await look(kind);
    }
    await clickSomething(page, i);
  }
  expect(scrolled).toEqual([]);
  await sara.leave();
});

test.each([
  { language: 'en', size: 'desk', theme: 'light' },
  { language: 'fa', size: 'phone', theme: 'dark' },
] as const)('axe finds nothing, and everything fits: $language, $size', { timeout: 120_000 }, async (look) => {
  const sara = await Person.arrive(server, look);
  const { page } = sara;
  const found: string[] = [];
  const draft = await setTable(sara, { game: GAME, seats: 'me greedy', options: { start: '0' } });
  await sara.go(`/t/${draft.table}`);
  await myTurn(page);
  await fits(page, look.size === 'desk');
  found.push(...(await audit(page, { within: '.frame' })));

  const { table } = await setTable(sara, { game: GAME, seats: 'me greedy', options: { wonders: 'first-game', start: '0' } });
  await sara.go(`/t/${table}`);
  for (let i = 0; i < 4 && (await myTurn(page)) === 'turn'; i++) await clickSomething(page, i);
  await myTurn(page);
  if ((await phase(page)) === 'play') await press(page, '[data-card][data-can]');
  await page.waitForSelector('[data-open], [data-ask]');
  await fits(page, look.size === 'desk');
  found.push(...(await audit(page, { within: '.frame' })));
  await page.keyboard.press('Escape');
  const small = await page.locator('[data-card][data-can], .tokens button').evaluateAll((list) => list.filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44).length);
  expect(small).toBe(0);

  // Late in a game that is over: full cities, guilds, the other unfolded.
  await sara.go(`/g/${finished}#60`);
  await page.waitForSelector('.pyramid');
  await fits(page, look.size === 'desk');
  if (look.size === 'phone') await page.locator('[data-area="opps"] > .all').click();
  found.push(...(await audit(page, { within: '.frame' })));

  await sara.go(`/rules/${GAME}#7D-7.8`);
  await page.locator('.clause.here').waitFor();
  await fits(page, false);
  found.push(...(await audit(page, { within: 'article figure' }))); // the text around them is audited with the pages of the shell
  expect([...new Set(found)]).toEqual([]);
  await sara.leave();
});
