// How fast the board with the most pieces is: a redraw after one move, and panning on a slow computer. Printed, never
// asserted: `npm run bench` (needs ../build/takht with the page in it, and Chromium).
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

async function sitDown() {
  await page.goto(`${url}/settings`);
  const table = await page.evaluate(async () => {
    await fetch('/api/v1/me');
    const bot = { kind: 'bot', level: 'greedy' };
    const wish = { game: 'kingdom-builder', players: 4, options: { board: 'first', cards: 'first', start: '0' }, seats: [{ kind: 'me' }, bot, bot, bot] };
    const body = JSON.stringify({ ...wish, clock: { kind: 'none' }, public: false, hints: true, quick: true, random: 'ab'.repeat(32) });
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()).table;
  });
  await page.goto(`${url}/t/${table}`);
  await page.waitForSelector('[data-board]');
}
const turn = () => page.waitForSelector('[data-status="act"], [data-status="over"]');
async function act() {
  await page.waitForSelector('.target, [data-play="end"], [data-status="over"]');
  const lines = Number(await page.locator('.log').getAttribute('data-moves'));
  const targets = page.locator('.target');
  if ((await targets.count()) > 0) await targets.first().dispatchEvent('click');
  else await page.locator('[data-play="end"]').click();
  await page.waitForFunction((n) => Number(document.querySelector('.log')?.dataset.moves) > n, lines);
}

/* Chromium's own trace: everything that the page's main thread does between a message and the next frame. */
async function traced(doing) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] });
  await doing();
  return JSON.parse(String(await browser.stopTracing())).traceEvents;
}
const WORK = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'WebSocketReceive']);

await sitDown();
for (let i = 0; i < 16; i++) await act(); // about half of a game lies on the board

const redraws = [];
for (let i = 0; i < 15; i++) {
  await page.waitForSelector('.target, [data-play="end"]');
  while ((await page.locator('.target').count()) === 0) {
    await act(); // the end of a turn brings the moves of all the others
    await turn();
  }
  await page.waitForSelector('.target');
  await page.waitForTimeout(400);
  const events = await traced(async () => {
    await act();
    await page.waitForTimeout(120);
  });
  const main = events.filter((event) => event.ph === 'X' && WORK.has(event.name)).sort((a, b) => a.ts - b.ts);
  const receive = events.filter((event) => event.name === 'WebSocketReceive').at(0);
  if (receive === undefined) continue;
  // From the message to the first frame that shows it. Of nested events only the outer one counts.
  const own = main.filter((one) => one.tid === receive.tid && one.ts >= receive.ts);
  const shown = own.find((one) => one.name === 'Commit');
  let until = 0;
  let busy = 0;
  for (const event of own.filter((one) => one.ts <= (shown?.ts ?? Infinity))) {
    const end = event.ts + (event.dur ?? 0);
    // The thread's own time, where Chromium tells it: other programs do not count.
    if (event.ts >= until) busy += event.tdur ?? event.dur ?? 0;
    until = Math.max(until, end);
    if (process.env.VERBOSE && event.dur > 800) console.log(i, event.name, ((event.ts - receive.ts) / 1000).toFixed(1), (event.dur / 1000).toFixed(1), ((event.tdur ?? 0) / 1000).toFixed(1), event.args?.elementCount ?? '', event.args?.beginData?.totalObjects ?? '');
  }
  redraws.push(busy / 1000);
}
const houses = await page.locator('[data-house]').count();
console.log(`redraw after one move, ${houses} settlements: median ${ms(median(redraws))}, worst ${ms(worst(redraws))} of work on the main thread (a frame has 16.7 ms)`);

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
await turn();
await pan(1);
await pan(4);

await stop();
