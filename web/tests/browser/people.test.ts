// SPDX-License-Identifier: MIT
// Several people at one table: secrets, undo, watchers, a server that dies, and what is left afterwards.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTable, Person, Server } from './world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

/* Everything the page has in memory, as text. */
async function memory(person: Person): Promise<string> {
  const session = await person.context.newCDPSession(person.page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

const act = (person: Person) => person.page.waitForSelector('[data-status="act"]');
const quiet = (person: Person) => person.page.waitForSelector('[data-status="quiet"]');
const tokens = (person: Person) => person.page.locator('[data-mine] [data-tokens]').evaluateAll((list) => list.map((one) => Number((one as HTMLElement).dataset['tokens'])));
const ply = async (person: Person) => Number(await person.page.locator('.log').getAttribute('data-moves'));

async function take(person: Person, letters: string): Promise<void> {
  await act(person);
  for (const token of letters) await person.page.locator(`[data-pile="${token}"]`).click();
  await quiet(person);
}

describe('two friends', () => {
  let ada: Person;
  let dara: Person;
  let watcher: Person;
  let table = '';
  let secret = '';

  beforeAll(async () => {
    [ada, dara, watcher] = await Promise.all([Person.arrive(server), Person.arrive(server, { language: 'fa' }), Person.arrive(server, { size: 'phone' })]);
  });
  afterAll(() => Promise.all([ada.context.close(), dara.context.close(), watcher.context.close()]));

  test('one opens a table, the other comes by the link, gives a name and sits down', async () => {
    await ada.go('/account');
    await ada.page.getByLabel('Name', { exact: true }).first().fill('Ada');
    await ada.page.getByRole('button', { name: 'Save the name' }).click();
    await ada.page.getByText('Your name is saved').waitFor();
    await ada.go('/new?game=splendor');
    await ada.page.getByLabel('Seat 2', { exact: true }).selectOption('friend');
    await ada.page.getByText('Quick bots').click();
    await ada.page.getByLabel('Who begins').selectOption('0');
    await ada.page.getByRole('button', { name: 'Open the table' }).click();
    const link = (await ada.page.locator('[data-link]').textContent()) ?? '';
    table = new URL(link).pathname.slice(3);
    expect(link).toContain('#key=');

    await dara.page.goto(link);
    await dara.page.getByLabel('نام شما سر میز').fill('دارا');
    await dara.page.getByRole('button', { name: 'می‌نشینم' }).click();
    await Promise.all([ada.page.waitForSelector('[data-board]'), dara.page.waitForSelector('[data-board]')]);
    await act(ada);
    expect(await ada.page.locator('.opp').textContent()).toContain('دارا');
    expect(await dara.page.locator('.opp').textContent()).toContain('Ada');
    await ada.page.locator('.opp small.on').waitFor(); // presence
  });

  test('a watcher sees what is public, and has no say', async () => {
    await watcher.go(`/t/${table}`);
    await watcher.page.waitForSelector('[data-board]');
    expect(await watcher.page.locator('[data-mine]').count()).toBe(0);
    expect(await watcher.page.locator('[data-can], [data-buy]').count()).toBe(0);
    await ada.page.getByText('1 watcher').waitFor();
  });

  test('my own move can be taken back until somebody else has moved', async () => {
    await take(ada, 'wug');
    expect(await tokens(ada)).toEqual([1, 1, 1, 0, 0, 0]);
    await ada.page.locator('[data-undo]').click();
    await act(ada);
    expect(await tokens(ada)).toEqual([0, 0, 0, 0, 0, 0]);
    await take(ada, 'rk' + 'g');
    await ada.page.locator('[data-undo]').waitFor();
    await take(dara, 'wug');
    await act(ada);
    expect(await ada.page.locator('[data-undo]').count()).toBe(0);
  });

  test('what was revealed cannot be taken back', async () => {
    await ada.page.locator('.market [data-card]').first().click();
    await ada.page.locator('[data-open] [data-play^="reserve"]').click();
    await quiet(ada);
    expect(await ada.page.locator('[data-undo]').count()).toBe(0);
    // A card reserved face up is known to all.
    const known = await ada.page.locator('[data-mine] [data-card]').getAttribute('data-card');
    await dara.page.waitForSelector(`[data-reserved="${known}"]`);
  });

  test('a card reserved unseen is known to its owner and to nobody else: not on the screen, not on the wire, not in memory', async () => {
    await act(dara);
    await dara.page.locator('[data-deck="2"]').click();
    await dara.page.locator('[data-open] [data-play="reserve deck2"]').click();
    await quiet(dara);
    const mine = dara.page.locator('[data-mine] [data-card]');
    await mine.waitFor();
    secret = (await mine.getAttribute('data-card')) ?? '';
    expect(secret).toMatch(/^s2-\d\d$/);

    await ada.page.waitForSelector('[data-reserved="hidden"]');
    await watcher.page.waitForSelector('[data-reserved="hidden"]', { state: 'attached' });
    for (const other of [ada, watcher]) {
      expect(await other.page.content()).not.toContain(secret);
      expect(other.heard.join('\n')).not.toContain(secret);
      expect((await memory(other)).includes(secret)).toBe(false);
    }
    expect(dara.heard.join('\n')).toContain(secret);
    expect((await memory(dara)).includes(secret)).toBe(true);
    // Nor does the server tell when it is asked directly.
    const asked = await ada.page.evaluate(async (id) => {
      const texts = [`/api/v1/tables/${id}`, `/api/v1/tables/${id}/view?ply=5`, `/api/v1/tables/${id}/view?ply=6`].map((url) => fetch(url).then((answer) => answer.text()));
      return (await Promise.all(texts)).join('\n');
    }, table);
    expect(asked).not.toContain(secret);
  });

  test('players and watchers talk apart', async () => {
    await ada.page.keyboard.press('c');
    await ada.page.getByPlaceholder('To the players').fill('good luck');
    await ada.page.keyboard.press('Enter');
    await dara.page.locator('.pip').waitFor();
    await dara.page.getByRole('tab', { name: 'گفت‌وگو' }).click();
    await dara.page.getByText('good luck', { exact: true }).waitFor();
    await watcher.page.getByRole('button', { name: 'Log and chat' }).click();
    await watcher.page.getByRole('tab', { name: 'Chat' }).click();
    await watcher.page.getByPlaceholder('To the watchers').fill('who wins?');
    await watcher.page.keyboard.press('Enter');
    await watcher.page.getByText('who wins?', { exact: true }).waitFor();
    expect(watcher.heard.join('\n')).not.toContain('good luck');
    expect(ada.heard.join('\n') + dara.heard.join('\n')).not.toContain('who wins?');
    await watcher.page.keyboard.press('Escape');
  });

  test('the server is killed in the middle of the game; both pages find back by themselves, and a move made meanwhile counts once', async () => {
    for (const person of [ada, dara, watcher]) person.allowed = /WebSocket connection|Failed to load resource|ERR_CONNECTION/;
    await act(ada);
    await ada.page.getByRole('tab', { name: 'Log' }).click();
    const before = await ply(ada);
    await server.kill();
    await Promise.all([ada, dara].map((person) => person.page.waitForSelector('.lost')));
    // Ada does not wait for the server: the move goes out when it is back.
    for (const token of 'wur') await ada.page.locator(`[data-pile="${token}"]`).click();
    await server.start();
    await Promise.all([ada, dara, watcher].map((person) => person.page.waitForSelector('.lost', { state: 'detached', timeout: 30_000 })));
    await quiet(ada);
    await act(dara);
    expect(await ply(ada)).toBe(before + 1);
    await dara.page.getByRole('tab', { name: 'رویدادها' }).click();
    expect(await ply(dara)).toBe(before + 1);
    await dara.page.locator('[data-mine] [data-card]').waitFor();
    expect(await dara.page.locator('[data-mine] [data-card]').getAttribute('data-card')).toBe(secret);
    expect(ada.heard.join('\n')).not.toContain(secret);
    await take(dara, 'wuk');
    await act(ada);
  });

  test('the position at any line of the log can be looked at, and left again', async () => {
    await ada.page.locator('.log button').last().click();
    await ada.page.waitForSelector('[data-status="past"]');
    expect(await tokens(ada)).not.toEqual([0, 0, 0, 0, 0, 0]);
    await ada.page.keyboard.press('[');
    await ada.page.getByText('Position after move 0 of').waitFor();
    expect(await tokens(ada)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await ada.page.locator('[data-can]').count()).toBe(0);
    await ada.page.keyboard.press('Escape');
    await act(ada);
  });

  test('an offer to end can be declined; seats are left to bots and the game ends; both see the result', async () => {
    const menu = async (person: Person, item: string, name: string) => {
      await person.page.getByRole('button', { name, exact: true }).click();
      await person.page.locator('dialog').getByRole('button', { name: item }).click();
    };
    await menu(ada, 'Offer to end the game', 'Menu');
    await dara.page.getByRole('button', { name: 'ادامه دهیم' }).click();
    await ada.page.locator('.log').getByText('دارا wants to play on').waitFor();
    await menu(ada, 'Leave my seat to a bot', 'Menu');
    await ada.page.locator('[data-back]').waitFor();
    await menu(dara, 'سپردن صندلی به ربات', 'فهرست');
    await Promise.all([ada, dara].map((person) => person.page.waitForSelector('[data-end]', { timeout: 30_000 })));
    expect(await ada.page.locator('[data-end] tbody tr').count()).toBe(2);
    await watcher.page.waitForSelector('[data-end]');
    expect(await watcher.page.locator('[data-end]').getByRole('button', { name: 'Rematch' }).count()).toBe(0);
  });

  test('both agree to a rematch: the seats have rotated, and both can sit down', async () => {
    await ada.page.locator('[data-end]').getByRole('button', { name: 'Rematch' }).click();
    await ada.page.waitForURL((url) => !url.pathname.endsWith(table));
    await dara.page.locator('[data-end]').getByRole('link', { name: 'به بازی دوباره' }).click();
    await dara.page.getByRole('button', { name: 'می‌نشینم' }).click();
    await Promise.all([ada, dara].map((person) => person.page.waitForSelector('[data-board]')));
    expect(await dara.page.locator('.opp use').first().getAttribute('href')).toBe('#tk-seat-2'); // Ada was first
  });

  test('afterwards: slider, a link to a moment, the record, the shuffle', async () => {
    await ada.go(`/g/${table}#3`);
    const slider = ada.page.getByLabel('Moment of the game');
    await slider.waitFor();
    expect(await slider.inputValue()).toBe('3');
    expect(await tokens(ada)).toEqual([0, 0, 1, 1, 1, 1]); // the reservation brought a gold
    await ada.page.keyboard.press('ArrowLeft');
    await ada.page.waitForFunction(() => location.hash === '#2');
    await ada.page.keyboard.press('Home');
    await ada.page.getByText('The beginning').waitFor();
    await slider.fill('4');
    expect(new URL(ada.page.url()).hash).toBe('#4');
    await ada.page.keyboard.press('End');
    await ada.page.waitForFunction(() => /#\d\d+/.test(location.hash));

    const [download] = await Promise.all([ada.page.waitForEvent('download'), ada.page.locator('[data-record]').click()]);
    const file = join(tmpdir(), `takht-record-${process.pid}`);
    await download.saveAs(file);
    const record = readFileSync(file, 'utf8');
    rmSync(file);
    expect(record).toContain('[Game "splendor"]');
    expect(record).toContain('[Secret "');
    expect(record).toContain('reserve deck2');

    await ada.page.locator('[data-shuffle]').click();
    await ada.page.waitForSelector('[data-fair="true"]');
    expect(await ada.page.getByText('It is the promise this browser saw before the start.').count()).toBe(1);
    expect(await ada.page.locator('dialog code').count()).toBe(5); // promise, secret, two shares, seed
    for (const person of [ada, dara, watcher]) person.noTrouble();
  });
});

test('a refusal is a sentence with its clause, linked to the rules', async () => {
  const sara = await Person.arrive(server);
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });
  await sara.go(`/t/${table}`);
  await act(sara);
  // The page never offers what is forbidden, so the list is tampered with on its way to the page.
  await sara.page.addInitScript(() => {
    const listen = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage') as PropertyDescriptor & { set: (f: unknown) => void };
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
      set(this: WebSocket, hear: (event: MessageEvent) => void) {
        listen.set.call(this, (event: MessageEvent<string>) => hear(new MessageEvent('message', { data: event.data.replace('"take wug"', '"take www"') })));
      },
    });
  });
  await sara.page.reload();
  await act(sara);
  for (let i = 0; i < 3; i++) await sara.page.locator('[data-pile="w"]').click();
  const note = sara.page.locator('.note');
  await note.getByText('Take up to three different colours, or two of one.').waitFor();
  await note.getByRole('link', { name: 'Rule SP-4.1' }).click();
  await sara.page.waitForURL(/\/rules\/splendor#SP-4\.1/);
  await sara.page.locator('.clause.here').waitFor();
  await sara.leave();
});

