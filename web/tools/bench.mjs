// SPDX-License-Identifier: MIT
// How fast boards are: a redraw after a move in every game, and panning the largest of them, on a desk and on a computer that is
// slowed down 4 times; and how soon the report of a game is there. Printed, never asserted: `npm run bench`, `npm run bench -- splendor` for the
// redraws of one game, or `npm run bench -- report` (needs ../build/takht with the page in it, and Chromium). Redraws are time of the processor,
// not of the clock; a machine that is busy otherwise still makes it longer.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const program = process.env.TAKHT ?? join(process.cwd(), '../build/takht');
const folder = mkdtempSync(join(tmpdir(), 'takht-bench-'));
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const free = probe.address().port;
    probe.close(() => resolve(free));
  });
});
const server = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--data', join(folder, 'takht.db'), '--quiet', '--open-limits'], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => server.stdout.once('data', resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })).newPage();
const url = `http://127.0.0.1:${port}`;

/* Whatever happens, nothing is left running. */
const stop = async () => {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
};
process.on('uncaughtException', (why) => void stop().then(() => (console.error(why), process.exit(1))));

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const worst = (list) => Math.max(0, ...list);
const ms = (n) => `${n.toFixed(1)} ms`;

async function setTable(other, game, players, options = {}) {
  await other.goto(`${url}/settings`);
  return other.evaluate(
    async ([id, n, wishes]) => {
      await fetch('/api/v1/me');
      localStorage.setItem('takht.settings', JSON.stringify({ pace: 'quick' })); // so that a few dozen redraws do not take minutes
      const seats = [{ kind: 'me' }, ...Array.from({ length: n - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
      const body = JSON.stringify({ game: id, players: n, options: wishes, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'ab'.repeat(32) });
      return (await (await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()).table;
    },
    [game, players, options],
  );
}

/* Chromium's own trace of what the page's main thread does. */
async function traced(doing) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  await doing();
  return JSON.parse(String(await browser.stopTracing())).traceEvents;
}
/* The page itself says when another position is there: many wait until somebody has looked at the one before, so a message tells little. */
const watchPly = () =>
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      performance.mark('drawn');
      window.reached?.(Number(target.dataset.ply));
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ply'] });
const reached = (ply) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        if (Number(document.querySelector('[data-ply]').dataset.ply) >= wanted) return resolve();
        window.reached = (at) => at >= wanted && resolve();
      }),
    ply,
  );

const PARTS = {
  ...{ FunctionCall: 'script', EvaluateScript: 'script', RunMicrotasks: 'script', TimerFire: 'script', FireAnimationFrame: 'script', MinorGC: 'script', MajorGC: 'script' },
  ...{ UpdateLayoutTree: 'style', Layout: 'layout', PrePaint: 'paint', Paint: 'paint', Layerize: 'paint', Commit: 'paint' },
};
const timeOf = (event) => (event.tdur ?? event.dur ?? 0) / 1000; // of the thread: other programs do not count
const endOf = (event) => event.ts + (event.dur ?? 0);

/* What each part of the work took by itself, without what it called, and how often the page was laid out. */
function partsOf(events) {
  const sum = { script: 0, style: 0, layout: 0, paint: 0 };
  const around = [];
  for (const event of events) {
    while (around.length > 0 && endOf(around.at(-1)) <= event.ts) around.pop();
    const part = PARTS[event.name];
    if (part === undefined) continue;
    const outer = around.at(-1);
    if (outer !== undefined) sum[PARTS[outer.name]] -= timeOf(event);
    sum[part] += timeOf(event);
    around.push(event);
  }
  const restyled = events.reduce((n, event) => n + (event.name === 'UpdateLayoutTree' ? (event.args.elementCount ?? 0) : 0), 0);
  return { ...sum, restyled, layouts: events.filter((event) => event.name === 'Layout').length };
}

