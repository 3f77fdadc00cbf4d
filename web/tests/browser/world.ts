// SPDX-License-Identifier: MIT
// The world of a browser test: a server of our own, people with browsers, and what must never happen.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

export const program = process.env['TAKHT'] ?? join(process.cwd(), '../build/takht');

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/* Whole games take long: with every change one of each kind is played to its end, and of the others as much as shows that they can be;
   make test-all (LONG=1) plays all of them. */
export const LONG = process.env['LONG'] === '1';

/* takht serve on a file of its own, which deals the same every time. It can be killed and started again at the same place. */
export class Server {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'takht-'));
  readonly data = join(this.folder, 'takht.db');
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /* Between asking for a free port and using it somebody else may take it: then another one is asked for. A server that comes back
     needs its old one, which whoever talks to somebody else from it gives back soon. */
  async start(): Promise<this> {
    const again = this.port !== 0;
    for (let tries = 1; ; tries++) {
      if (!again) this.port = await freePort();
      try {
        await this.listen();
        return this;
      } catch (error) {
        if (tries === 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, again ? 1000 : 0));
      }
    }
  }

  private async listen(): Promise<void> {
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, '--quiet', '--open-limits', '--same-deals'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
  }

  /* As a power failure would. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child === undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.removeAllListeners('exit');
    child.once('exit', () => {});
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await Promise.race([gone, ended]);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export type Look = { language?: 'en' | 'fa'; size?: 'desk' | 'phone'; theme?: 'light' | 'dark'; motion?: boolean; scale?: number; offline?: boolean /* with a service worker */ };

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/* The windows in which a table has to be whole. */
export const EVERY_SIZE = [
  [320, 640], [360, 640], [375, 667], [390, 844], [430, 932], // phones, upright
  [320, 568], [375, 553], // the smallest, and one whose browser keeps its bars
  [667, 375], [844, 390], [932, 430], // on their side
  [768, 1024], [820, 1180], [1024, 768], [1180, 820], // tablets
  [640, 400], // 1280 by 800 at twice the size
  [1280, 800], [1440, 900], [1920, 1080], [2560, 1440],
] as const; // prettier-ignore

let browser: Promise<Browser> | undefined;
const theBrowser = () => (browser ??= chromium.connect(inject('chromium')));

/* The dice of a page: my share in a shuffle, the deal of a game on this device, what its bots imagine. Here they fall the same every time. */
const loadTheDice = () => {
  let state = 0x9e3779b9;
  crypto.getRandomValues = (array) => {
    if (array !== null) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    }
    return array;
  };
};

/* Somebody with a browser. Everything the page says to the network is kept, and nothing bad may happen. */
export class Person {
  readonly heard: string[] = []; // frames and bodies from the server
  readonly trouble: string[] = [];
  allowed: RegExp | undefined; // trouble that a test makes on purpose