test('open tables can be joined from the home page, and running ones watched', async () => {
  const [host, guest] = await Promise.all([Person.arrive(server), Person.arrive(server, { size: 'phone' })]);
  await makeTable(host, { seats: [{ kind: 'me' }, { kind: 'open' }], public: true, clock: { kind: 'move', seconds: 600 } });
  await guest.go('/');
  await guest.page.getByRole('link', { name: 'Join this table: Splendor' }).click();
  await guest.page.waitForSelector('[data-board]');
  expect(await guest.page.locator('.clock').count()).toBe(2);
  await guest.go('/mine');
  await guest.page.locator('a.row').waitFor();
  const third = await Person.arrive(server);
  await third.go('/watch');
  await third.page.locator('a.row').first().click();
  await third.page.waitForSelector('[data-board]');
  await Promise.all([host.leave(), guest.leave(), third.leave()]);
});

test('somebody gives up, after having been asked; name and password bring the games to another device', async () => {
  const sara = await Person.arrive(server);
  await sara.go('/account');
  await sara.page.getByLabel('Name', { exact: true }).first().fill('Sara of Shiraz');
  await sara.page.getByRole('button', { name: 'Save the name' }).click();
  await sara.page.getByText('Your name is saved').waitFor();
  await sara.page.getByLabel('New password').fill('correct horse');
  await sara.page.getByRole('button', { name: 'Save the password' }).click();
  await sara.page.getByText('The password is saved').waitFor();
  const { table } = await makeTable(sara, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }], options: { start: '0' } });

  const phone = await Person.arrive(server, { size: 'phone' });
  await phone.go('/account');
  const form = phone.page.locator('form', { has: phone.page.getByRole('button', { name: 'Sign in' }) });
  await form.getByLabel('Name').fill('Sara of Shiraz');
  await form.getByLabel('Password').fill('wrong horse');
  phone.allowed = /403/;
  await form.getByRole('button').click();
  await phone.page.getByText('Name and password do not go together').waitFor();
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button').click();
  await phone.page.getByText('Welcome back').waitFor();
  await phone.go('/');
  await phone.page.locator('a.row.turn').click();
  await phone.page.waitForURL(new RegExp(table));
  await act(phone);
  await phone.page.getByRole('button', { name: 'Menu' }).click();
  await phone.page.locator('dialog').getByText('Give up').click();
  await phone.page.locator('dialog footer').getByRole('button', { name: 'Give up' }).click();
  await phone.page.waitForSelector('[data-end]');
  expect(await phone.page.locator('[data-end] h2').textContent()).toContain('Greedy bot wins');
  await Promise.all([sara.leave(), phone.leave()]);
});

