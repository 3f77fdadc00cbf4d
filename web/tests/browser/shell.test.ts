// SPDX-License-Identifier: MIT
// What is told to those who listen, where the focus goes, waiting rooms, giving up, replays, and what is on the home page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTable, myTurn, Person, playSome, Server } from './world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

const AGAINST_A_BOT = { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } } as const;

/* Everything that is said from now on. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const region = document.querySelector('.spoken');
    if (region) new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, { childList: true, characterData: true, subtree: true });
  });
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? 'none');

describe('by keys and ears', () => {
  let ada: Person;
  let table = '';
  beforeAll(async () => {
    ada = await Person.arrive(server);
    ({ table } = await makeTable(ada, AGAINST_A_BOT));
    await ada.go(`/t/${table}`);
    await myTurn(ada.page);
  });
  afterAll(() => ada.leave());

  test('there is one region that speaks, and it says where the game stands', async () => {
    expect(await ada.page.locator('[aria-live]').count()).toBe(1);
    expect(await ada.page.locator('.spoken').textContent()).toContain('Your turn');
  });

  test('an arrow key is enough to be on the board', async () => {
    await ada.page.keyboard.press('ArrowRight');
    expect(await ada.page.evaluate(() => document.activeElement?.matches('[data-area="board"] [data-nav]'))).toBe(true);
  });

  test('what the other did and that it is my turn are told once; the focus stays somewhere', async () => {
    await listen(ada.page);
    for (const key of ['1', '2', '3']) await ada.page.keyboard.press(key);
    await ada.page.waitForFunction(() => (window as unknown as { said: string[] }).said.some((text) => text.includes('Your turn')));
    const all = (await said(ada.page)).join('\n');
    expect(all).toContain('You take');
    expect(all).toMatch(/Greedy bot (takes|reserves|buys)/);
    expect(all.match(/Your turn/g)?.length).toBe(1);
    expect(await focused(ada.page)).not.toBe('BODY');
  });

  test('the log is one stop, with up and down inside', async () => {
    const lines = ada.page.locator('.log [data-stop]');
    expect(await lines.count()).toBeGreaterThan(1);
    expect(await ada.page.locator('.log [data-stop][tabindex="0"]').count()).toBe(1);
    await lines.first().focus();
    await ada.page.keyboard.press('ArrowDown');
    expect(await lines.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    await ada.page.keyboard.press('End');
    expect(await lines.last().evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('what is put away does not take the focus along', async () => {
    await ada.page.keyboard.press('h');
    const no = ada.page.getByRole('button', { name: 'No, thanks' });
    await no.focus();
    await ada.page.keyboard.press('Enter');
    await no.waitFor({ state: 'detached' });
    await ada.page.waitForFunction(() => document.activeElement !== document.body);
  });

  test('picked tokens are put back all at once', async () => {
    for (const key of ['1', '2']) await ada.page.keyboard.press(key);
    expect(await ada.page.locator('[data-pile].picked').count()).toBe(2);
    await ada.page.locator('[data-clear]').click();
    expect(await ada.page.locator('[data-pile].picked').count()).toBe(0);
    await ada.page.keyboard.press('1');
    await ada.page.keyboard.press('z'); // takes the token back, not the turn before
    expect(await ada.page.locator('[data-pile].picked').count()).toBe(0);
    expect(await ada.page.locator('[data-keep]').count()).toBeGreaterThan(6); // what can be reserved glows
  });

  test('giving up says what will happen, and the end says who won without points', async () => {
    await listen(ada.page);
    await ada.page.keyboard.press('m');
    await ada.page.getByRole('button', { name: 'Give up' }).click();
    expect(await ada.page.locator('[data-resign]').textContent()).toMatch(/ends at once, and .*Greedy bot.* wins/);
    await ada.page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
    await ada.page.locator('[data-end]').waitFor();
    expect(await ada.page.locator('[data-end] h2').textContent()).toBe('Greedy bot wins');
    await ada.page.waitForFunction(() => (window as unknown as { said: string[] }).said.some((text) => text.includes('Greedy bot wins')));
  });
});

test('among bots everything can be taken back, their moves too', async () => {
  const ada = await Person.arrive(server);
  const { table } = await makeTable(ada, AGAINST_A_BOT);
  await ada.go(`/t/${table}`);
  await playSome(ada.page, table, 6);
  const ply = () => ada.page.locator('[data-ply]').getAttribute('data-ply').then(Number);
  for (let at = await ply(); at > 0; at = await ply()) {
    await ada.page.keyboard.press('z');
    await ada.page.waitForFunction((n) => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply']) < n, at);
    await myTurn(ada.page);
  }
  expect(await ada.page.locator('[data-undo]').count()).toBe(0);
  await ada.leave();
});

test('a shared link has a title, a text and a picture', async () => {
  const ada = await Person.arrive(server);
  const { table } = await makeTable(ada, { seats: [{ kind: 'me' }, { kind: 'open' }], public: true });
  const read = async (path: string) => (await ada.context.request.get(server.url + path)).text();
  const page = await read(`/t/${table}`);
  expect(page).toContain('property="og:title" content="Splendor · اسپلندور"');
  expect(page).toContain('content="Guest · A seat is free for you.');
  const picture = /property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(picture).toMatch(new RegExp(`^${server.url}/share/${table}\\.png\\?v=[0-9a-f]+$`));
  const drawn = await ada.context.request.get(picture);
  expect(drawn.headers()['content-type']).toBe('image/png');
  await ada.go('/');
  const size = await ada.page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode(); // a browser can show it
    return [image.naturalWidth, image.naturalHeight];
  }, picture);
  expect(size).toEqual([1200, 630]);
  expect(await read(`/g/${table}/report`)).toContain('property="og:title" content="Splendor · اسپلندور"');
  expect(await read(`/g/${table}/report`)).toContain(`content="${picture}"`);
  expect(await read('/learn/kingdomino')).toContain('/share/kingdomino.jpg');
  expect(await read('/')).toContain(`content="${server.url}/share/takht.jpg"`);
  expect(await read('/t/nothing')).toContain('/share/takht.jpg');
  expect((await ada.context.request.get(`${server.url}/share/royal-wedding.jpg`)).headers()['content-type']).toBe('image/jpeg');
  await ada.leave();
});

test('with more than two the dialog says that the others play on', async () => {
  const ada = await Person.arrive(server);
  const { table } = await makeTable(ada, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });
  await ada.go(`/t/${table}`);
  await myTurn(ada.page);
  const names = await ada.page.locator('[data-opponent] b bdi').allTextContents();
  expect(new Set(names).size).toBe(names.length); // two greedy bots are told apart
  await ada.page.keyboard.press('m');
  await ada.page.getByRole('button', { name: 'Give up' }).click();
  expect(await ada.page.locator('[data-resign]').textContent()).toContain('You will be last. The others play on');
  await ada.leave();
});

test('host and guest read their own sentence; clock, options, a code and a link are there before anybody sits', async () => {
  const [host, guest] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa', size: 'phone' })]);
  const { table, key } = await makeTable(host, { seats: [{ kind: 'me' }, { kind: 'friend' }], options: { target: '12' }, clock: { kind: 'days', days: 3 } });
  await host.go(`/t/${table}`);
  expect(await host.page.locator('[data-lead]').textContent()).toContain('Your table is open. One seat is still free');
  expect(await host.page.locator('[data-facts]').first().textContent()).toMatch(/3 days a move.*12/);
  expect(await host.page.locator('[data-qr] path').getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);

  // Without https there is no clipboard: the old way copies all the same.
  await host.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  await host.page.getByRole('button', { name: 'Copy the link' }).click();
  await host.page.getByText('The link is copied.').waitFor();

  await guest.go(`/t/${table}#key=${key}`);
  expect(await guest.page.locator('[data-lead]').textContent()).toContain('دعوت شده‌اید');
  expect(await guest.page.locator('[data-facts]').first().textContent()).toMatch(/هر حرکت ۳ روز.*۱۲/);
  await Promise.all([host.leave(), guest.leave()]);
});

describe('afterwards', () => {
  let ada: Person;
  let table = '';
  beforeAll(async () => {
    ada = await Person.arrive(server);
    ({ table } = await makeTable(ada, { ...AGAINST_A_BOT, public: true }));
    await ada.go(`/t/${table}`);
    await playSome(ada.page, table, 400);
    await ada.page.locator('[data-end]').waitFor();
  });
  afterAll(() => ada.leave());

  test('in a replay the log follows the slider, and a stranger reads nothing about presence', async () => {
    const stranger = await Person.arrive(server);
    await stranger.go(`/g/${table}#2`);
    const current = stranger.page.locator('.log [aria-current]');
    await current.waitFor();
    const inSight = () => current.evaluate((line) => {
      const [a, b] = [line.getBoundingClientRect(), line.closest('[role=tabpanel]')?.getBoundingClientRect()];
      return b !== undefined && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    });
    expect(await inSight()).toBe(true);
    await stranger.page.keyboard.press('End');
    await stranger.page.waitForFunction(() => location.hash !== '#2');
    await stranger.page.locator('[data-status="over"]').waitFor();
    expect(await inSight()).toBe(true);
    const text = await stranger.page.locator('body').innerText();
    expect(text).not.toMatch(/\byou(r)?\b|thinking|not here/i);
    await stranger.leave();
  });

  test('home knows finished games, and a game against bots can be put away and brought back', async () => {
    await ada.go('/');
    await ada.page.getByText('No game of yours is being played just now.').waitFor();
    expect(await ada.page.getByText('Your games will be here').count()).toBe(0);
    await makeTable(ada, AGAINST_A_BOT);
    await ada.go('/');
    await ada.page.getByRole('button', { name: 'Put this game away: Splendor' }).click();
    await ada.page.getByText('No game of yours is being played just now.').waitFor();
    await ada.go('/mine');
    await ada.page.getByRole('button', { name: 'Bring this game back: Splendor' }).click();
    await ada.page.getByRole('button', { name: 'Put this game away: Splendor' }).waitFor();
  });
});