  private constructor(
    readonly server: Server,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(server: Server, look: Look = {}): Promise<Person> {
    const { language = 'en', size = 'desk', theme = 'light', motion = false, scale = 1, offline = false } = look;
    const context = await (await theBrowser()).newContext({
      viewport: SIZES[size],
      locale: language === 'fa' ? 'fa-IR' : 'en-US',
      colorScheme: theme,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      hasTouch: size === 'phone',
      deviceScaleFactor: scale,
      serviceWorkers: offline ? 'allow' : 'block',
      acceptDownloads: true,
    });
    await context.addInitScript(loadTheDice);
    context.setDefaultTimeout(30_000); // a busy machine is no fault of the page
    const person = new Person(server, context, await context.newPage());
    person.listen(server);
    return person;
  }

  private listen(server: Server): void {
    const { page } = this;
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== new URL(server.url).host) this.trouble.push(`request to ${url.host}`);
    });
    page.on('response', (response) => {
      if (response.url().includes('/api/')) void response.text().then((text) => this.heard.push(text), () => {});
    });
    page.on('websocket', (socket) => {
      if (!socket.url().includes(new URL(server.url).host)) this.trouble.push(`socket to ${socket.url()}`);
      socket.on('framereceived', (frame) => this.heard.push(String(frame.payload)));
    });
    page.on('console', (message) => {
      const ours = !message.text().includes('blocked by Playwright'); // the tests' own doing
      if (ours && (message.type() === 'error' || message.type() === 'warning')) this.trouble.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.trouble.push(`error: ${error.message}`));
  }

  go(path: string) {
    return this.page.goto(this.server.url + path);
  }

  /* A request in this person's name; no page need be open for it. */
  async post<T>(path: string, body: unknown): Promise<T> {
    const { request } = this.context;
    await request.get(`${this.server.url}/api/v1/me`);
    const answer = await request.post(`${this.server.url}/api/v1/${path}`, { data: body });
    return (await answer.json()) as T;
  }

  noTrouble(): void {
    expect(this.trouble.filter((one) => !this.allowed?.test(one))).toEqual([]);
  }

  async leave(): Promise<void> {
    this.noTrouble();
    await this.context.close();
  }
}

export type TableOptions = {
  seats: readonly ({ kind: 'me' | 'friend' | 'open' } | { kind: 'bot'; level: string })[];
  options?: Record<string, string>;
  public?: boolean;
  clock?: Record<string, unknown>;
};

/* A table made without the form. */
export async function makeTable(person: Person, wish: TableOptions): Promise<{ table: string; key: string }> {
  return person.post('tables', {
    game: 'splendor',
    players: wish.seats.length,
    options: { target: '5', ...wish.options },
    seats: wish.seats,
    clock: wish.clock ?? { kind: 'none' },
    public: wish.public ?? false,
    hints: true,
    quick: true,
    random: 'a7'.repeat(32),
  });
}

export const isOver = (page: Page) => page.locator('[data-status="over"]').count().then((n) => n > 0);

type Stand = { over: boolean; ply: number };

/* Where the table stands, as soon as it is over, or my turn (if that is asked for) and no longer at a ply. The page looks whenever
   something changes: to ask it again and again would keep it drawing. */
const stand = (page: Page, wanted: { turn: boolean; not: number }): Promise<Stand> =>
  page.evaluate(
    ({ turn, not }) =>
      new Promise<Stand>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`nothing happened at ply ${not}, in ${document.querySelector('.status')?.textContent ?? 'no table'}`)), 30_000);
        const look = () => {
          const ply = Number(document.querySelector<HTMLElement>('[data-ply]')?.dataset['ply'] ?? -1);
          const over = document.querySelector('[data-status="over"]') !== null;
          const ready = ply !== not && (!turn || document.querySelector('[data-status="act"]') !== null);
          if (!over && !ready) return;
          observer.disconnect();
          clearTimeout(late);
          resolve({ over, ply });
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-status', 'data-ply'] });
        look();
      }),
    wanted,
  );

/* My turn, or the end. */
export const myTurn = async (page: Page): Promise<'turn' | 'over'> => ((await stand(page, { turn: true, not: -1 })).over ? 'over' : 'turn');

/* Does something and waits until it has arrived: the table is at another ply, or over. */
export async function settled(page: Page, act: () => Promise<unknown>): Promise<void> {
  const { ply } = await stand(page, { turn: false, not: -1 });
  await act();
  await stand(page, { turn: false, not: ply });
}

/* What glides has come to rest: nothing says that it still moves, and for some frames in a row it lies where it lay. However busy or
   quick the machine, that is waited for. */
export const atRest = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        let [last, same] = ['', 0];
        const look = () => {
          const now = JSON.stringify(document.querySelector(wanted)?.getBoundingClientRect());
          same = now === last && document.querySelector('[data-in-motion]') === null ? same + 1 : 0;
          last = now;
          if (same === 8) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
    selector,
  );