test('names say what is wrong with them; a device is signed out from another; leaving for good needs the password', async () => {
  const nima = await Person.arrive(server);
  nima.allowed = /40[0139]|WebSocket/;
  await nima.go('/account');
  const field = nima.page.getByLabel('Name', { exact: true }).first();
  const save = nima.page.getByRole('button', { name: 'Save the name' });
  await field.fill('Moderator');
  await save.click();
  await nima.page.getByText('This name belongs to the house').waitFor();
  await field.fill('N');
  await save.click();
  await nima.page.getByText('at least two letters').waitFor();
  await field.fill('Nima of Yazd');
  await save.click();
  await nima.page.getByText('Your name is saved').waitFor();
  await nima.page.getByLabel('New password').fill('correct horse');
  await nima.page.getByRole('button', { name: 'Save the password' }).click();
  await nima.page.getByText('The password is saved').waitFor();

  const phone = await Person.arrive(server, { size: 'phone' });
  phone.allowed = /40[01]|WebSocket/;
  await phone.go('/account');
  const form = phone.page.locator('form', { has: phone.page.getByRole('button', { name: 'Sign in' }) });
  await form.getByLabel('Name').fill('nima of yazd');
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button').click();
  await phone.page.getByText('Welcome back').waitFor();

  await nima.go('/settings');
  await expect.poll(() => nima.page.locator('[data-session]').count()).toBe(2);
  await nima.page.locator('[data-session]', { hasText: 'Last seen' }).getByRole('button', { name: 'Sign out' }).click();
  await nima.page.getByText('That device is signed out').waitFor();
  await expect.poll(() => nima.page.locator('[data-session]').count()).toBe(1);
  await phone.go('/settings');
  expect(await phone.page.locator('[data-session]').count()).toBe(0);

  await nima.go('/account');
  await nima.page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = nima.page.locator('dialog');
  await dialog.getByLabel('To confirm').fill('Nima of Yazd');
  expect(await dialog.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Present password').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByText('The present password is not right').waitFor();
  await dialog.getByLabel('Present password').fill('correct horse');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await nima.page.getByText('Your account is deleted').waitFor();
  await Promise.all([nima.leave(), phone.leave()]);
});
