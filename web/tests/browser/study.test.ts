// SPDX-License-Identifier: MIT
// What can be studied: the report of a finished game, the analysis board, a puzzle. All of it is worked out in the browser.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './axe';
import { faults } from './faults';
import { fits, makeTable, Person, playOn, playSome, program, Server, tabTo } from './world';

const puzzleGames = readdirSync('../games', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl')).map((path) => basename(path, '.jsonl'));
const server = new Server();
let mina: Person;
let table = '';

beforeAll(async () => {
  await server.start();
  mina = await Person.arrive(server);
  ({ table } = await makeTable(mina, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }] }));
  await mina.go(`/t/${table}`);
  await playSome(mina.page, table, 10_000);
}, 120_000);
afterAll(async () => {
  await mina.leave();
  await server.stop();
});

const report = (page: Person['page']) => page.locator('[data-report]').getAttribute('data-report').then(Number);

describe('the report', () => {
  test('is there from the end of a game: chart, accounts that add up, turning points, accuracy', async () => {
    const { page } = mina;
    await page.locator('[data-report-link]').first().click();
    await page.waitForURL(`**/g/${table}/report`);
    await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-report]')?.dataset['report']) >= 20);
    const accounts = await page.locator('.account').evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll('dd')].map((dd) => Math.round(10 * Number((dd.textContent ?? '').replace(/[= +]/g, '').replace('−', '-'))))),
    );
    expect(accounts).toHaveLength(2);
    for (const [start = 0, luck = 0, own = 0, others = 0, result = -1] of accounts) expect(start + luck + own + others).toBe(result);
    expect(await page.locator('.chart svg[role=img]').count()).toBe(1);
    await page.locator('[data-mark=best]').first().waitFor(); // on the board of a turning point
    await page.locator('[data-mark=made]').first().waitFor();
    await fits(page, false);
  });

  test('has the numbers of the command', async () => {
    const { page } = mina;
    const kept = await page.evaluate(
      (key) =>
        new Promise<{ simulations: number; report: Record<string, unknown> }>((resolve) => {
          const opened = indexedDB.open('takht-study', 1);
          opened.onsuccess = () => {
            const found: IDBRequest<{ simulations: number; report: Record<string, unknown> }> = opened.result.transaction('reports').objectStore('reports').get(key);
            found.onsuccess = () => resolve(found.result);
          };
        }),
      table,
    );
    const file = join(tmpdir(), `takht-report-${process.pid}`);
    writeFileSync(file, await (await mina.context.request.get(`${server.url}/api/v1/tables/${table}/record`)).text());
    const told = JSON.parse(execFileSync(program, ['analyse', file, '--bots', `mcts:sims=${kept.simulations}`, '--seed', '1', '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 })) as Record<string, unknown>;
    rmSync(file);
    for (const part of ['start', 'plies', 'account', 'seats', 'turning_points']) expect(told[part], part).toEqual(kept.report[part]);
  });

  test('tells the chart as a table, and a turn of it leads to that moment of the game', async () => {
    const { page } = mina;
    await page.getByText('Table', { exact: true }).click();
    await page.locator('.table tbody button').nth(2).click();
    await page.waitForURL(/\/g\/[^/]+#\d+$/);
    await page.goBack();
    await page.waitForSelector('.account');
  });

  test('can be stopped, and is kept: it is there at once the next time', async () => {
    const { page } = mina;
    const stop = page.locator('[data-stop]');
    if (await stop.count()) await stop.click({ timeout: 2000 }).catch(() => {});
    await page.reload();
    await page.waitForSelector('.account');
    expect(await report(page)).toBeGreaterThanOrEqual(20);
  });

  test('is for everybody', async () => {
    expect(await audit(mina.page)).toEqual([]);
  });

  test('fits a phone, in Persian and in the dark', async () => {
    const dara = await Person.arrive(server, { language: 'fa', size: 'phone', theme: 'dark' });
    await dara.go(`/g/${table}/report`);
    await dara.page.waitForSelector('.account, .lost, h1');
    await fits(dara.page, false);
    await dara.context.close();
  });
});

describe('the analysis board', () => {
  test('another move makes a branch; the engine judges; a link carries it all', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=2`);
    await page.waitForSelector('[data-board]');
    const rows = page.locator('[aria-label="Variations"] li');
    const before = await rows.count();
    /* Of the game as it was played a link carries all, and leads to this place of it. */
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: (text: string) => ((window as unknown as { copied: string }).copied = text) }));
    await page.locator('[data-share]').click();
    await page.waitForFunction(() => 'copied' in window);
    const whole = await page.evaluate(() => (window as unknown as { copied?: string }).copied ?? '');
    expect(whole).toMatch(/\/a#2\./);
    const opened = await mina.context.newPage();
    await opened.goto(whole);
    await opened.waitForSelector('[data-board]');
    expect(await opened.locator('[data-course] input').evaluate((input: HTMLInputElement) => [input.value, input.max].join(' '))).toBe(`2 ${before - 1}`);
    await opened.close();
    await page.evaluate(() => delete (window as unknown as { copied?: string }).copied);

    await page.keyboard.press('e');
    const lines = page.locator('.engine li button');
    await lines.nth(1).waitFor();
    const played = page.locator('.engine li.game');
    const other = (await played.count()) > 0 && (await lines.nth(1).locator('xpath=..').getAttribute('class'))?.includes('game') ? 0 : 1;
    await lines.nth(other).click();
    await page.waitForFunction((n) => document.querySelectorAll('[aria-label="Variations"] li').length > n, before);
    await page.keyboard.press('e');
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: (text: string) => ((window as unknown as { copied: string }).copied = text) }));
    await page.locator('[data-share]').click();
    await page.waitForFunction(() => 'copied' in window);
    const link = await page.evaluate(() => (window as unknown as { copied: string }).copied);
    expect(link).toMatch(/\/a#3\./);
    await page.goto(link);
    await page.waitForSelector('[data-board]');
    expect(await page.locator('[data-ply]').first().getAttribute('data-ply')).toBe('3');
  });

  test('who stands how is told as a bar, and over the whole game as a slider; both follow the node', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=2`);
    await page.waitForSelector('[data-board]');
    const [bar, course] = [page.locator('[data-scales]'), page.locator('[data-course] input')];
    /* A quick look at the whole game comes by itself. */
    await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-course]')?.dataset['course']) > 3);
    expect(await bar.getAttribute('aria-label')).toMatch(/^Chances to win: .*\d+%, .*\d+%$/);
    const all = Number(await course.getAttribute('max'));
    expect(await course.getAttribute('aria-valuetext')).toMatch(new RegExp(`^2 of ${all}\\. .*%`));
    /* The end of the game is certain; the keys of the slider lead there. */
    await course.focus();
    await page.keyboard.press('End');
    await page.waitForFunction((n) => document.querySelector('[data-ply]')?.getAttribute('data-ply') === String(n), all);
    await page.waitForFunction(() => /^(100 0|0 100|50 50)$/.test(document.querySelector<HTMLElement>('[data-scales]')?.dataset['scales'] ?? ''));
    expect(await page.locator('[aria-label="Variations"] [data-stand]').count()).toBe(all + 1);
    /* By hand to the middle of it. */
    const box = await course.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10);
    await page.waitForFunction((n) => Math.abs(Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) - n / 2) <= 1, all);
    /* What the engine finds weighs more than the quick look: bar and first line say the same. */
    await page.getByRole('switch', { name: 'Engine' }).press('Space');
    await page.waitForFunction(() => {
      const first = Math.round(Number(document.querySelector('.engine li.best b')?.textContent ?? NaN));
      return (document.querySelector<HTMLElement>('[data-scales]')?.dataset['scales'] ?? '').split(' ').some((chance) => Math.abs(Number(chance) - first) <= 1);
    });
    await page.getByRole('switch', { name: 'Engine' }).press('Space');
    expect(await audit(page)).toEqual([]);
  });

  /* A move on the board, by keys. */
  const MOVES: Record<string, readonly string[]> = {
    splendor: ['[data-board] [data-deck]', '[data-play^="reserve"]'],
    kingdomino: ['[data-board] [data-pick]'],
  };
  test.each(Object.keys(MOVES))('a whole sitting with %s by keys alone: move, take back, branch, engine, share, and what keys there are', async (game) => {
    const { page } = mina;
    const plyIs = (n: number) => page.waitForFunction((at) => document.querySelector('[data-ply]')?.getAttribute('data-ply') === String(at), n);
    const rows = page.locator('[aria-label="Variations"] li');
    await mina.go('/a');
    await tabTo(page, 'select');
    const games = page.locator('select').first();
    const known = await games.locator('option').count();
    for (let i = 0; i < known && (await games.inputValue()) !== game; i++) await page.keyboard.press(i === 0 ? 'Home' : 'ArrowDown');
    await tabTo(page, '[data-new]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-board]');

    for (const thing of MOVES[game] ?? []) {
      await page.locator(thing).first().waitFor();
      await tabTo(page, thing);
      await page.keyboard.press('Enter');
    }
    await plyIs(1);
    await page.keyboard.press('['); // also from the board
    await plyIs(0);
    await page.keyboard.press(']');
    await plyIs(1);
    await page.keyboard.press('Home');
    await plyIs(0);
    const before = await rows.count();

    await page.keyboard.press('e');
    const other = '.engine li:not(.game) button[data-line]';
    await page.locator(other).first().waitFor();
    await tabTo(page, other);
    await page.keyboard.press('Enter');
    await plyIs(1);
    await page.waitForFunction((n) => document.querySelectorAll('[aria-label="Variations"] li').length > n, before);
    await page.locator('[data-chance]').first().waitFor();
    await page.keyboard.press('e');
    await page.locator('[data-chance]').first().waitFor({ state: 'detached' });

    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: (text: string) => ((window as unknown as { copied: string }).copied = text) }));
    await tabTo(page, '[data-share]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => 'copied' in window);
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toMatch(/\/a#1\./);

    await page.keyboard.press('?');
    await page.locator('dialog', { hasText: 'Engine on and off' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await page.locator('dialog', { hasText: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('arrows go on stepping, however quickly they come', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=8`);
    await page.waitForSelector('[data-board]');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('[data-ply]')?.getAttribute('data-ply') === '3');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[data-ply]')?.getAttribute('data-ply') === '4');
  });

  test('what cannot be done is explained beside the thing, with its rule', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=0`);
    await page.waitForSelector('[data-board]');
    await page.locator('.market [data-card]').first().click(); // nobody can pay for anything yet
    await page.locator('[data-not="buy"]').click({ force: true });
    await page.locator('[data-why]').waitFor();
    await page.locator('[data-why] .rule').click();
    await page.locator('[data-why]').waitFor({ state: 'detached' });
  });

  test('in Persian the game runs from the right, and its figures are Persian', async () => {
    const dara = await Person.arrive(server, { language: 'fa', size: 'phone', theme: 'dark' });
    const record = await (await mina.context.request.get(`${server.url}/api/v1/tables/${table}/record`)).text();
    await dara.go('/a');
    await dara.page.locator('textarea').fill(record);
    await dara.page.locator('textarea').press('Tab');
    await dara.page.locator('[data-open]').click();
    await dara.page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-course]')?.dataset['course']) > 3);
    const course = dara.page.locator('[data-course] input');
    const all = Number(await course.getAttribute('max'));
    const box = await course.boundingBox();
    await dara.page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await dara.page.waitForFunction(() => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) <= 1);
    expect(all).toBeGreaterThan(5);
    expect(await course.getAttribute('aria-valuetext')).toMatch(/^[۰-۹]+ از [۰-۹]+\. .*[۰-۹]+٪/);
    await fits(dara.page, false);
    expect(await audit(dara.page)).toEqual([]);
    await dara.context.close();
  });

  test('hidden cards are unknown, shown, or set by hand; any position is set up', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=6`);
    await page.waitForSelector('[data-board]');
    const cards = page.locator('[data-hidden-cards]');
    await cards.getByText('Set by hand').click();
    const first = cards.locator('select').first();
    await first.waitFor();
    const other = (await first.locator('option').nth(1).getAttribute('value')) ?? '';
    await first.selectOption(other);
    await page.waitForFunction(() => document.querySelector('[data-ply]')?.getAttribute('data-ply') === '0');
    await page.waitForFunction((value) => document.querySelector<HTMLSelectElement>('[data-hidden-cards] select')?.value === value, other);
    expect(await audit(page)).toEqual([]);

    await page.locator('[data-setting]').click();
    await page.locator('[data-setup]').getByText('As text').click();
    const text = page.locator('[data-setup] textarea');
    const position = JSON.parse(await text.inputValue()) as { state: { bank: string } };
    await text.fill(JSON.stringify({ ...position, state: { ...position.state, bank: 'wwwwwwwwwwww' } }));
    await page.locator('[data-setup] [role=alert]').waitFor(); // more than there are
    expect(await page.locator('[data-set-up]').isDisabled()).toBe(true);
    await text.fill(JSON.stringify(position));
    await page.locator('[data-set-up]:enabled').click();
    await page.locator('[data-setup]').waitFor({ state: 'detached' });
    await page.locator('[data-play-on]').click();
    await page.waitForURL('**/t/here-*');
    await page.waitForSelector('[data-board]');
  });

  test('a position is set up with the form: by pictures, by steps, by keyboard; the board follows', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=6`);
    await page.waitForSelector('[data-board]');
    await page.locator('[data-setting]').click();
    const form = page.locator('[data-setup]');
    await form.locator('[data-field=market1] [data-pick]').first().click();
    const other = page.locator('dialog [data-choice]:not(.used):not([aria-pressed=true])').nth(1);
    const card = (await other.getAttribute('data-choice')) ?? '';
    await other.click();
    await page.locator(`[data-board] [data-card="${card}"]`).waitFor();
    await form.locator('[role=status]').waitFor();
    /* More tokens than there are: the engine says so, and the position cannot be used. */
    const white = form.locator('[data-field=bank] [role=spinbutton]').first();
    await white.focus();
    await page.keyboard.press('PageUp');
    await form.locator('[role=alert]').waitFor();
    expect(await page.locator('[data-set-up]').isDisabled()).toBe(true);
    expect(await audit(page)).toEqual([]);
    await form.locator('[data-again]').click();
    await form.locator('[role=status]').waitFor();
    await page.locator('[data-set-up]').click();
    await form.waitFor({ state: 'detached' });
  });

  test.each(['seven-wonders-duel', 'kingdom-builder', 'queendomino'])('a position of %s is set up on a phone, in Persian', async (game) => {
    const dara = await Person.arrive(server, { language: 'fa', size: 'phone' });
    await dara.go('/a');
    await dara.page.locator('select').first().selectOption(game);
    await dara.page.locator('[data-new]').click();
    await dara.page.waitForSelector('[data-board]');
    await dara.page.locator('[data-area=menu]').click();
    await dara.page.getByText('چیدن وضعیت').click();
    await dara.page.waitForSelector('[data-setup]');
    for (const summary of await dara.page.locator('[data-setup] summary').all()) if ((await summary.locator('xpath=..').getAttribute('open')) === null) await summary.click();
    const said = (await dara.page.locator('[data-setup]').textContent()) ?? '';
    expect(said.replace('barn', '').replace('Enter', '')).not.toMatch(/[a-z]{4}/i); // what is typed, and a key
    await fits(dara.page, false);
    expect(await audit(dara.page)).toEqual([]);
    await dara.context.close();
  });

  test('a hex that is touched gets a settlement while a position is set up', async () => {
    const { page } = mina;
    await mina.go('/a');
    await page.getByLabel('Which game').selectOption('kingdom-builder');
    await page.locator('[data-new]').click();
    // Some hex on which one can build, wherever this deal has it.
    const hex = (await page.locator('.target').first().getAttribute('data-hex')) ?? '';
    await page.locator('[data-setting]').click();
    const field = page.locator('[data-setup] [data-paint]');
    await field.focus();
    for (let row = 0; row < hex.charCodeAt(0) - 97; row++) await page.keyboard.press('ArrowDown');
    for (let column = 0; column < Number(hex.slice(1)); column++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const house = page.locator(`[data-board] [data-at="hex:${hex}"]`);
    await house.waitFor();
    const box = await house.boundingBox();
    await page.keyboard.press('Enter');
    await house.waitFor({ state: 'detached' });
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.waitForFunction(() => document.querySelectorAll('[data-paint] rect').length === 2); // the cursor, and a settlement
  });

  /* Opens the form in which a position is set up: in the hand it is behind the menu. */
  async function beginSetUp({ page }: Person): Promise<void> {
    if ((await page.locator('[data-setting]').count()) > 0) await page.locator('[data-setting]').click();
    else {
      await page.locator('[data-area=menu]').click();
      await page.locator('dialog').getByText(/Set up the position|چیدن وضعیت/).click();
    }
    await page.waitForSelector('[data-setup]');
  }

  /* A table of Kingdomino some rounds on, at its set-up, where dominoes of somebody are laid by hand. */
  async function laying(person: Person): Promise<void> {
    const { page } = person;
    const { table: some } = await person.post<{ table: string }>('tables', { game: 'kingdomino', players: 2, options: {}, seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], clock: { kind: 'none' }, public: true, hints: true, quick: true, random: 'a7'.repeat(32) });
    await person.go('/settings');
    await playOn(page, some, 10_000);
    await person.go(`/a?g=${some}&ply=24`);
    await page.waitForSelector('[data-board]');
    await beginSetUp(person);
    await page.locator('[data-setup] details:has([data-by-hand]) > summary').first().click();
    await page.locator('[data-by-hand]').first().click();
    await page.locator('[data-laying] [data-laid]').first().waitFor();
  }

  test('a domino is taken up and laid by mouse and by keys; where it cannot lie, the engine says why beside the place', async () => {
    const { page } = mina;
    await laying(mina);
    const laid = page.locator('[data-laying] [data-laid]');
    const spots = page.locator('[data-laying] [data-spot]');
    const before = await laid.count();
    const name = (await laid.last().getAttribute('data-laid')) ?? '';
    expect(await audit(page)).toEqual([]);

    /* By mouse. */
    await laid.last().click();
    await page.locator(`[data-held="${name}"]`).waitFor();
    await spots.first().waitFor();
    expect(await laid.count()).toBe(before - 1);
    const land = await page.locator('[data-laying] [data-land]').boundingBox();
    await page.mouse.click((land?.x ?? 0) + 12, (land?.y ?? 0) + 12); // far from everything
    await page.locator('[data-why]').waitFor();
    expect(await page.locator('[data-why] p').textContent()).toContain('could not be placed');
    await page.locator('[data-why] button').last().click();
    await spots.first().click();
    await page.locator(`[data-laid="${name}"]`).waitFor();
    expect(await laid.count()).toBe(before);

    /* By keys: up, turned, to another place and down; the focus goes along. */
    await page.locator(`[data-laid="${name}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('[data-laying] [data-spot]'));
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.locator(`[data-laid="${name}"]`).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[data-tray] [data-domino]'));

    /* More than this round can have laid: nothing fits, and a sentence tells why. Escape lets go of it, and closes only then. */
    await page.keyboard.press('Enter');
    await page.locator('[data-laying] [role=status].bad').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-held]').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('[data-laying]').waitFor({ state: 'detached' });
    await page.locator('[data-setup] [role=status]').waitFor(); // it is a position that can be
    await page.locator('[data-set-up]').click();
    await page.locator('[data-setup]').waitFor({ state: 'detached' });
  });

  test('a domino is laid with a finger, upright and on its side; a tap that is far off is answered, beside the land too', async () => {
    const dara = await Person.arrive(server, { size: 'phone' });
    const { page } = dara;
    for (const [width, height] of [[390, 844], [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      await laying(dara);
      const laid = page.locator('[data-laying] [data-laid]');
      const name = (await laid.last().getAttribute('data-laid')) ?? '';
      await laid.last().tap();
      await page.locator(`[data-held="${name}"]`).waitFor();
      const land = await page.locator('[data-laying] [data-land]').boundingBox();
      const field = await page.locator('[data-laying] .field').boundingBox();
      if (!land || !field) throw new Error('there is no land');
      const beside = width > height ? { x: field.x + 3, y: field.y + 3 } : { x: field.x + field.width / 2, y: field.y + 3 };
      for (const at of [{ x: Math.max(land.x, field.x) + 10, y: Math.max(land.y, field.y) + 10 }, beside]) {
        await page.touchscreen.tap(at.x, at.y);
        await page.locator('[data-why] p').waitFor();
        await page.locator('[data-why] button').last().tap();
        await page.locator('[data-why]').waitFor({ state: 'detached' });
      }
      const spot = page.locator('[data-laying] [data-spot]').first();
      await spot.waitFor();
      const box = await spot.boundingBox();
      await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await page.locator(`[data-laid="${name}"]`).waitFor();
      expect(await page.locator('[data-held]').count()).toBe(0);
    }
    await dara.leave();
  });

  test('arrows step in a game whose board takes arrows itself; on a phone the prompt has its lines to itself', async () => {
    const { page } = mina;
    const { table: some } = await mina.post<{ table: string }>('tables', { game: 'seven-wonders-duel', players: 2, options: {}, seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], clock: { kind: 'none' }, public: true, hints: true, quick: true, random: 'a7'.repeat(32) });
    await mina.go('/settings');
    await playOn(page, some, 10_000);
    await mina.go(`/a?g=${some}&ply=20`);
    await page.waitForSelector('[data-board] [data-can]');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('[data-ply]')?.getAttribute('data-ply') === '19');
    /* Once the board has the focus they are its own. */
    await page.locator('[data-board] [data-can]').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[data-ply]').first().getAttribute('data-ply')).toBe('19');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForSelector('[data-area=log]');
    const said = await page.locator('[data-area=status] [data-status] span').first().boundingBox();
    expect(said?.y).toBeGreaterThanOrEqual(0);
    expect((said?.y ?? 0) + (said?.height ?? 99)).toBeLessThanOrEqual(52); // the row has 48
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('on a phone hidden dominoes have names, and the sheet stays open while one after the other is set', async () => {
    const dara = await Person.arrive(server, { size: 'phone' });
    const { page } = dara;
    await dara.go('/a');
    await page.getByLabel('Which game').selectOption('royal-wedding');
    await page.locator('[data-new]').click();
    await page.locator('[data-area=log]').click();
    const cards = page.locator('[data-hidden-cards]');
    await cards.getByText('Set by hand').click();
    const first = cards.locator('select').first();
    await first.locator('option', { hasText: /^Domino \d+: / }).first().waitFor({ state: 'attached' });
    for (const n of [1, 2]) {
      const other = (await first.locator('option').nth(n).getAttribute('value')) ?? '';
      await first.selectOption(other);
      await page.waitForFunction((value) => document.querySelector<HTMLSelectElement>('dialog [data-hidden-cards] select')?.value === value, other);
    }
    await dara.leave();
  });

  test('on a phone on its side the sheet stands beside the board, and the set-up draws cards in their colours', async () => {
    const dara = await Person.arrive(server, { size: 'phone' });
    const { page } = dara;
    await page.setViewportSize({ width: 844, height: 390 });
    await dara.go('/a');
    await page.getByLabel('Which game').selectOption('splendor');
    await page.locator('[data-new]').click();
    await page.waitForSelector('[data-board]');
    await beginSetUp(dara);
    const sheet = await page.locator('dialog').boundingBox();
    expect([sheet?.height, (sheet?.x ?? 0) + (sheet?.width ?? 0)]).toEqual([390, 844]);
    expect(sheet?.x).toBeGreaterThan(844 * 0.45);
    const tones = page.locator('[data-field=market1] [data-pick] .thing');
    await tones.first().waitFor();
    for (const card of await tones.all()) expect(await card.getAttribute('class')).toMatch(/\bsp-[wugrk]\b/);
    await dara.leave();
  });

  test.each(['splendor', 'seven-wonders-duel', 'kingdom-builder', 'kingdomino'])('the best moves of %s are marked on the board with their chances', async (game) => {
    const { page } = mina;
    await mina.go('/a');
    await page.getByLabel('Which game').selectOption(game);
    await page.locator('[data-new]').click();
    await page.waitForSelector('[data-board]');
    const engine = page.getByRole('switch', { name: 'Engine' });
    await engine.press('Space');
    await page.locator('[data-chance]').first().waitFor();
    expect(await page.locator('[data-chance].best').textContent()).toMatch(/^\d+%$/);
    await engine.press('Space');
    await page.locator('[data-chance]').first().waitFor({ state: 'detached' });
  });

  test('a new deal is opened without a record', async () => {
    const { page } = mina;
    await mina.go('/a');
    await page.getByLabel('Which game').selectOption('seven-wonders-duel');
    await page.locator('[data-new]').click();
    await page.waitForSelector('[data-board]');
    expect(await audit(page)).toEqual([]);
  });

  test('it is played on from there, on this device, against a bot', async () => {
    const { page } = mina;
    await mina.go(`/a?g=${table}&ply=4`);
    await page.locator('[data-play-on]').click();
    await page.waitForURL('**/t/here-*');
    await page.waitForSelector('[data-board]');
    expect(Number(await page.locator('[data-ply]').first().getAttribute('data-ply'))).toBeGreaterThanOrEqual(4);
  });

  test('a record that is dropped on a board, or pasted there, takes its place; what is none leaves it as it was', async () => {
    const { page } = mina;
    const record = await (await mina.context.request.get(`${server.url}/api/v1/tables/${table}/record`)).text();
    const give = (how: 'drop' | 'paste', text: string, name?: string) =>
      page.evaluate(
        ([type, written, file]) => {
          const data = new DataTransfer();
          if (file === undefined) data.setData('text/plain', written);
          else data.items.add(new File([written], file, { type: 'text/plain' }));
          const event = type === 'drop' ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }) : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          (document.querySelector('[data-board]') ?? document.body).dispatchEvent(event);
          return event.defaultPrevented;
        },
        [how, text, name] as const,
      );
    await mina.go('/a');
    await page.getByLabel('Which game').selectOption('kingdomino');
    await page.locator('[data-new]').click();
    await page.waitForSelector('.frame[data-game=kingdomino]');
    expect(await give('drop', 'no record at all', 'letter.txt')).toBe(true); // the browser does not go there
    await page.getByText('Line 1: the tag [Game').waitFor();
    await give('paste', '\u0000'.repeat(300_000));
    await page.getByText(/too large/).waitFor();
    expect(await page.locator('.frame[data-game=kingdomino]').count()).toBe(1);
    await give('drop', `\uFEFF${record.replaceAll('\n', '\r\n')}`, 'game.takht');
    await page.waitForSelector('.frame[data-game=splendor]');
    await mina.go('/a');
    await page.locator('[data-new]').waitFor();
    await give('paste', record);
    await page.waitForSelector('.frame[data-game=splendor]');
    mina.noTrouble();
  });

  test('a record is pasted; a wrong one is refused with a sentence', async () => {
    const { page } = mina;
    await mina.go('/a');
    await page.locator('textarea').fill('[Game "chess"]\n\n1. e4');
    await page.getByRole('button', { name: 'Open the record' }).click();
    await page.locator('.bad[role=alert]', { hasText: 'Line 1: the game is unknown.' }).waitFor();
    const dara = await Person.arrive(server, { language: 'fa' });
    await dara.go('/a');
    await dara.page.locator('textarea').fill('[Game "chess"]\n\n1. e4');
    await dara.page.locator('[data-open]').click();
    await dara.page.locator('.bad[role=alert]', { hasText: 'سطر ۱: این بازی شناخته نیست.' }).waitFor();
    await dara.leave();
    const record = await (await mina.context.request.get(`${server.url}/api/v1/tables/${table}/record`)).text();
    await page.locator('textarea').fill(record);
    await page.getByRole('button', { name: 'Open the record' }).click();
    await page.waitForSelector('[data-board]');
  });
});

test.each(puzzleGames)('a puzzle of %s lies whole in the window, at a desk and on a phone', async (game) => {
  const { page } = mina;
  for (const [width, height] of [[1280, 800], [360, 740]] as const) {
    await page.setViewportSize({ width, height });
    await mina.go(`/puzzles/${game}/3`);
    await page.waitForSelector('[data-area="board"]');
    await page.waitForSelector('[data-hint]');
    expect(await faults(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a puzzle has the keys of a table', async () => {
  const { page } = mina;
  await mina.go('/puzzles');
  await page.waitForSelector('[data-board]');
  await page.keyboard.press('h');
  await page.locator('[data-hint]', { hasText: 'Show the piece' }).waitFor();
  await page.keyboard.press('?');
  await page.locator('dialog', { hasText: 'Walk on the board' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await page.locator('dialog', { hasText: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-board], [data-area]') !== null)).toBe(true);
});

test('a puzzle can be hinted at, and is for everybody', async () => {
  const { page } = mina;
  await mina.go('/puzzles');
  await page.waitForSelector('[data-board]');
  await page.locator('[data-hint]').click();
  expect(await page.locator('[data-hint]').textContent()).toContain('Show the piece');
  await fits(page, false);
  expect(await audit(page)).toEqual([]);
});

test('a page that was open over midnight has the puzzle of the new day, and keeps one that somebody is at', async () => {
  const dara = await Person.arrive(server);
  const { page } = dara;
  const at = async (time: string) => {
    await page.clock.setFixedTime(new Date(time));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  const game = () => page.locator('.frame').first().getAttribute('data-game');
  await page.clock.setFixedTime(new Date('2026-03-20T23:59:00'));
  await dara.go('/puzzles');
  await page.waitForSelector('[data-board]');
  const before = await game();
  await at('2026-03-21T00:01:00');
  await page.waitForFunction((old) => document.querySelector('[data-board]') !== null && document.querySelector<HTMLElement>('.frame')?.dataset['game'] !== old, before);
  const after = await game();
  await page.locator('[data-hint]').click();
  await at('2026-03-22T00:01:00');
  await page.locator('[data-hint]', { hasText: 'Show the piece' }).waitFor();
  expect(await game()).toBe(after);
  await dara.leave();
});
