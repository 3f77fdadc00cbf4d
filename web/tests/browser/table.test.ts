// SPDX-License-Identifier: MIT
// What the server tells at any table: the promise of the shuffle and my share in it, a log in pages, a bot that waits its turn
// to think, a clock that ran out, a table that is closed, and the host who says something to everybody.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal, ServerMessage, Snapshot } from '$web/protocol';
import { fits, Person, program, Server } from './world';

const GAME = 'kingdom-builder';
const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

const admin = (...words: string[]) => execFileSync(program, ['admin', '--data', server.data, ...words]);

/* A table with a bot, as the page makes them. */
async function make(person: Person, more: object = {}): Promise<string> {
  const wish = { game: GAME, players: 2, options: {}, seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], clock: { kind: 'none' }, public: true, hints: true, quick: true, share: 'later', ...more };
  return (await person.post<{ table: string }>('tables', wish)).table;
}

/* What the page hears of the server may be changed on its way. */
const tamper = (page: Page, change: (message: ServerMessage) => ServerMessage | undefined) =>
  page.routeWebSocket(/\/ws$/, (here) => {
    const there = here.connectToServer();
    here.onMessage((text) => there.send(text));
    there.onMessage((text) => {
      const changed = change(JSON.parse(String(text)) as ServerMessage);
      if (changed) here.send(JSON.stringify(changed));
    });
  });

const menu = async (page: Page, icon: string) => {
  await page.keyboard.press('m');
  await page.locator(`dialog[open] button:has(use[href="#tk-i-${icon}"])`).click();
};

/* Many lines of chat, at once. */
const chatter = (page: Page, table: string, count: number) =>
  page.evaluate(
    ([id, n]) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let answers = 0;
        socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', v: 1, n: 1 }));
        socket.onmessage = (event: MessageEvent<string>) => {
          const { t } = JSON.parse(event.data) as { t: string };
          if (t !== 'reply') return;
          if (answers++ < n) return socket.send(JSON.stringify({ t: 'chat', table: id, text: `line ${answers}`, n: answers + 1 }));
          socket.close();
          done();
        };
      }),
    [table, count] as const,
  );

test('a table is made with the form: my share follows the promise, and both are found again at the end', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  const asked: { t: string; random?: string }[] = [];
  const wishes: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', (frame) => asked.push(JSON.parse(String(frame.payload)) as { t: string })));
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/tables') && wishes.push(request.postData() ?? ''));
  await sara.go(`/new?game=${GAME}`);
  await page.getByText('Quick bots').click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForSelector('[data-board]');
  expect(wishes[0]).toContain('"share":"later"');
  expect(wishes[0]).not.toContain('"random":');
  const shares = asked.filter((one) => one.t === 'share');
  expect(shares).toHaveLength(1);

  await menu(page, 'shuffle');
  await page.getByText('This browser has noted the promise').waitFor();
  expect(await page.locator('dialog code').count()).toBe(2); // the promise and my share; bots have none
  expect(await page.locator('dialog').textContent()).toContain(shares[0]?.random);
  await page.keyboard.press('Escape');

  await menu(page, 'away');
  await page.waitForSelector('[data-end]', { timeout: 90_000 });
  await page.locator('[data-end]').getByRole('button', { name: 'Check the shuffle' }).click();
  await page.waitForSelector('[data-fair="true"]');
  await page.getByText('It is the promise this browser saw before the start.').waitFor();
  await page.getByText('Your share is the one that this browser sent.').waitFor();
  await page.keyboard.press('Escape');

  // The rematch as well: nothing is sent with the wish for it.
  await page.locator('[data-end]').getByRole('button', { name: 'Rematch' }).click();
  await page.waitForSelector('[data-status="act"], [data-status="quiet"]');
  await expect.poll(() => asked.filter((one) => one.t === 'share').length).toBe(2);
  expect(asked.find((one) => one.t === 'rematch')).not.toHaveProperty('random');
  await page.waitForSelector('[data-board]');
  await sara.leave();
});

