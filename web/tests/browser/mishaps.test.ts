// SPDX-License-Identifier: MIT
// What can go wrong with games of this device: two windows, a browser that keeps nothing, a new page, a lost connection, damage.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '$engine/table.js';
import type { Kept } from '$web/here/kept';
import type { Answers } from '$web/protocol';
import { myTurn, Person, Server, settled } from './world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

const dist = join(process.cwd(), 'dist');
const engine = await open(await WebAssembly.compile(new Uint8Array(readFileSync(join(process.cwd(), '../build/wasm/rules.wasm')))));

/* A finished game as the browser would have kept it: any moves will do. */
function finished(game: string, id: string): Kept {
  const seed = '5d'.repeat(32);
  const table = engine.start(game, { players: 2, seed });
  const events: Kept['events'][number][] = [{ at: 1, what: 'started' }];
  while (!table.over) {
    const moves = table.legal();
    const move = moves[(table.length * 7919) % moves.length] ?? '';
    events.push({ at: 2, what: 'move', seat: table.actor, move });
    table.play(move);
  }
  const { scores, ranks } = table.result();
  table.free();
  events.push({ at: 3, what: 'over', reason: 'game' });
  const seats: Kept['seats'] = [{ kind: 'person', name: 'Mina' }, { kind: 'bot', level: 'novice' }];
  return { id, game, players: 2, options: {}, seats, hints: false, seed, created: 1, updated: 3, holder: 0, events, stand: { actor: -1, turn: 1, scores, ranks } };
}

/* Into the browser's own drawer, past the page. */
const put = (page: Page, things: readonly unknown[]) =>
  page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('takht', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
        request.onerror = () => reject(new Error('no database'));
        request.onsuccess = () => {
          const work = request.result.transaction('games', 'readwrite');
          for (const one of all) work.objectStore('games').put(one);
          work.oncomplete = () => (request.result.close(), resolve());
        };
      }),
    things,
  );

/* Splendor against a bot; it is my turn. */
async function begin(page: Page, url = server.url): Promise<void> {
  await page.goto(`${url}/here/splendor`);
  await page.getByText('Novice', { exact: true }).first().click();
  await page.locator('[data-start]').click();
  await page.waitForSelector('[data-board]');
  await myTurn(page);
}
const plyOf = async (page: Page) => Number(await page.locator('[data-ply]').first().getAttribute('data-ply'));
/* Of the fullest piles, so that there are three of them whatever the bot takes. */
const takeTokens = async (page: Page) => {
  await settled(page, async () => {
    const piles = await page.locator('[data-pile][data-can]').evaluateAll((all) => all.map((one) => ({ of: one.getAttribute('data-pile') ?? '', n: Number.parseInt(one.textContent ?? '0', 10) })));
    piles.sort((a, b) => b.n - a.n);
    for (const { of } of piles.slice(0, 3)) await page.locator(`[data-pile="${of}"]`).click();
  });
  await myTurn(page);
};
const note = (page: Page, text: RegExp) => page.getByText(text).first().waitFor();

test('a game that is open in two windows is played in one; the other is told, and goes on by itself afterwards', async () => {
  const mina = await Person.arrive(server);
  await begin(mina.page);
  const second = await mina.context.newPage();
  await second.goto(mina.page.url());
  await note(second, /open in another window/);
  expect(await second.locator('[data-board]').count()).toBe(0);
  await takeTokens(mina.page);
  const ply = await plyOf(mina.page);
  /* Still not: asking again does not help as long as the first one is there. */
  await second.getByRole('button', { name: 'Try again' }).click();
  await note(second, /open in another window/);
  await mina.go('/mine');
  await second.waitForSelector('[data-board]');
  await myTurn(second);
  expect(await plyOf(second)).toBe(ply);
  await takeTokens(second);
  /* The first one comes back, and finds what was played meanwhile as soon as the second is closed. */
  const later = await plyOf(second);
  await mina.page.locator('[data-kept] a.row').click();
  await note(mina.page, /open in another window/);
  await second.close();
  await mina.page.waitForSelector('[data-board]');
  await myTurn(mina.page);
  expect(await plyOf(mina.page)).toBe(later);
  await mina.leave();
});

describe('a browser that keeps nothing', () => {
  test.each(['has no room', 'refuses'])('and %s: the game goes on, and that is told', async (how) => {
    const mina = await Person.arrive(server);
    if (how === 'refuses') await mina.context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get: () => { throw new DOMException('no', 'SecurityError'); } })); // prettier-ignore
    const { page } = mina;
    if (how === 'has no room') {
      /* From the second move on. */
      await begin(page);
      await takeTokens(page);
      await page.evaluate(() => (IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); })); // prettier-ignore
      await takeTokens(page);
    } else await begin(page);
    await note(page, /as long as the page is open/);
    const ply = await plyOf(page);
    /* Within the page nothing is lost. */
    await page.locator('a.brand').first().click();
    await page.locator('a[href="/mine"]').first().click();
    await note(page, /not kept/);
    await page.locator('[data-kept] a.row').first().click();
    await page.waitForSelector('[data-board]');
    await myTurn(page);
    expect(await plyOf(page)).toBe(ply);
    await takeTokens(page);
    await mina.leave();
  });
});

