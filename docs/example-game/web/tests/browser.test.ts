// SPDX-License-Identifier: MIT
// Golestan in a real browser: whole games by clicks and by keys, a secret bulb, axe, a phone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '$tests/browser/axe';
import { faultsAtEverySize } from '$tests/browser/faults';
import { fits, isOver, myTurn, Person, Server, settled, type Look } from '$tests/browser/world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

const BOT = { kind: 'bot', level: 'greedy' };
const ME = { kind: 'me' };

async function sitDown(look: Look, seats: readonly object[]): Promise<Person> {
  const person = await Person.arrive(server, look);
  const wish = { game: 'golestan', players: seats.length, options: { start: '0' }, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'd1'.repeat(32) };
  const { table } = await person.post<{ table: string }>('tables', wish);
  await person.go(`/t/${table}`);
  await person.page.waitForSelector('[data-board]');
  return person;
}

test('a whole game by clicks; the bulb is mine to see; the score sheet points at plants', async () => {
  const sara = await sitDown({}, [ME, BOT]);
  const { page } = sara;
  await fits(page, true);
  const link = async (path: string) => (await page.request.get(new URL(path, page.url()).href)).text();
  expect(await link('')).toContain(`${page.url().replace('/t/', '/share/')}.png`); // a table has its own picture
  expect(await link('/learn/golestan')).toContain('/share/takht.jpg'); // the game has none, and shows the house's
  await myTurn(page);
  expect(await audit(page, { themes: 'shown' })).toEqual([]);
  await settled(page, () => page.locator('[data-pile][data-can]').click());
  expect(await page.locator('[data-bulb]').count()).toBe(1);
  for (let i = 0; i < 12 && (await myTurn(page)) === 'turn'; i++) await settled(page, () => page.locator('.row [data-plant][data-can]').first().click());
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  expect(await page.locator('[data-mine] [data-plant]').count()).toBe(6);
  expect(await page.locator('[data-bulb]').count()).toBe(0);
  await page.locator('[data-end]').getByRole('button', { name: 'Score sheet' }).click();
  await page.locator('.score .item').first().hover();
  expect(await page.locator('.pointed').count()).toBeGreaterThan(0);
  await sara.leave();
});

test('a whole game by keys alone, in Persian, with four at the table', async () => {
  const sara = await sitDown({ language: 'fa', theme: 'dark' }, [ME, BOT, BOT, BOT]);
  const { page } = sara;
  await fits(page, true);
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  expect(await page.getAttribute('[data-board]', 'dir')).toBe('ltr');
  await page.locator('[data-plant]').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.matches('.row [data-plant]:nth-child(2)'))).toBe(true);
  await myTurn(page);
  await settled(page, () => page.keyboard.press('b'));
  for (let i = 0; i < 12 && (await myTurn(page)) === 'turn'; i++) {
    const place = await page.evaluate(() => [...document.querySelectorAll('.row > *')].findIndex((one) => one.matches('[data-plant][data-can]')) + 1);
    await settled(page, () => page.keyboard.press(String(place)));
  }
  expect(await isOver(page)).toBe(true);
  await sara.leave();
});

test.each([['en', 2], ['fa', 4]] as const)('it fits every size: %s, %i players', async (language, players) => {
  const sara = await sitDown({ language }, [ME, ...Array.from({ length: players - 1 }, () => BOT)]);
  const { page } = sara;
  await myTurn(page);
  await settled(page, () => page.locator('[data-pile][data-can]').click());
  for (let i = 0; i < 3 && (await myTurn(page)) === 'turn'; i++) await settled(page, () => page.locator('.row [data-plant][data-can]').first().click());
  await myTurn(page);
  expect(await faultsAtEverySize(page)).toEqual({});
  await sara.leave();
});

test('by touch: a bulb too many is refused in words', async () => {
  const sara = await sitDown({ size: 'phone' }, [ME, BOT, BOT, BOT]);
  const { page } = sara;
  for (let i = 0; i < 2; i++) {
    await myTurn(page);
    await settled(page, () => page.locator('[data-pile][data-can]').tap());
  }
  await myTurn(page);
  await page.locator('[data-pile]').tap({ force: true });
  await page.waitForSelector('[data-why]');
  expect(await page.locator('[data-why]').textContent()).toContain('GL-3.4');
  await settled(page, () => page.locator('[data-plant][data-can]').last().tap()); // the refusal may lie over the first
  await sara.leave();
});