test('a promise that is not the one of before is told, before the end and after it', async () => {
  const sara = await Person.arrive(server);
  const table = await make(sara);
  await sara.go('/settings');
  await sara.page.evaluate((id) => localStorage.setItem(`takht.commit.${id}`, '00'.repeat(32)), table);
  await sara.go(`/t/${table}`);
  await sara.page.locator('.note').getByText('The promise of the shuffle has changed').waitFor();
  await sara.page.waitForSelector('[data-board]'); // the table does not wait for ever
  await menu(sara.page, 'shuffle');
  await sara.page.getByText('This browser saw another promise before the start.').waitFor();
  await sara.leave();
});

test('a long log comes in pages: in the log, in the chat, and whole in the replay', async () => {
  const sara = await Person.arrive(server);
  const { page } = sara;
  const table = await make(sara);
  await sara.go(`/t/${table}`);
  await page.waitForSelector('[data-board]');
  await menu(page, 'away');
  await page.waitForSelector('[data-end]', { timeout: 90_000 });
  const moves = Number(await page.locator('.log').getAttribute('data-moves'));
  expect(moves).toBeGreaterThan(20);
  await chatter(page, table, 350);
  await page.reload();
  await page.waitForSelector('[data-end]');
  await page.keyboard.press('Escape');
  // Everything that a snapshot has is talk; the moves come because the end of the log is in sight.
  await page.waitForFunction((n) => Number(document.querySelector<HTMLElement>('.log')?.dataset['moves']) === n, moves);
  expect(sara.heard.some((text) => text.includes('"log_from":0') && text.includes('"lines"'))).toBe(true);
  await page.keyboard.press('c');
  await page.getByText('line 350', { exact: true }).waitFor();
  await page.locator('.chat ol').evaluate((list) => (list.scrollTop = 0));
  await page.getByText('line 1', { exact: true }).waitFor({ state: 'attached' });

  await sara.go(`/g/${table}#3`);
  await page.waitForFunction((n) => Number(document.querySelector<HTMLElement>('.log')?.dataset['moves']) === n, moves);
  expect(await page.getByLabel('Moment of the game').getAttribute('max')).toBe(String(moves));
  expect(await page.locator('[data-earlier]', { hasText: 'Reading' }).count()).toBe(0);
  await sara.leave();
});

test('the host says something to everybody: on every page, until it is put away', async () => {
  const looks = [{ language: 'en', size: 'desk' }, { language: 'fa', size: 'phone', theme: 'dark' }] as const;
  const people = await Promise.all(looks.map((look) => Person.arrive(server, look)));
  const [ada, dara] = people as [Person, Person];
  const table = await make(ada);
  await Promise.all([ada.go(`/t/${table}`), dara.go('/')]);
  await Promise.all([ada.page.waitForSelector('[data-board]'), dara.page.waitForSelector('article.card')]);
  await expect.poll(() => dara.heard.some((text) => text.includes('"now"'))).toBe(true);
  admin('announce', 'The server restarts at midnight.');
  for (const one of people) await one.page.locator('[role="status"] [data-announced]').getByText('The server restarts at midnight.').waitFor();
  await fits(ada.page, true);
  await fits(dara.page, false);
  await dara.go('/settings');
  await dara.page.locator('[data-announced]').waitFor(); // it was not put away
  await dara.page.getByRole('button', { name: 'بستن این اطلاعیه' }).click();
  await dara.page.locator('[data-announced]').waitFor({ state: 'detached' });
  await dara.page.reload();
  await dara.page.locator('h1').first().waitFor();
  expect(await dara.page.locator('[data-announced]').count()).toBe(0);
  await ada.page.locator('[data-announced] button').focus();
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('[data-announced]').waitFor({ state: 'detached' });
  await Promise.all(people.map((one) => one.leave()));
});