test('whoever clears what the browser keeps does not lose the game that is on', async () => {
  const mina = await Person.arrive(server);
  const { page } = mina;
  await begin(page);
  await takeTokens(page);
  const removed = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase('takht');
        for (const how of ['success', 'error', 'blocked'] as const) request[`on${how}`] = () => resolve(how);
      }),
  );
  expect(removed).toBe('success'); // the page does not hold on to it
  await takeTokens(page);
  const ply = await plyOf(page);
  await page.reload();
  await page.waitForSelector('[data-board]');
  await myTurn(page);
  expect(await plyOf(page)).toBe(ply);
  await mina.leave();
});

test('a game goes on while a new page comes, and is there in it', async () => {
  /* The page alone, as a server without anything else would give it out, in one version and then in another. */
  let version = 1;
  const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
  const web = createServer((request, answer) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    const file = extname(path) === '' ? '/index.html' : path;
    if (path.startsWith('/api/') || path === '/ws') return void answer.writeHead(503).end();
    try {
      const bytes = readFileSync(join(dist, file));
      answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      answer.end(path === '/sw.js' ? bytes.toString().replace(/'takht-[^']*'/, `'takht-${version}'`) : file === '/index.html' ? bytes.toString().replace('</head>', `<meta name="version" content="${version}"></head>`) : bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const mina = await Person.arrive(server, { offline: true });
  mina.allowed = /request to|socket to|503|WebSocket|fetch/;
  const { page } = mina;
  await begin(page, url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await takeTokens(page);
  version = 2;
  await page.evaluate(async () => {
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  await page.waitForFunction(async () => (await caches.keys()).join() === 'takht-2'); // what the old one kept is tidied away
  await takeTokens(page); // under the old page, with the new worker behind it
  const ply = await plyOf(page);
  await page.reload();
  await page.waitForSelector('[data-board]');
  expect(await page.locator('meta[name=version]').getAttribute('content')).toBe('2');
  await myTurn(page);
  expect(await plyOf(page)).toBe(ply);
  await takeTokens(page);
  await mina.leave();
  web.close();
  web.closeAllConnections();
});

test('a game is handed over once, whatever is lost on the way and whoever asks', async () => {
  const mina = await Person.arrive(server);
  mina.allowed = /WebSocket|Failed to load resource|ERR_/;
  const { page } = mina;
  await mina.go('/mine');
  const kept = finished('kingdom-builder', 'here-0123456789abcdef');
  await put(page, [kept]);
  await page.reload();
  const give = page.locator('[data-give]');
  await give.waitFor();

  /* The server opens a table, and its answer is lost. */
  await page.route('**/api/v1/tables', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await give.click();
  await note(page, /does not answer/);
  await page.unroute('**/api/v1/tables');

  /* The server goes while moves are on their way. */
  await give.click();
  await note(page, /Handing it over: move/);
  await server.kill();
  await page.waitForFunction(() => document.querySelector('[data-give]')?.hasAttribute('disabled') !== true);
  await server.start();

  /* And now in two windows at once. */
  const second = await mina.context.newPage();
  await Promise.all([page, second].map(async (one) => {
    await one.goto(`${server.url}/mine`);
    await one.locator('[data-give]').waitFor();
  })); // prettier-ignore
  await Promise.all([page, second].map((one) => one.locator('[data-give]').click()));
  for (const one of [page, second]) { // a table that is still being filled is marked, too
    await one.locator('[data-give]').waitFor({ state: 'detached' });
    await one.locator('[data-offline]', { hasText: 'Played offline' }).first().waitFor();
  }
  const tables = async (list: string) => ((await (await mina.context.request.get(`${server.url}/api/v1/tables?list=${list}`)).json()) as Answers['tables']).tables;
  const done = await tables('done');
  expect(done).toMatchObject([{ game: 'kingdom-builder', status: 'over', offline: true, reason: 'game', scores: kept.stand.scores }]);
  expect(await tables('mine')).toEqual([]);
  await second.close();
  await mina.leave();
});

test('what was damaged is told, and the rest of the list is there', async () => {
  const mina = await Person.arrive(server);
  const { page } = mina;
  await mina.go('/mine');
  const good = finished('kingdomino', 'here-000000000000000a');
  const over = finished('kingdomino', 'here-000000000000000b');
  const [first, , ...rest] = over.events;
  const bad = { ...over, updated: 4, events: [first, ...rest] }; // a move is missing
  const running = { ...bad, id: 'here-000000000000000c', updated: 5, events: bad.events.filter((event) => event?.what !== 'over'), stand: { ...over.stand, actor: 0 } };
  await put(page, [good, bad, running, { id: 'here-000000000000000d', game: 7 }, { id: 'here-000000000000000e' }]);
  await page.reload();
  await page.locator('[data-kept] a.row').nth(2).waitFor();
  await note(page, /2 games that are kept here were damaged/);
  for (const id of [running.id, bad.id]) {
    await page.locator(`[data-kept] a.row[href$="${id}"]`).click();
    await note(page, /was damaged on the device and cannot be opened/);
    await mina.go('/mine');
  }
  await page.locator('[data-damaged] button').click();
  await page.locator('[data-damaged]').waitFor({ state: 'detached' });
  await page.locator(`[data-kept] a.row[href$="${good.id}"]`).click();
  await page.getByLabel('Moment of the game').waitFor();
  await mina.leave();
});

describe('an engine', () => {
  test.each(['en', 'fa'] as const)('that cannot be loaded is told (%s), and comes when it can', async (language) => {
    const mina = await Person.arrive(server, { language });
    mina.allowed = /Failed to load resource|ERR_FAILED/;
    const { page } = mina;
    await mina.go('/mine');
    await put(page, [finished('kingdomino', 'here-000000000000000a')]);
    await page.route('**/*.wasm', (route) => route.abort());
    for (const path of ['/g/here-000000000000000a', '/t/here-000000000000000a', '/a?g=here-000000000000000a', '/puzzles']) {
      await mina.go(path);
      await note(page, language === 'fa' ? /قوانین بازی بارگذاری نشد/ : /rules could not be loaded/);
    }
    await mina.go('/t/here-000000000000000a');
    await note(page, language === 'fa' ? /قوانین بازی بارگذاری نشد/ : /rules could not be loaded/);
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: /Try again|دوباره/ }).first().click();
    await page.waitForSelector('[data-board]');
    await mina.leave();
  });

  test('that breaks down is told, and another one goes on with the game', async () => {
    const mina = await Person.arrive(server);
    /* Whoever is called so dies. */
    await mina.context.addInitScript(() => {
      const all: Worker[] = [];
      const Real = Worker;
      Object.assign(window, {
        Worker: class extends Real {
          constructor(...given: ConstructorParameters<typeof Worker>) {
            super(...given);
            all.push(this);
          }
        },
        breakAll: () => {
          for (const one of all.splice(0)) {
            one.terminate();
            one.dispatchEvent(new ErrorEvent('error'));
          }
        },
      });
    });
    const { page } = mina;
    await begin(page);
    await takeTokens(page);
    const ply = await plyOf(page);
    await page.evaluate(() => (window as unknown as { breakAll: () => void }).breakAll());
    for (let i = 0; i < 3; i++) await page.locator('[data-pile][data-can]').nth(i).click();
    await note(page, /engine of this page has stopped/);
    expect(await plyOf(page)).toBe(ply);
    await page.waitForSelector('[data-status="act"]');
    await takeTokens(page);
    expect(await plyOf(page)).toBeGreaterThan(ply);
    await mina.leave();
  });
});

test('a page that is older than the server takes the newer one when a part of it is gone', async () => {
  /* The second version has every file in another place, and the first one has none any more. */
  let version = 1;
  const moved = (text: string) => (version === 1 ? text : text.replaceAll('assets/', 'newer/'));
  const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
  const web = createServer((request, answer) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    const file = extname(path) === '' ? '/index.html' : path;
    if (path.startsWith('/api/') || path === '/ws') return void answer.writeHead(503).end();
    try {
      if (file.startsWith('/assets/') && version === 2) throw new Error('gone');
      const bytes = readFileSync(join(dist, file.replace('/newer/', '/assets/')));
      answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      answer.end(/\.(js|html)$/.test(file) ? moved(bytes.toString()) : bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready));
  const mina = await Person.arrive(server);
  mina.allowed = /request to|socket to|503|404|WebSocket|fetch|preload|import/;
  const { page } = mina;
  await page.goto(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`);
  const puzzles = page.locator('a[href="/puzzles"]:visible').first();
  await puzzles.waitFor();
  version = 2;
  await puzzles.click();
  await page.waitForSelector('[data-board]');
  expect(await page.locator('script[type=module]').first().getAttribute('src')).toContain('/newer/');
  await mina.leave();
  web.close();
  web.closeAllConnections();
});
