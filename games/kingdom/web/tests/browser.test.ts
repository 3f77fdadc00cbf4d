// Kingdom Builder in a real browser: whole games by clicks and by keys, secrets, undo, watchers, replay, phones.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fits, isOver, myTurn, Person, Server, type Look } from '$tests/browser/world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

type Seat = { kind: 'me' | 'friend' | 'open' } | { kind: 'bot'; level: string };
const BOT: Seat = { kind: 'bot', level: 'greedy' };
const ME: Seat = { kind: 'me' };
const FIRST = { board: 'first', cards: 'first', start: '0' };
/* Every kind of tile is on one of these two boards. */
const BUILDERS = { board: 'oracle,farm,tower,oasis', cards: 'miners,lords,hermits', start: '0' };
const MOVERS = { board: 'harbor,paddock,barn:180,tavern', cards: 'merchants,discoverers,farmers', start: '0' };

const makeTable = (person: Person, seats: readonly Seat[], options: Record<string, string> = FIRST) =>
  person.post<{ table: string; key: string }>('tables', {
    game: 'kingdom-builder',
    players: seats.length,
    options,
    seats,
    clock: { kind: 'none' },
    public: false,
    hints: true,
    quick: true,
    random: 'b3'.repeat(32),
  });

async function sitDown(look: Look, seats: readonly Seat[], options?: Record<string, string>): Promise<{ person: Person; page: Page; table: string; key: string }> {
  const person = await Person.arrive(server, look);
  await person.go('/settings');
  const made = await makeTable(person, seats, options);
  await person.go(`/t/${made.table}`);
  await person.page.waitForSelector('[data-board]');
  return { person, page: person.page, ...made };
}

/* Waits until what was done has arrived: the log has another length, or it is over. */
async function settled(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = Number(await page.locator('.log').getAttribute('data-moves'));
  await act();
  await page.waitForFunction(
    (n) => Number(document.querySelector<HTMLElement>('.log')?.dataset['moves']) !== n || document.querySelector('[data-status="over"]') !== null,
    before,
  );
}

/* One decision by mouse: a usable tile first, then a hex, then the end of the turn. */
async function clickSomething(page: Page, used: Set<string>, i: number): Promise<void> {
  const can = page.locator('[data-tile][data-state="can"]');
  const chosen = await page.locator('[data-tile][aria-pressed="true"]').count();
  if (chosen === 0 && (await can.count()) > 0) {
    const tile = can.nth(i % (await can.count()));
    used.add((await tile.getAttribute('data-tile')) ?? '');
    await tile.click();
    await page.waitForSelector('.target');
  }
  const targets = page.locator('.target');
  const count = await targets.count();
  if (count > 0) return settled(page, () => targets.nth((i * 7) % count).click());
  return settled(page, () => page.locator('[data-play="end"]').click());
}

describe('a whole game by clicks alone', () => {
  test('against a bot at a desk, to the score sheet, the board explained, and its replay', async () => {
    const { person, page, table } = await sitDown({}, [ME, BOT], BUILDERS);
    await fits(page, true);
    const used = new Set<string>();
    for (let i = 0; i < 200 && (await myTurn(page)) === 'turn'; i++) await clickSomething(page, used, i);
    expect(await isOver(page)).toBe(true);
    await page.waitForSelector('[data-end]');
    expect(await page.locator('[data-end] tbody tr').count()).toBe(2);
    await fits(page, true);

    // What the panels say is what the sheet says.
    const totals = await page.locator('[data-end] .sum').allTextContents();
    const shown = await page.locator('[data-total] b').allTextContents();
    expect([...shown].sort()).toEqual([...totals.filter((text) => /\d/.test(text))].sort());

    // The sheet points at the hexes of every reason.
    await page.locator('[data-end]').getByRole('button', { name: 'Score sheet' }).click();
    await page.locator('.score .item').first().hover();
    expect(await page.locator('.pointed path').count()).toBeGreaterThan(0);

    // The log draws what is looked at; whoever scrolls to its end has seen every move.
    await page.locator('[data-tab="log"]').click();
    const lines = page.locator('.log button:not([data-earlier])');
    const moves = Number(await page.locator('.log').getAttribute('data-moves'));
    expect(await lines.count()).toBeLessThan(moves);
    await page.waitForFunction(() => {
      document.querySelector('.log')?.lastElementChild?.scrollIntoView();
      return document.querySelector('[data-earlier]') === null;
    });
    expect(await lines.count()).toBe(moves);

    await person.go(`/g/${table}#9`);
    await page.waitForSelector('[data-board]');
    await page.waitForFunction(() => document.querySelectorAll('[data-house]').length > 0 && document.querySelectorAll('[data-house]').length < 12);
    expect(await page.locator('.target').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await person.leave();
  }, 120_000);
});

/* One decision by keys: figures choose tiles, arrows walk, Enter does it, E ends the turn. */
async function typeSomething(page: Page, i: number): Promise<void> {
  const stand = await page.evaluate(() => ({
    tile: [...document.querySelectorAll<HTMLElement>('[data-tile]')].findIndex((tile) => tile.dataset['state'] === 'can') + 1,
    chosen: document.querySelector('[data-tile][aria-pressed="true"]') !== null,
    targets: document.querySelectorAll('.target').length,
  }));
  if (!stand.chosen && stand.tile > 0) {
    await page.keyboard.press(String(stand.tile));
    await page.waitForFunction(() => document.activeElement?.matches('.target'));
    return settled(page, () => page.keyboard.press('Enter'));
  }
  if (stand.targets === 0) return settled(page, () => page.keyboard.press('e'));
  if (!(await page.evaluate(() => document.activeElement?.matches('.target') ?? false))) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.matches('.target'));
  }
  for (let k = 0; k < i % 3; k++) await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft'][i % 3] ?? 'ArrowRight');
  await settled(page, () => page.keyboard.press('Enter'));
}

