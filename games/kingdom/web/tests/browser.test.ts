// SPDX-License-Identifier: MIT
// Kingdom Builder in a real browser: whole games by clicks and by keys, secrets, undo, watchers, replay, phones.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '$tests/browser/axe';
import { atRest, botsFinish, fits, isOver, LONG, myTurn, Person, Server, settled, type Look } from '$tests/browser/world';

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
  const made = await makeTable(person, seats, options);
  await person.go(`/t/${made.table}`);
  await person.page.waitForSelector('[data-board]');
  return { person, page: person.page, ...made };
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

test('a game by keyboard alone, in Persian, with tiles that move settlements', async () => {
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
  expect(first).toMatch(/^[a-t][۰-۹]+، .+: اینجا بسازید\. .+/);
  await page.keyboard.press('ArrowDown');
  expect(await label()).not.toBe(first);
  // Keys look near and far.
  const wide = () => page.evaluate(() => document.querySelector('.land')?.getBoundingClientRect().width ?? 0);
  const whole = await wide();
  await page.keyboard.press('+');
  await page.waitForFunction((was) => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) > 1.3 * was, whole);
  await page.keyboard.press('0');
  await page.waitForFunction((was) => Math.abs((document.querySelector('.land')?.getBoundingClientRect().width ?? 0) - was) < 2, whole);

  for (let i = 0; i < (LONG ? 260 : 40) && (await myTurn(page)) === 'turn'; i++) await typeSomething(page, i);
  if (!LONG) await botsFinish(person);
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
    for (const one of [ada, dara, watcher]) expect(await one.page.locator('[data-area="board"] .last use').count()).toBe(1);
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

  test('on a phone hexes are as large as fingers; a tap from afar comes nearer, and a tap from near builds', async () => {
    const { page } = dara;
    await fits(page, true);
    const wide = () => page.evaluate(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) / 21.5);
    expect(await wide()).toBeGreaterThanOrEqual(44);
    // The small board and the way to the whole one are large enough for a finger.
    const small = await page.locator('.small').boundingBox();
    expect(Math.min(small?.width ?? 0, small?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'تمام صفحه‌ی بازی' }).tap();
    await page.waitForFunction(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) < 360);
    await atRest(page, '.land');
    const target = page.locator('.target').first();
    const box = await target.locator('.hit').boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await page.waitForFunction(() => (document.querySelector('.land')?.getBoundingClientRect().width ?? 0) / 21.5 >= 44);
    expect(await page.locator('[data-house="1"]').count()).toBe(0);
    await atRest(page, '.land');
    await target.tap();
    await page.waitForSelector('[data-house="1"]', { state: 'attached' });
  });
});

