// SPDX-License-Identifier: MIT
// Without any network: the page opens, every game is played against bots to its end, and a device goes from hand to hand.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '$engine/table.js';
import type { Answers } from '$web/protocol';
import { audit } from './axe';
import { fits, isOver, LONG, myTurn, Person, playOn, Server, settled, type Look } from './world';

const server = new Server();
await server.start();
const { games } = (await (await fetch(`${server.url}/api/v1/games`)).json()) as Answers['games'];

/* Somebody who was here once, and has no network now. */
async function unplugged(look: Look = {}): Promise<Person> {
  const person = await Person.arrive(server, { ...look, offline: true });
  person.allowed = /WebSocket connection|Failed to load resource|ERR_INTERNET_DISCONNECTED|Failed to fetch/;
  await person.go('/');
  await person.page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const kept = new Promise((resolve) => navigator.serviceWorker.addEventListener('message', resolve, { once: true }));
    navigator.serviceWorker.startMessages();
    active?.postMessage('keep');
    await kept;
  });
  await person.context.setOffline(true);
  return person;
}

/* The form for a game on this device, from its card. */
async function choose(page: Page, game: string, what: 'bot' | 'people'): Promise<void> {
  await page.locator(`a[href="/here/${game}${what === 'people' ? '?with=people' : ''}"]`).click();
  await page.locator('[data-start]').waitFor();
}

async function start(page: Page): Promise<void> {
  await page.locator('[data-start]').click();
  await page.waitForSelector('[data-board], [data-curtain]');
}

const hint = (page: Page) =>
  settled(page, async () => {
    await page.keyboard.press('h');
    await page.locator('.btn.act', { hasText: /Play it|بازی می‌کنم/ }).first().click();
  });