/* Every redraw: from the beginning of the task in which a position comes (a message, or a timer) to the end of the first frame that shows it. */
function redrawsIn(events) {
  const marks = events.filter((event) => event.name === 'drawn');
  const { pid, tid } = marks[0] ?? {};
  const own = events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = own.filter((event) => event.name === 'RunTask');
  const frames = own.filter((event) => event.name === 'Commit');
  return marks.flatMap(({ ts }) => {
    const [task, frame] = [tasks.find((one) => one.ts <= ts && endOf(one) >= ts), frames.find((one) => one.ts > ts)];
    if (task === undefined || frame === undefined) return [];
    const until = endOf(frame);
    const whole = tasks.filter((one) => one.ts >= task.ts && one.ts < until).reduce((sum, one) => sum + timeOf(one), 0);
    return [{ whole, ...partsOf(own.filter((one) => one.ts >= task.ts && one.ts < until)) }];
  });
}

/* Another page of the same person makes the moves: any will do. */
const playOn = (other, table, plies) =>
  other.evaluate(
    ([id, most]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        let [n, played] = [0, -1];
        const say = (what) => socket.send(JSON.stringify({ n: ++n, ...what }));
        socket.onopen = () => {
          say({ t: 'hello', v: 1 });
          say({ t: 'watch', table: id });
        };
        socket.onerror = () => reject(new Error('the socket broke'));
        socket.onmessage = (event) => {
          const { ply, legal, status } = JSON.parse(String(event.data));
          const mine = legal !== undefined && legal.length > 0;
          if (status === 'over' || (mine && (ply ?? 0) >= most)) {
            socket.close();
            resolve({ ply, over: status === 'over' });
          } else if (mine && ply > played) {
            played = ply;
            say({ t: 'move', table: id, ply, move: legal[(ply * 7919) % legal.length].move });
          }
        };
      }),
    [table, plies],
  );

const REDRAWS = 30; // at least, for each speed
const GAMES = { splendor: [4, 30], 'seven-wonders-duel': [2, 24], 'kingdom-builder': [4, 60], queendomino: [4, 60], kingdomino: [4, 30], 'royal-wedding': [8, 80] };

/* At least so many redraws as REDRAWS, unless the game ends. */
async function watch(other, table, wait) {
  const first = Number(await page.locator('[data-ply]').first().getAttribute('data-ply'));
  for (let at = { ply: first, over: false }; at.ply - first < REDRAWS && !at.over; ) {
    at = await playOn(other, table, at.ply + 1);
    await reached(at.ply);
    await page.waitForTimeout(wait);
  }
}