/* What of the map lies over an open place, or where an open place is neither seen nor counted. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const window = document.querySelector('.window')?.getBoundingClientRect();
    if (!window) return ['no window'];
    const tools = [...document.querySelectorAll('.pane .tools, .mini, .off span')].map((one) => ({ one: one.className, box: one.getBoundingClientRect() }));
    const out: string[] = [];
    let unseen = 0;
    for (const target of document.querySelectorAll<SVGElement>('.target')) {
      const box = target.querySelector('.hit')?.getBoundingClientRect();
      if (!box) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < window.left || x > window.right || y < window.top || y > window.bottom) unseen++;
      else for (const { one, box: tool } of tools) if (x > tool.left && x < tool.right && y > tool.top && y < tool.bottom) out.push(`${one} over ${target.dataset['hex']}`);
    }
    const counted = [...document.querySelectorAll('[data-beyond]')].reduce((sum, pill) => sum + Number(/\d+/.exec(pill.getAttribute('aria-label') ?? '')?.[0] ?? 0), 0);
    return unseen > counted ? [...out, `${unseen} not seen, ${counted} counted`] : out;
  });

describe('the map in its frame', () => {
  test('opens where most places are; those beyond an edge are counted there, and a tap leads to them', async () => {
    const { person, page } = await sitDown({ size: 'phone' }, [ME, BOT], { ...FIRST, board: 'tavern,paddock,oasis,farm' });
    await myTurn(page);
    await page.waitForSelector('[data-beyond]');
    expect(await covered(page)).toEqual([]);
    const seen = () =>
      page.evaluate(() => {
        const frame = document.querySelector('.window')?.getBoundingClientRect();
        return [...document.querySelectorAll<SVGElement>('.target')].filter((target) => {
          const box = target.querySelector('.hit')?.getBoundingClientRect();
          return frame && box && box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
        }).length;
      });
    expect(await seen()).toBeGreaterThan(3);
    const before = await page.locator('.sheet').getAttribute('style');
    await page.locator('[data-beyond]').first().tap();
    await page.waitForFunction((was) => document.querySelector('.sheet')?.getAttribute('style') !== was, before);
    await atRest(page, '.land');
    expect(await seen()).toBeGreaterThan(0);
    expect(await covered(page)).toEqual([]);
    // A finger moves the board; letters and numbers go along.
    const letter = () => page.evaluate(() => document.querySelector('.rows span')?.getBoundingClientRect().top ?? 0);
    const land = () => page.evaluate(() => document.querySelector('.land')?.getBoundingClientRect().top ?? 0);
    const apart = (await letter()) - (await land());
    await page.keyboard.press('0');
    await atRest(page, '.land');
    expect(Math.abs((await letter()) - (await land()))).toBeLessThan(Math.abs(apart));
    await person.leave();
  });

  /* The focus that comes with a touch must not move the board away under it. */
  test('a tap near the edge builds at once, and looks at nothing afterwards', async () => {
    const { person, page } = await sitDown({ size: 'phone' }, [ME, BOT]);
    await myTurn(page);
    await atRest(page, '.land');
    const place = await page.evaluate(() => {
      const frame = document.querySelector('.window')?.getBoundingClientRect();
      const middles = [...document.querySelectorAll('.target .hit')].map((hit) => hit.getBoundingClientRect()).map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }));
      const inside = middles.filter(({ x, y }) => frame && x > frame.left + 20 && x < frame.right - 8 && y > frame.top + 20 && y < frame.bottom - 8);
      return inside.filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('.window')).sort((a, b) => a.y - b.y)[0];
    });
    await settled(page, () => page.touchscreen.tap(place?.x ?? 0, place?.y ?? 0));
    expect(await page.locator('[data-house="0"]').count()).toBe(1);
    await page.waitForSelector('.target');
    expect(await page.locator('.ghost, .tip').count()).toBe(0);
    await person.leave();
  });

  test('in the hand a card shows where it pays, and says under the board for what', async () => {
    const { person, page } = await sitDown({ size: 'phone' }, [ME, BOT]);
    await myTurn(page);
    await atRest(page, '.land');
    const prompt = await page.locator('[data-prompt]').textContent();
    const near = await page.locator('.land').boundingBox();
    await page.locator('[data-goal] .head').first().tap();
    await page.locator('.caption').waitFor();
    expect(await page.locator('.caption').textContent()).toContain('1 gold for each settlement on land beside water.');
    expect(await page.locator('[data-prompt]').textContent()).toBe(prompt);
    await atRest(page, '.land');
    // All of it is in sight, and the first row below the numbers.
    const [numbers, land] = await Promise.all([page.locator('.columns').boundingBox(), page.locator('.land').boundingBox()]);
    expect((land?.width ?? 0) / 21.5).toBeLessThan(20);
    expect(numbers?.y ?? 0).toBeLessThanOrEqual(land?.y ?? 0);
    // Once more: back to what is to be chosen.
    await page.locator('[data-goal] .head').first().tap();
    await page.locator('.caption').waitFor({ state: 'detached' });
    await atRest(page, '.land');
    expect((await page.locator('.land').boundingBox())?.width).toBeCloseTo(near?.width ?? 0, 0);
    await person.leave();
  });

  test('the legend opens in its foot and pushes it up', async () => {
    const { person, page } = await sitDown({ size: 'phone' }, [ME, BOT]);
    await myTurn(page);
    const high = async () => (await page.locator('.window').boundingBox())?.height ?? 0;
    const before = await high();
    await page.getByRole('button', { name: 'What the map shows' }).tap();
    await page.locator('[data-legend]').waitFor();
    expect(await page.locator('[data-legend] li').count()).toBe(9);
    expect(await high()).toBeLessThan(before - 60);
    await fits(page, true);
    await page.getByRole('button', { name: 'Close the legend' }).tap();
    await page.locator('[data-legend]').waitFor({ state: 'detached' });
    await person.leave();
  });

  test('a hex that is not open says why beside itself, with its clause, and shows the open ones', async () => {
    const { person, page } = await sitDown({}, [ME, BOT]);
    await myTurn(page);
    await settled(page, () => page.locator('.target').first().click());
    await page.waitForSelector('.target');
    // My own settlement is no place to build.
    const own = await page.locator('[data-house="0"]').first().boundingBox();
    await page.mouse.click((own?.x ?? 0) + (own?.width ?? 0) / 2, (own?.y ?? 0) + (own?.height ?? 0) / 2);
    const why = page.locator('[data-why]');
    await why.waitFor();
    expect(await why.textContent()).toContain('A settlement stands there');
    expect(await page.locator('.tried[data-refused]').count()).toBe(1);
    const [bubble, hex] = await Promise.all([why.boundingBox(), page.locator('.tried').boundingBox()]);
    const apart = (bubble?.y ?? 0) + (bubble?.height ?? 0) <= (hex?.y ?? 0) + 1 || (bubble?.y ?? 0) >= (hex?.y ?? 0) + (hex?.height ?? 0) - 1 || (bubble?.x ?? 0) >= (hex?.x ?? 0) + (hex?.width ?? 0) - 1 || (bubble?.x ?? 0) + (bubble?.width ?? 0) <= (hex?.x ?? 0) + 1;
    expect(apart).toBe(true);
    await why.getByRole('button', { name: /KB-25/ }).waitFor();
    await why.getByRole('button', { name: /^Show the/ }).click();
    await why.waitFor({ state: 'detached' });
    expect(await page.locator('.tried[data-refused]').count()).toBe(0);
    expect(await page.locator('[data-house="0"]').count()).toBe(1);
    await person.leave();
  });

  test('land of the right kind that I may not use yet names my settlement where I could build', async () => {
    const { person, page } = await sitDown({}, [ME, BOT]);
    await myTurn(page);
    const all = await page.evaluate(() => [...document.querySelectorAll<SVGElement>('.target')].map((one) => ({ hex: one.dataset['hex'] ?? '', box: one.querySelector('.hit')?.getBoundingClientRect().toJSON() as DOMRect })));
    // Beside others of its kind, so that the next one must stand next to it.
    const near = (a: DOMRect, b: DOMRect) => Math.hypot(a.x - b.x, a.y - b.y) < a.width * 1.2;
    const first = all.find((one) => all.filter((other) => near(one.box, other.box)).length >= 3);
    await settled(page, () => page.locator(`[data-hex="${first?.hex}"]`).click());
    await page.waitForSelector('.target');
    const open = await page.evaluate(() => [...document.querySelectorAll<SVGElement>('.target')].map((one) => one.dataset['hex']));
    const closed = all.find((one) => one.hex !== first?.hex && !open.includes(one.hex));
    await page.mouse.click((closed?.box.x ?? 0) + (closed?.box.width ?? 0) / 2, (closed?.box.y ?? 0) + (closed?.box.height ?? 0) / 2);
    const why = page.locator('[data-why]');
    await why.waitFor();
    expect(await why.textContent()).toContain(`next to your settlement at ${first?.hex}`);
    await why.getByRole('button', { name: /KB-27/ }).waitFor();
    expect(await page.locator('.cause[data-refused]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });
    await person.leave();
  });

  test('arrows are for the board at once, and look around when nothing is to be chosen', async () => {
    const { person, page, table } = await sitDown({ size: 'phone' }, [ME, BOT]);
    await myTurn(page);
    await page.locator('[data-tile]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.matches('.target'));
    await person.leave();
    const watcher = await Person.arrive(server, { size: 'phone' });
    await watcher.go(`/t/${table}`);
    await watcher.page.waitForSelector('[data-board]');
    await atRest(watcher.page, '.land');
    const before = await watcher.page.locator('.sheet').getAttribute('style');
    await watcher.page.keyboard.press('ArrowDown');
    await watcher.page.waitForFunction((was) => document.querySelector('.sheet')?.getAttribute('style') !== was, before);
    await watcher.leave();
  });
});

test('on a phone the guide lies over nothing that it points at, and the map stays whole', async () => {
  const person = await Person.arrive(server, { size: 'phone' });
  const { page } = person;
  await person.go('/learn/kingdom-builder');
  await page.locator('[data-step]').waitFor();
  const steps: string[] = [];
  for (let i = 0; i < 4; i++) {
    const over = await page.evaluate(() => {
      const guide = document.querySelector('.guided')?.getBoundingClientRect();
      const things = [...document.querySelectorAll('[data-guided], [data-area="board"], [data-area="mine"], [data-area="status"]')].filter((one) => one.getClientRects().length > 0);
      return things.filter((one) => {
        const box = one.getBoundingClientRect();
        return guide === undefined || (Math.min(box.right, guide.right) - Math.max(box.left, guide.left) > 1 && Math.min(box.bottom, guide.bottom) - Math.max(box.top, guide.top) > 1);
      }).length;
    });
    expect(over).toBe(0);
    steps.push((await page.locator('[data-step]').getAttribute('data-step')) ?? '');
    if (steps.at(-1) === 'cards') expect(await page.locator('[data-goals]').isVisible()).toBe(true);
    const next = page.locator('[data-next]:enabled');
    if ((await next.count()) > 0) await next.tap();
  }
  expect(steps).toContain('cards');
  await person.leave();
});

test('a board and cards that are named in the form are those of the table', async () => {
  const person = await Person.arrive(server);
  const { page } = person;
  await person.go('/new?game=kingdom-builder');
  await page.getByLabel('Board', { exact: true }).selectOption({ label: 'My own choice' });
  await page.locator('[data-chooser="board"]').waitFor();
  await page.locator('[data-place="3"]').click();
  await page.locator('[data-quadrant="paddock"]').click();
  await page.locator('[data-turn="3"]').click();
  await page.locator('[data-place="0"]').click();
  await page.locator('[data-quadrant="farm"]').click(); // it lay in the second place: the two change places
  await page.getByLabel('Kingdom Builder cards', { exact: true }).selectOption({ label: 'My own choice' });
  for (const card of ['lords', 'miners', 'hermits']) await page.locator(`[data-kb-card="${card}"]`).click();
  await page.getByText('Quick bots').click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForSelector('[data-board]');
  await myTurn(page);
  expect(await page.locator('[data-tile]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['tile']))).toEqual(['farm', 'oracle', 'tavern', 'paddock']);
  expect(await page.locator('[data-goal]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['goal']))).toEqual(['lords', 'miners', 'hermits', 'castles']);
  // What the form showed is what lies there: the last quadrant is turned.
  const view = person.heard.map((text) => /"quadrants":(\[.*?\])/.exec(text)?.[1]).findLast((found) => found !== undefined);
  expect(JSON.parse(view ?? '[]')).toEqual([{ name: 'farm', turned: false }, { name: 'oracle', turned: false }, { name: 'tavern', turned: false }, { name: 'paddock', turned: true }]);
  await person.leave();
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
  await atRest(page, '.land');
  const near = await land();
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 60, { steps: 4 });
  await page.mouse.up();
  await atRest(page, '.land');
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
    expect(await audit(page, { themes: 'shown' })).toEqual([]);
    await person.leave();
  });
});