/* Reaches something by Tab alone, the shorter way round. How far it is, is asked for once and not at every step. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  const away = () =>
    page.evaluate((selector) => {
      const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.getClientRects().length > 0);
      const here = stops.findIndex((one) => one === document.activeElement);
      if (stops[here]?.matches(selector)) return 0;
      const after = stops.findIndex((one, i) => i > here && one.matches(selector));
      const before = stops.findLastIndex((one, i) => i < here && one.matches(selector));
      return before >= 0 && (after < 0 || here - before < after - here) ? before - here : after - here;
    }, wanted);
  for (let tries = 0, steps = await away(); steps !== 0; steps = await away()) {
    if (tries++ === 8) throw new Error(`no way by Tab to ${wanted}`);
    for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? 'Tab' : 'Shift+Tab');
  }
}

/* The text of the page fits its width, and at a desk nothing has to be scrolled to play. */
export async function fits(page: Page, whole: boolean): Promise<void> {
  const size = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    high: document.documentElement.scrollHeight - innerHeight,
  }));
  expect(size.wide, `${page.url()} is too wide`).toBeLessThanOrEqual(0);
  if (whole) expect(size.high, `${page.url()} is too high`).toBeLessThanOrEqual(0);
}

/* My seat is left to a bot, and the game played to its end, over a socket of its own: quicker than with a page that looks on. */
export async function botsPlay(page: Page, table: string): Promise<void> {
  await page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        let n = 0;
        const say = (what: object) => socket.send(JSON.stringify({ n: ++n, ...what }));
        socket.onopen = () => {
          say({ t: 'hello', v: 1 });
          say({ t: 'watch', table: id });
          say({ t: 'away', table: id });
        };
        socket.onerror = () => reject(new Error('the socket broke'));
        socket.onmessage = (event) => {
          const { status } = JSON.parse(String(event.data)) as { status?: string };
          if (status !== 'over') return;
          socket.close();
          resolve();
        };
      }),
    table,
  );
}

/* The rest of a game that was played long enough: bots play it, nobody looks, and its end is there for whoever comes back. */
export async function botsFinish(person: Person): Promise<void> {
  const { page } = person;
  const at = new URL(page.url()).pathname;
  if (await isOver(page)) return;
  await person.go('/settings');
  await botsPlay(page, at.slice(3));
  await person.go(at);
  await page.waitForSelector('[data-end]');
}

/* Plays my seat for so many plies, over a socket of its own: any legal move will do, and the same position gets the same. */
export async function playSome(page: Page, table: string, plies: number): Promise<void> {
  await playOn(page, table, plies);
  await page.waitForSelector('[data-status="act"], [data-status="over"]');
}

/* The same, whatever the page shows meanwhile, or until such a move can be made: the first letters of its text. */
export async function playOn(page: Page, table: string, plies: number, until?: string): Promise<void> {
  await page.evaluate(
    ([id, most, wanted]) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        let n = 0;
        let played = -1;
        const say = (what: object) => socket.send(JSON.stringify({ n: ++n, ...what }));
        socket.onopen = () => {
          say({ t: 'hello', v: 1 });
          say({ t: 'watch', table: id });
        };
        socket.onerror = () => reject(new Error('the socket broke'));
        socket.onmessage = (event) => {
          const { ply, legal, status } = JSON.parse(String(event.data)) as { ply?: number; legal?: { move: string }[]; status?: string };
          const mine = legal !== undefined && legal.length > 0;
          const there = wanted !== undefined && legal?.some(({ move }) => move.startsWith(wanted));
          if (status === 'over' || (mine && ((ply ?? 0) >= most || there))) {
            socket.close();
            resolve();
          } else if (mine && ply !== undefined && ply > played) {
            played = ply;
            const move = legal[(ply * 7919) % legal.length]?.move;
            say({ t: 'move', table: id, ply, move });
          }
        };
      }),
    [table, plies, until] as const,
  );
}