/* A table for each speed: a game of the Duel is over after one of them. */
async function redrawsOf(game, [players, plies]) {
  const other = await page.context().newPage();
  const session = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    const table = await setTable(other, game, players);
    await playOn(other, table, plies);
    await page.bringToFront();
    await page.goto(`${url}/t/${table}`);
    await page.waitForSelector('[data-status="act"]');
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const list = redrawsIn(await traced(() => watch(other, table, 600 * Math.min(rate, 2))));
    const half = (part) => median(list.map((one) => one[part]));
    const parts = ['script', 'style', 'layout', 'paint'].map((part) => `${part} ${half(part).toFixed(1)}`).join(', ');
    console.log(
      `${game}, ${players} players, CPU slowed down ${rate} times: ${list.length} redraws, median ${ms(half('whole'))}, worst ${ms(worst(list.map((one) => one.whole)))} (to be: ${rate === 1 ? 16 : 50} ms); ${parts}; ${half('restyled')} elements styled, laid out ${half('layouts')} times`,
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  await other.close();
}

/* Milliseconds of processor that workers of a page have had: Chromium slows down the page's main thread alone. */
async function workersTime() {
  const asked = await browser.newBrowserCDPSession();
  const { processInfo } = await asked.send('SystemInfo.getProcessInfo');
  await asked.detach();
  const threads = processInfo.filter(({ type }) => type === 'renderer').flatMap(({ id }) => readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}`));
  const workers = threads.filter((thread) => readFileSync(`${thread}/comm`, 'utf8').startsWith('DedicatedWorker'));
  return workers.reduce((sum, thread) => sum + Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0);
}

/* On a phone, from the end of a game of Splendor until the quick report of it is drawn, in a browser that has never made one. */
async function reportOf(rate) {
  const table = await page.evaluate(async () => {
    const seats = ['greedy', 'novice'].map((level) => ({ kind: 'bot', level }));
    const body = JSON.stringify({ game: 'splendor', players: 2, options: {}, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'ab'.repeat(32) });
    return (await (await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()).table;
  });
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 });
  const hand = await phone.newPage();
  let record;
  for (let tries = 0; record === undefined && tries < 120; tries++) {
    await page.waitForTimeout(500);
    record = await page.evaluate(async (id) => fetch(`/api/v1/tables/${id}/record`).then((answer) => (answer.ok ? answer.text() : undefined)), table);
  }
  await hand.goto(`${url}/g/${table}`);
  await hand.waitForSelector('[data-board]');
  await hand.waitForTimeout(1000);
  await (await phone.newCDPSession(hand)).send('Emulation.setCPUThrottlingRate', { rate });
  const before = await workersTime();
  const took = await hand.evaluate(
    (address) =>
      new Promise((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (document.querySelector('.account') === null) requestAnimationFrame(look);
          else resolve(performance.now() - begun);
        };
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
        look();
      }),
    `/g/${table}/report`,
  );
  const worked = (await workersTime()) - before;
  await phone.close();
  return { decisions: record.match(/^\d+\./gm).length, took, slower: took + (rate - 1) * worked };
}

async function reports() {
  await page.goto(`${url}/settings`);
  await page.evaluate(() => fetch('/api/v1/me'));
  for (const rate of [1, 4, 6]) {
    const list = [];
    for (let i = 0; i < 5; i++) list.push(await reportOf(rate));
    const half = (part) => median(list.map((one) => one[part]));
    console.log(`report of Splendor, ${half('decisions')} decisions, main thread slowed down ${rate} times: there after ${half('took').toFixed(0)} ms, ${half('slower').toFixed(0)} ms with workers as slow (to be: 3000 ms)`);
  }
}

const wanted = process.argv.slice(2);
await page.addInitScript(watchPly);
for (const [game, how] of Object.entries(GAMES)) if (wanted.length === 0 || wanted.includes(game)) await redrawsOf(game, how);
if (wanted.length === 0 || wanted.includes('report')) await reports();
if (wanted.length > 0) {
  await stop();
  process.exit(0);
}

const large = await setTable(page, 'kingdom-builder', 4, { board: 'first', cards: 'first', start: '0' });
await playOn(page, large, 80); // about half of a game lies on the board
await page.goto(`${url}/t/${large}`);

async function pan(rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const box = await page.locator('.window').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(1200);
  await page.evaluate(() => {
    const frames = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const tick = (now) => {
      frames.push(now - last);
      last = now;
      window.ticking = requestAnimationFrame(tick);
    };
    window.ticking = requestAnimationFrame(tick);
  });
  await page.mouse.down();
  for (let i = 0; i < 90; i++) await page.mouse.move(x + 120 * Math.sin(i / 9), y + 90 * Math.cos(i / 9));
  await page.mouse.up();
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.frames.slice(2);
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const late = frames.filter((frame) => frame > 34).length;
  console.log(`panning, CPU slowed down ${rate} times: ${frames.length} frames, median ${ms(median(frames))}, worst ${ms(worst(frames))}, ${late} later than two frames`);
  await page.keyboard.press('0');
  await page.waitForTimeout(500);
}
await page.waitForSelector('[data-status="act"], [data-status="over"]');
await pan(1);
await pan(4);

await stop();