describe('the engine of the page tells what the server tells', async () => {
  const engine = await open(await WebAssembly.compile(new Uint8Array(readFileSync(join(process.cwd(), '../build/wasm/rules.wasm')))));

  test('of the games', () => {
    expect(engine.catalogue).toEqual(games);
  });

  test.each(games)('$game: every position, line and sheet of a finished game', async ({ game, players_min }) => {
    const mina = await Person.arrive(server);
    const seats = [{ kind: 'me' }, ...Array.from({ length: players_min - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
    const wish = { game, players: players_min, options: game === 'splendor' ? { target: '5' } : {}, seats, clock: { kind: 'none' }, public: false, hints: false, quick: true, random: '3c'.repeat(32) };
    const { table } = await mina.post<{ table: string }>('tables', wish);
    await mina.go('/settings');
    await playOn(mina.page, table, 9999);
    const get = async (path: string) => (await mina.context.request.get(`${server.url}/api/v1/tables/${table}${path}`)).text();
    const told = JSON.parse(await get('')) as Answers['table'];
    const played = engine.read(await get('/record'));
    const { seat } = told.you;
    expect(played.length).toBe(told.ply);
    expect(played.view(seat)).toEqual(told.view);
    const moves = told.log.filter(({ what }) => what === 'move').map(({ seq: _seq, at: _at, what: _what, ...line }) => line);
    expect(played.lines(told.ply - moves.length, seat)).toEqual(moves);
    expect(told.result).toMatchObject(played.result());
    for (const ply of [0, 1, Math.floor(told.ply / 2)]) expect(played.viewAt(ply, seat)).toEqual((JSON.parse(await get(`/view?ply=${ply}`)) as Answers['view']).view);
    await mina.leave();
  });
});

let ada: Person;
beforeAll(async () => {
  ada = await unplugged();
});
afterAll(async () => {
  await ada.leave();
  await server.stop();
});

describe('without a network', () => {
  test('the page opens, says so calmly, and offers every game', async () => {
    const { page } = ada;
    await ada.go('/');
    await page.locator('[data-offline]').waitFor();
    await page.locator('article.card').nth(games.length - 1).waitFor();
    expect(await page.locator('article.card').count()).toBe(games.length);
    await fits(page, false);
    expect(await audit(page)).toEqual([]);
    await ada.go('/rules/splendor');
    await page.locator('h1').first().waitFor();
  });

  /* What is handed to the account later, and what has a report, is played to its end. */
  const isPlayedOut = (game: string) => LONG || game === 'kingdomino' || game === 'splendor';

  test.each(games)('$game: against a bot, put aside in the middle, and brought to an end', async ({ game }) => {
    const { page } = ada;
    await ada.go('/here');
    await choose(page, game, 'bot');
    await page.getByText('Novice', { exact: true }).first().click();
    await start(page);
    await fits(page, true);
    for (let i = 0; i < 2 && (await myTurn(page)) === 'turn'; i++) await hint(page);
    // Whoever comes back finds it where it was.
    await myTurn(page);
    const ply = await page.locator('[data-ply]').first().getAttribute('data-ply');
    await page.reload();
    await page.waitForFunction((at) => Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply']) >= Number(at), ply);
    await myTurn(page);
    await page.keyboard.press('m');
    if (isPlayedOut(game)) await page.locator('dialog').getByText('Leave my seat to a bot').click();
    else {
      await page.locator('dialog').getByText('Give up').click();
      await page.locator('dialog footer').getByRole('button', { name: 'Give up' }).click();
    }
    await page.waitForSelector('[data-end]', { timeout: 90_000 });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('m').then(() => page.locator('dialog').getByText('record').click()),
    ]);
    const file = join(tmpdir(), `takht-here-${game}-${process.pid}`);
    await download.saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain(`[Game "${game}"]`);
    rmSync(file);
  });

  test('what was played is among my games, and can be looked at again', async () => {
    const { page } = ada;
    await ada.go('/mine');
    await page.locator('[data-kept] a.row').nth(games.length - 1).waitFor();
    /* By name, though nobody but the page's own engine can tell it. */
    for (const { title } of games) await page.locator('[data-kept]').getByText(title.en ?? '', { exact: true }).first().waitFor();
    await page.locator('[data-kept] a.row').first().click();
    await page.getByLabel('Moment of the game').waitFor();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => location.hash === '#0');
    await fits(page, false);
    ada.noTrouble();
  });
});

test('without a network a game has its report and can be analysed, and there is a puzzle for today', async () => {
  const { page } = ada;
  await ada.go('/mine');
  const row = page.locator('[data-kept] a.row[href^="/g/here-"]', { hasText: 'Splendor' }).first();
  const game = (await row.getAttribute('href')) ?? '';
  await ada.go(`${game}/report`);
  await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-report]')?.dataset['report']) >= 20);
  expect(await page.locator('.account').count()).toBe(2);
  await ada.go(`/a?g=${game.slice(3)}&ply=1`);
  await page.waitForSelector('[data-board]');
  await ada.go('/puzzles');
  await page.waitForSelector('[data-board]');
  expect(await page.locator('h1').first().innerText()).toMatch(new RegExp(games.map(({ title }) => title.en).join('|')));
  ada.noTrouble();
});

/* One decision by mouse in Splendor, as what glows allows it. */
async function clickSomething(page: Page): Promise<void> {
  const [noble, back, buy, pile, pass] = ['button[data-noble][data-can]', '[data-return]', '[data-buy]', '[data-pile][data-can]', '[data-play="pass"]'].map((one) => page.locator(one));
  if (noble && (await noble.count()) > 0) return settled(page, () => noble.first().click());
  if (back && (await back.count()) > 0)
    return settled(page, async () => {
      while ((await back.count()) > 0) await back.first().click();
    });
  if (buy && (await buy.count()) > 0) {
    await buy.first().click();
    return settled(page, () => page.locator('[data-open] [data-play^="buy"]').first().click());
  }
  if (pile && (await pile.count()) > 0)
    return settled(page, async () => {
      for (let i = 0; i < 3 && (await pile.count()) > 0; i++) await pile.nth(i % (await pile.count())).click();
    });
  if (pass && (await pass.count()) > 0) return settled(page, () => pass.click());
  await page.locator('[data-card]').first().click();
  await settled(page, () => page.locator('[data-open] [data-play^="reserve"]').click());
}