test('a whole game by keyboard alone, in Persian, with tiles that move settlements', async () => {
  const { person, page } = await sitDown({ language: 'fa' }, [ME, BOT], MOVERS);
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  expect(await page.getAttribute('[data-board]', 'dir')).toBe('ltr');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  expect(await page.locator('dialog kbd').count()).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });

  await myTurn(page);
  // Arrows enter the board and walk; every hex says what it is and what it brings.
  await page.keyboard.press('ArrowDown');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const first = await label();
  expect(first).toMatch(/^[a-t]\d+، .+: اینجا بسازید\. .+/);
  await page.keyboard.press('ArrowDown');
  expect(await label()).not.toBe(first);
  // Keys look near and far.
  const wide = () => page.evaluate(() => document.querySelector('.land')?.getBoundingClientRect().width ?? 0);
  const whole = await wide();
  await page.keyboard.press('+');
  await page.waitForFunction((was) => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) > 1.3 * was, whole);
  await page.keyboard.press('0');
  await page.waitForFunction((was) => Math.abs((document.querySelector('.land')?.getBoundingClientRect().width ?? 0) - was) < 2, whole);

  for (let i = 0; i < 260 && (await myTurn(page)) === 'turn'; i++) await typeSomething(page, i);
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  await person.leave();
}, 120_000);

