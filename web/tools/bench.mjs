// SPDX-License-Identifier: MIT
// How fast boards are: a redraw after a move in every game, and panning the largest of them, on a desk and on a computer that is
// slowed down 4 times. Printed, never asserted: `npm run bench` (needs ../build/takht with the page in it, and Chromium).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
      const seats = [{ kind: 'me' }, ...Array.from({ length: n - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
      const body = JSON.stringify({ game: id, players: n, options: wishes, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'ab'.repeat(32) });
      return (await (await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()).table;
    },
    [game, players, options],
  );
}

/* Chromium's own trace: everything that the page's main thread does between a message and the next frame. */
async function traced(doing) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] });
  await doing();
  return JSON.parse(String(await browser.stopTracing())).traceEvents;
}
const WORK = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'TimerFire', 'FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'WebSocketReceive']);

/* From each message to the first frame that shows it: milliseconds of the page's thread. Of nested events only the outer one counts, and other programs do not. */
function workOf(events) {
  const received = events.filter((event) => event.name === 'WebSocketReceive').sort((a, b) => a.ts - b.ts);
  const work = events.filter((event) => event.ph === 'X' && WORK.has(event.name)).sort((a, b) => a.ts - b.ts);
  return received.flatMap((message, i) => {
    const own = work.filter((one) => one.tid === message.tid && one.pid === message.pid && one.ts >= message.ts && one.ts < (received[i + 1]?.ts ?? Infinity));
    const shown = own.find((one) => one.name === 'Commit');
    if (shown === undefined) return []; // the next one came before a frame did
    let [until, busy] = [0, 0];
    for (const event of own.filter((one) => one.ts <= shown.ts)) {
      if (event.ts >= until) busy += event.tdur ?? event.dur ?? 0;
      until = Math.max(until, event.ts + (event.dur ?? 0));
    }
    return [busy / 1000];
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
            resolve();
          } else if (mine && ply > played) {
            played = ply;
            say({ t: 'move', table: id, ply, move: legal[(ply * 7919) % legal.length].move });
          }
        };
      }),
    [table, plies],
  );

const GAMES = { splendor: [4, 30], 'seven-wonders-duel': [2, 24], 'kingdom-builder': [4, 60], queendomino: [4, 60], kingdomino: [4, 30], 'royal-wedding': [8, 80] };

async function redrawsOf(game, [players, plies]) {
  const other = await page.context().newPage();
  const table = await setTable(other, game, players);
  await playOn(other, table, plies);
  await page.bringToFront();
  await page.goto(`${url}/t/${table}`);
  await page.waitForSelector('[data-status="act"]');
  const session = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const events = await traced(async () => {
      for (let i = 0; i < 6; i++) {
        await playOn(other, table, Number(await page.locator('[data-ply]').first().getAttribute('data-ply')) + 1);
        await page.waitForTimeout(700 * Math.min(rate, 2));
      }
    });
    const list = workOf(events);
    console.log(`${game}, ${players} players, CPU slowed down ${rate} times: ${list.length} redraws, median ${ms(median(list))}, worst ${ms(worst(list))} (to be: ${rate === 1 ? 16 : 50} ms)`);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await other.close();
}
for (const [game, how] of Object.entries(GAMES)) await redrawsOf(game, how);

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