test('the host closes a table: one that is played, and one that has not begun', async () => {
  const ada = await Person.arrive(server);
  const played = await make(ada);
  await ada.go(`/t/${played}`);
  await ada.page.waitForSelector('[data-board]');
  admin('close', played);
  await ada.page.locator('[data-end]').getByText('The host closed this table').waitFor();
  const open = await make(ada, { seats: [{ kind: 'me' }, { kind: 'friend' }] });
  await ada.go(`/t/${open}`);
  await ada.page.waitForSelector('.waiting');
  admin('close', open);
  await ada.page.locator('[data-status="over"]').getByText('The host closed this table').waitFor();
  await ada.page.getByRole('link', { name: 'To the games' }).waitFor();
  await ada.leave();
});

test('what a table says when bots wait, when time ran out, and when it cannot go on', async () => {
  const ada = await Person.arrive(server);
  const table = await make(ada, { options: { start: '0' } });
  await ada.go(`/t/${table}`);
  await ada.page.waitForSelector('[data-board]');
  const watcher = await Person.arrive(server, { language: 'fa', size: 'phone' });
  const bot = { kind: 'bot' as const, name: 'greedy', level: 'greedy', away: false, resigned: false };
  let change: (snapshot: Snapshot) => Snapshot = (snapshot) => ({ ...snapshot, ahead: 2, seats: [bot, bot] });
  await tamper(watcher.page, (message) => (message.t === 'table' ? change(message) : message));
  await watcher.go(`/t/${table}`);
  await watcher.page.locator('[data-queue]').getByText('۲ میز پیش از این میز هستند').waitFor();
  await fits(watcher.page, false);

  change = (snapshot) => ({ ...snapshot, frozen: true });
  await watcher.page.reload();
  await watcher.page.locator('[data-frozen]').waitFor();

  const person = (user: string) => ({ ...bot, kind: 'person' as const, name: '', user, away: true });
  await tamper(ada.page, (message) =>
    message.t === 'table'
      ? { ...message, seats: message.seats.map((seat) => (seat.user ? person(seat.user) : seat)), log: [...message.log.slice(0, -1), { seq: message.seq, at: 0, what: 'late', seat: 0 }] }
      : message,
  );
  await ada.page.reload();
  await ada.page.getByText('Your time ran out three times').waitFor();
  await ada.page.locator('.status').getByRole('button', { name: 'Take my seat back' }).waitFor();
  await Promise.all([ada.leave(), watcher.leave()]);
});

test('refusals are said in the words of the server: a table too many, a table with too many watchers, a list too often', async () => {
  const ada = await Person.arrive(server);
  const table = await make(ada);
  const refusal = (code: string, en: string, more: Partial<Refusal> = {}) => ({ code, words: { en }, ...more });
  const { page } = ada;
  ada.allowed = /409|429/;
  await page.route('**/api/v1/tables', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: { error: refusal('full', 'There are too many of these already; finish some first.') } }) : route.continue(),
  );
  await ada.go('/');
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await page.locator('.note').getByText('There are too many of these already').waitFor();
  await ada.go('/learn/splendor');
  await page.getByText('There are too many of these already').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();

  let asked = 0;
  await page.route('**/api/v1/tables?list=live', (route) => (asked++, route.fulfill({ status: 429, json: { error: refusal('too_many', 'Too often; please wait a moment.', { retry_ms: 60_000 }) } })));
  await ada.go('/watch');
  await page.locator('[data-trouble]').getByText('Possible again in 1 min').waitFor();
  await page.waitForTimeout(1500);
  expect(asked).toBe(1);

  let full = true;
  const watches = new Set<number>();
  await page.routeWebSocket(/\/ws$/, (here) => {
    const there = here.connectToServer();
    here.onMessage((text) => {
      const { t, n } = JSON.parse(String(text)) as { t: string; n: number };
      if (t !== 'watch' || !full) return there.send(text);
      watches.add(n);
      here.send(JSON.stringify({ t: 'reply', n, ok: false, error: refusal('full', 'There are too many watchers.') }));
    });
    there.onMessage((text) => here.send(text));
  });
  await ada.go(`/t/${table}`);
  await page.getByText('There are too many watchers.').waitFor();
  expect(watches.size).toBe(1);
  full = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('[data-board]');
  await ada.leave();
});
