// SPDX-License-Identifier: MIT
// What holds at the table of every game, whatever lies on it: two people and somebody who watches, a server that dies
// and comes back, a hint that is played, seats that are left to bots, and everything that is there afterwards.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answers } from '$web/protocol';
import { fits, Person, Server } from './world';

// Which games there are, the server tells: whoever adds one has it tested.
const server = new Server();
await server.start();
afterAll(() => server.stop());
const { games } = (await (await fetch(`${server.url}/api/v1/games`)).json()) as Answers['games'];

const BOT = { kind: 'bot', level: 'greedy' };

describe.each(games)('$game', ({ game, players_min, players_max }) => {
  /* Two people, and a bot beside them where there is room. */
  const others = Array.from({ length: Math.max(players_min, Math.min(3, players_max)) - 2 }, () => BOT);
  let people: [Person, Person, Person];
  let table = '';

  const plyIs = (n: number) => Promise.all(people.map((one) => one.page.waitForFunction((at) => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply']) >= at, n)));
  const ply = async (one: Person) => Number(await one.page.locator('[data-ply]').first().getAttribute('data-ply'));
  const acting = () => Promise.race(people.slice(0, 2).map((one) => one.page.waitForSelector('[data-status="act"]').then(() => one)));

  beforeAll(async () => {
    people = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa', theme: 'dark' }), Person.arrive(server, { size: 'phone' })]);
    const [ada, dara, watcher] = people;
    const seats = [{ kind: 'me' }, { kind: 'friend' }, ...others];
    const wish = { game, players: seats.length, options: {}, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'c5'.repeat(32) };
    const made = await ada.post<{ table: string; key: string }>('tables', wish);
    table = made.table;
    await ada.go(`/t/${table}`);
    await dara.go(`/t/${table}#key=${made.key}`);
    await dara.page.getByRole('button', { name: 'می‌نشینم' }).click();
    await watcher.go(`/t/${table}`);
    await Promise.all(people.map((one) => one.page.waitForSelector('[data-board]')));
  });
  afterAll(() => Promise.all(people.map((one) => one.context.close())));

  test('a hint can be asked for and played; all see it', async () => {
    const one = await acting();
    const before = await ply(one);
    await one.page.keyboard.press('h');
    await one.page.locator('.btn.act', { hasText: /Play it|بازی می‌کنم/ }).first().click();
    await plyIs(before + 1);
  });

  test('the server is killed; every page says so, and finds back by itself to where it was', async () => {
    for (const one of people) one.allowed = /WebSocket connection|Failed to load resource|ERR_CONNECTION/;
    const one = await acting();
    const before = await ply(one);
    await server.kill();
    await Promise.all(people.map((person) => person.page.waitForSelector('.lost')));
    await server.start();
    await Promise.all(people.map((person) => person.page.waitForSelector('.lost', { state: 'detached', timeout: 60_000 })));
    await plyIs(before);
    expect(await (await acting()).page.locator('[data-board]').count()).toBe(1);
  });

  test('seats are left to bots, who play it to its end; afterwards there is the replay, the record and the shuffle', async () => {
    const [ada, dara] = people;
    for (const [one, item] of [[ada, 'Leave my seat to a bot'], [dara, 'سپردن صندلی به ربات']] as const) {
      await one.page.keyboard.press('m');
      await one.page.locator('dialog').getByText(item).click();
    }
    await Promise.all(people.map((one) => one.page.waitForSelector('[data-end]', { timeout: 90_000 })));
    await ada.go(`/g/${table}#3`);
    const slider = ada.page.getByLabel('Moment of the game');
    await slider.waitFor();
    expect(await slider.inputValue()).toBe('3');
    await ada.page.keyboard.press('ArrowLeft');
    await ada.page.waitForFunction(() => location.hash === '#2');
    await ada.page.keyboard.press('End');
    await ada.page.waitForFunction(() => /#\d\d+/.test(location.hash));
    await fits(ada.page, false);

    const [download] = await Promise.all([ada.page.waitForEvent('download'), ada.page.locator('[data-record]').click()]);
    const file = join(tmpdir(), `takht-${game}-${process.pid}`);
    await download.saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain(`[Game "${game}"]`);
    rmSync(file);
    await ada.page.locator('[data-shuffle]').click();
    await ada.page.waitForSelector('[data-fair="true"]');
    for (const one of people) one.noTrouble();
  });
});
