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

/* takht serve on a file of its own. It can be killed and started again at the same place. */
export class Server {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'takht-'));
  readonly data = join(this.folder, 'takht.db');
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    if (this.port === 0) this.port = await freePort();
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, '--quiet', '--open-limits'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return this;
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
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export type Look = { language?: 'en' | 'fa'; size?: 'desk' | 'phone'; theme?: 'light' | 'dark'; motion?: boolean; scale?: number; offline?: boolean /* with a service worker */ };

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

let browser: Promise<Browser> | undefined;
const theBrowser = () => (browser ??= chromium.connect(inject('chromium')));

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

  /* A request in this person's name. */
  async post<T>(path: string, body: unknown): Promise<T> {
    return this.page.evaluate(
      async ([url, json]) => {
        await fetch('/api/v1/me');
        const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json });
        return (await answer.json()) as T;
      },
      [`/api/v1/${path}`, JSON.stringify(body)] as const,
    );
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

/* My turn, or the end. */
export async function myTurn(page: Page): Promise<'turn' | 'over'> {
  await page.waitForSelector('[data-status="act"], [data-status="over"]');
  return (await isOver(page)) ? 'over' : 'turn';
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