test('a whole game by clicks alone on a phone, in Persian, and once more', async () => {
  const sara = await unplugged({ language: 'fa', size: 'phone', theme: 'dark' });
  const { page } = sara;
  await sara.go('/');
  await choose(page, 'splendor', 'bot');
  expect(await audit(page)).toEqual([]);
  const less = page.getByRole('button', { name: /کمتر/ }).first();
  for (let i = 0; i < 10; i++) await less.click();
  await start(page);
  for (let i = 0; i < 90 && (await myTurn(page)) === 'turn'; i++) await clickSomething(page);
  expect(await isOver(page)).toBe(true);
  await page.waitForSelector('[data-end]');
  const over = page.url();
  await page.locator('[data-end] .btn.act').click();
  await page.waitForFunction((url) => location.href !== url, over);
  await page.waitForSelector('[data-board]');
  await sara.leave();
});

describe('from hand to hand', () => {
  const curtain = (page: Page) => page.locator('[data-curtain]');
  const names = ['Mina', 'Dara', 'Sara'];

  async function sit(page: Page, game: string, players: number): Promise<void> {
    await choose(page, game, 'people');
    if (players > 2) await page.locator('fieldset', { hasText: 'Number of players' }).getByText(String(players), { exact: true }).click();
    for (const [i, name] of names.slice(0, players).entries()) await page.getByLabel(`Name at seat ${i + 1}`).fill(name);
    await start(page);
  }

  test('nothing stands between two players as long as neither has a secret; then a curtain does', async () => {
    const { page } = ada;
    await ada.go('/here');
    await sit(page, 'splendor', 2);
    const mine = () => page.locator('[data-status="act"]').waitFor();
    await mine();
    await clickSomething(page); // tokens: everybody sees them
    await mine();
    expect(await curtain(page).count()).toBe(0);

    // A card from the top of a deck: only its owner may see it, and sees it before the device goes on.
    await page.locator('[data-deck]').first().click();
    await settled(page, () => page.locator('[data-play^="reserve"]').first().click());
    const seen = page.locator('[data-pass]');
    await seen.waitFor();
    const own = await page.locator('[data-area="mine"] [data-card]').count();
    expect(own).toBeGreaterThan(0);
    await seen.click();
    await curtain(page).waitFor();
    expect(await audit(page)).toEqual([]);
    expect(await page.locator('[data-board]').count()).toBe(0); // the whole table is gone, not only the hand
    const title = await curtain(page).getByRole('heading').innerText();
    expect(names.slice(0, 2).some((name) => title.includes(name))).toBe(true);

    // Whoever reloads does not get behind it.
    await page.reload();
    await curtain(page).waitFor();
    expect(await page.locator('[data-board]').count()).toBe(0);
    await page.locator('[data-take]').click();
    await mine();
    expect(await page.locator('[data-blind], .back').count()).toBeGreaterThan(0);
    ada.noTrouble();
  });

  test('three people hand it round, each for their own kingdom', async () => {
    const { page } = ada;
    await ada.go('/here');
    await sit(page, 'kingdomino', 3);
    for (let i = 0; i < 4; i++) {
      await page.locator('[data-status="act"]').waitFor();
      await hint(page);
    }
    ada.noTrouble();
  });
});

test('back in the network a game is handed to the account, and says that it was played offline', async () => {
  const { page } = ada;
  await ada.context.setOffline(false);
  await ada.go('/mine');
  const kept = page.locator('[data-kept] li', { hasText: 'Kingdomino', has: page.locator('[data-give]') }).first();
  await kept.waitFor();
  await kept.locator('[data-give]').click();
  await page.locator('[data-offline]', { hasText: 'Played offline' }).first().waitFor();
  await kept.waitFor({ state: 'detached' }); // it stands among the finished games now
  const { tables } = (await (await ada.context.request.get(`${server.url}/api/v1/tables?list=done`)).json()) as Answers['tables'];
  expect(tables).toMatchObject([{ game: 'kingdomino', status: 'over', offline: true, you: 0, reason: 'game' }]);
  await page.locator('a.row', { has: page.locator('[data-offline]') }).click();
  await page.getByLabel('Moment of the game').waitFor();
  expect(await page.locator('[data-shuffle]').count()).toBe(0);
});