describe('two friends and a watcher', () => {
  let ada: Person;
  let dara: Person;
  let watcher: Person;
  let table = '';

  beforeAll(async () => {
    [ada, dara, watcher] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa', size: 'phone' }), Person.arrive(server)]);
    await ada.go('/settings');
    const made = await makeTable(ada, [ME, { kind: 'friend' }]);
    table = made.table;
    await dara.go(`/t/${table}#key=${made.key}`);
    await dara.page.getByLabel('نام شما سر میز').fill('دارا');
    await dara.page.getByRole('button', { name: 'می‌نشینم' }).click();
    await ada.go(`/t/${table}`);
    await watcher.go(`/t/${table}`);
    await Promise.all([ada, dara, watcher].map((one) => one.page.waitForSelector('[data-board]')));
  });
  afterAll(() => Promise.all([ada, dara, watcher].map((one) => one.leave())));

  test('each sees the own card; the other one’s is a back, on the screen and on the wire', async () => {
    await myTurn(ada.page);
    const mine = (await ada.page.locator('[data-card]').getAttribute('data-card')) ?? '';
    const theirs = (await dara.page.locator('[data-card]').getAttribute('data-card')) ?? '';
    expect(mine).toMatch(/^(grass|canyon|desert|flower|forest)$/);
    expect(theirs).toMatch(/^(grass|canyon|desert|flower|forest)$/);
    expect(await ada.page.locator('[data-hand]').getAttribute('data-hand')).toBe('hidden');
    expect(await dara.page.locator('[data-hand]').getAttribute('data-hand')).toBe(mine); // turned up: it is Ada's turn
    expect(await watcher.page.locator('[data-hand="hidden"]').count()).toBe(1);
    // Nobody but its owner ever hears of the card in Dara's hand.
    const hands = (person: Person) =>
      person.heard.flatMap((text) => [...text.matchAll(/"seats":(\[\{"supply".*?\}\])[,}]/g)]).flatMap(([, seats = '[]']) => (JSON.parse(seats) as { card?: string }[])[1]?.card ?? []);
    expect(hands(ada)).toEqual([]);
    expect(hands(watcher)).toEqual([]);
    expect(hands(dara)).toContain(theirs);
  });

  test('a watcher has no say and no things', async () => {
    expect(await watcher.page.locator('[data-mine], .target, [data-play]').count()).toBe(0);
    expect(await watcher.page.locator('[data-total]').count()).toBe(2);
  });

  test('looking shows what a choice brings, and does nothing; a click does it for all to see', async () => {
    const { page } = ada;
    const target = page.locator('.target').first();
    const hex = (await target.getAttribute('data-hex')) ?? '';
    await target.hover();
    await page.waitForSelector('.tip');
    expect(await page.locator('[data-house]').count()).toBe(0);
    await settled(page, () => target.click());
    for (const one of [ada, dara, watcher]) await one.page.waitForSelector(`[data-at="hex:${hex}"][data-house="0"]`);
    // The last turn stays marked on every screen.
    for (const one of [ada, dara, watcher]) expect(await one.page.locator('.last use').count()).toBe(1);
  });

  test('a turn can be taken back until it is ended, and not after that', async () => {
    const { page } = ada;
    await settled(page, () => page.locator('[data-undo]').click());
    expect(await page.locator('[data-house]').count()).toBe(0);
    for (let i = 0; i < 3; i++) await settled(page, () => page.locator('.target').first().click());
    expect(await page.locator('[data-supply]').getAttribute('data-supply')).toBe('37');
    await page.locator('[data-undo]').waitFor();
    await settled(page, () => page.locator('[data-play="end"]').click());
    await dara.page.waitForSelector('[data-status="act"]');
    expect(await page.locator('[data-undo]').count()).toBe(0);
  });

  test('gold shows the hexes behind it', async () => {
    const { page } = watcher;
    const gold = page.locator('[data-goal="knights"] [data-gold-of="0"]');
    await gold.click();
    expect(Number(await gold.textContent())).toBeGreaterThan(0);
    expect(await page.locator('.paid path').count()).toBeGreaterThan(0);
    expect(await page.locator('.coin').count()).toBe(1);
    await page.mouse.move(640, 790);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.paid', { state: 'detached' });
  });

  test('on a phone a tap from afar comes nearer, and a tap from near builds', async () => {
    const { page } = dara;
    await fits(page, true);
    const wide = () => page.evaluate(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) / 21.5);
    expect(await wide()).toBeLessThan(20);
    const target = page.locator('.target').first();
    const box = await target.locator('.hit').boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await page.waitForFunction(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) / 21.5 >= 44);
    expect(await page.locator('[data-house="1"]').count()).toBe(0);
    await page.waitForTimeout(400); // the sheet comes to rest
    await target.tap();
    await page.waitForSelector('[data-house="1"]', { state: 'attached' });
    // The small board and the way back to the whole one are large enough for a finger.
    const small = await page.locator('.small').boundingBox();
    expect(Math.min(small?.width ?? 0, small?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'تمام صفحه‌ی بازی' }).tap();
    await page.waitForFunction(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) < 360);
  });
});

test('wheel and drag look at a part of the board; a drag is no click', async () => {
  const { person, page } = await sitDown({}, [ME, BOT]);
  await myTurn(page);
  const land = () => page.evaluate(() => document.querySelector('.land')?.getBoundingClientRect().toJSON() as { x: number; y: number; width: number });
  const window = await page.locator('.window').boundingBox();
  const [x, y] = [(window?.x ?? 0) + 300, (window?.y ?? 0) + 250];
  const whole = await land();
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -500);
  await page.waitForFunction((was) => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) > 2 * was, whole.width);
  await page.waitForTimeout(250);
  const near = await land();
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(250);
  const moved = await land();
  expect(moved.x - near.x).toBeCloseTo(80, 0);
  expect(await page.locator('[data-house]').count()).toBe(0);
  await person.leave();
});

describe.each([
  ['en', 'light', 'desk'],
  ['fa', 'dark', 'desk'],
  ['fa', 'light', 'phone'],
  ['en', 'dark', 'phone'],
] as const)('for everybody, in %s, %s, %s', (language, theme, size) => {
  test('axe finds nothing to object to on the board', async () => {
    const { person, page } = await sitDown({ language, theme, size }, [ME, BOT, BOT, BOT], BUILDERS);
    await myTurn(page);
    await fits(page, true);
    await page.locator('[data-goal] .head').first().click(); // with gold looked at
    const found = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ').slice(0, 400)}`)).toEqual([]);
    await person.leave();
  });
});
