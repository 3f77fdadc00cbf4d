// SPDX-License-Identifier: MIT
// Whole sittings at the analysis board, as somebody would have them after a game: of every game, on a phone upright and on its side and
// at a desk, in both languages. One with every change; make test-all (LONG=1) has all of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import en from '$web/words/en.json';
import fa from '$web/words/fa.json';
import type { Answers } from '$web/protocol';
import { fits, LONG, Person, playOn, Server } from './world';

const server = new Server();
await server.start();
const { games } = (await (await fetch(`${server.url}/api/v1/games`)).json()) as Answers['games'];
afterAll(() => server.stop());

const LOOKS = [
  { width: 390, height: 844, language: 'en' },
  { width: 844, height: 390, language: 'fa' },
  { width: 1280, height: 800, language: 'en' },
  { width: 390, height: 844, language: 'fa' },
  { width: 844, height: 390, language: 'en' },
  { width: 1280, height: 800, language: 'fa' },
] as const;
type One = (typeof LOOKS)[number];
/* One game on a phone on its side, where there is least room. */
const wanted = (index: number, look: One) => LONG || (index === 1 && look.width === 844 && look.language === 'en');

class Sitter {
  constructor(
    readonly person: Person,
    readonly look: One,
  ) {}
  get page() {
    return this.person.page;
  }
  get hand() {
    return this.look.width < 1000;
  }
  word(key: 'analysis.here' | 'analysis.share' | 'analysis.tree' | 'past.on' | 'setup'): string {
    return (this.look.language === 'fa' ? fa : en)[key];
  }
  ply = async () => Number(await this.page.locator('[data-ply]').first().getAttribute('data-ply'));
  plyIs = (n: number) => this.page.waitForFunction((at) => document.querySelector('[data-ply]')?.getAttribute('data-ply') === String(at), n);
  /* In the hand what is beside the board elsewhere is a sheet. */
  async sheet<T>(work: () => Promise<T>): Promise<T> {
    if (this.hand) await this.page.locator('[data-area=log]').tap();
    await this.page.locator('.study').waitFor();
    const done = await work();
    if (this.hand && (await this.page.locator('dialog .study').count()) > 0) {
      await this.page.keyboard.press('Escape');
      await this.page.locator('dialog').waitFor({ state: 'detached' });
    }
    return done;
  }
  async touch(selector: string, n = 0) {
    const one = this.page.locator(selector).nth(n);
    return this.hand ? one.tap() : one.click();
  }
  async menu(text: string) {
    await this.page.locator('[data-area=menu]').tap();
    await this.page.locator('dialog').getByText(text).tap();
  }
  rows = () => this.page.locator(`section[aria-label="${this.word('analysis.tree')}"] li`);
}

async function arrive(look: One): Promise<Sitter> {
  const person = await Person.arrive(server, { language: look.language, size: look.width < 1000 ? 'phone' : 'desk', theme: look.language === 'fa' ? 'dark' : 'light' });
  await person.page.setViewportSize({ width: look.width, height: look.height });
  return new Sitter(person, look);
}

describe.each(games.map((one, index) => ({ ...one, index })))('a sitting with $game', ({ game, players_min, index }) => {
  let table = '';
  let record = '';
  beforeAll(async () => {
    if (!LOOKS.some((look) => wanted(index, look))) return;
    const mina = await Person.arrive(server);
    const seats = [{ kind: 'me' }, ...Array.from({ length: players_min - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
    ({ table } = await mina.post<{ table: string }>('tables', { game, players: players_min, options: {}, seats, clock: { kind: 'none' }, public: true, hints: true, quick: true, random: 'b3'.repeat(32) }));
    await mina.go('/settings');
    await playOn(mina.page, table, 10_000);
    record = await (await mina.context.request.get(`${server.url}/api/v1/tables/${table}/record`)).text();
    await mina.leave();
  }, 120_000);

  for (const look of LOOKS)
    test.runIf(wanted(index, look))(`${look.width} by ${look.height}, ${look.language}`, async () => {
      const sitter = await arrive(look);
      const { page, person } = sitter;
      /* From a replay: another move here. */
      await person.go(`/g/${table}#7`);
      await page.waitForSelector('[data-board]');
      if (sitter.hand) await sitter.menu(sitter.word('analysis.here'));
      else await page.locator('[data-analysis-link]').click();
      await page.waitForURL('**/a?g=*');
      await page.waitForSelector('[data-board]');
      await sitter.plyIs(7);
      await fits(page, true);

      /* The engine thinks; one of its lines is played, and makes a branch. */
      const before = await sitter.sheet(() => sitter.rows().count());
      if (sitter.hand) await page.locator('.tool.engine').tap();
      else await page.getByRole('switch').first().press('Space');
      /* To a place where there is something to decide. */
      let at = 7;
      for (; at < 40; at++) {
        await page.waitForFunction(() => document.querySelector('[data-chance]') !== null || document.querySelector('[data-status="act"]') === null, undefined, { timeout: 8000 }).catch(() => {});
        if ((await page.locator('[data-chance]').count()) > 1) break;
        await sitter.touch(`.bar button[aria-label="${sitter.word('past.on')}"]`);
        await sitter.plyIs(at + 1);
      }
      const grown = await sitter.sheet(async () => {
        const lines = page.locator('.engine li:not(.game) button[data-line]');
        await lines.first().waitFor();
        await (sitter.hand ? lines.first().tap() : lines.first().click());
        await sitter.plyIs(at + 1);
        return sitter.rows().count();
      });
      expect(grown).toBe(before + 1);

      /* Back, on along the game, back, and into the branch by the tree. */
      await sitter.touch('.bar button:not(.far)', 0);
      await sitter.plyIs(at);
      await sitter.sheet(async () => {
        const branch = page.locator('.study li.branch button').first();
        await (sitter.hand ? branch.tap() : branch.click());
        await sitter.plyIs(at + 1);
        expect(await branch.getAttribute('aria-current')).toBe('step');
      });
      /* The engine goes on there; then it is stopped, and nothing is marked any longer. */
      if (sitter.hand) await page.locator('.tool.engine').tap();
      else await page.getByRole('switch').first().press('Space');
      await page.locator('[data-chance]').first().waitFor({ state: 'detached' });

      /* Threads, over whose shoulder, hidden cards. */
      await sitter.sheet(async () => {
        const threads = page.locator('[data-threads]');
        if ((await threads.count()) > 0) {
          await threads.focus();
          await page.keyboard.press('End');
          expect(await threads.inputValue()).toBe(await threads.getAttribute('max'));
        }
        const seen = page.locator('.seen label, .seen button, .seen [role=radio]');
        await seen.last().click();
        await seen.first().click();
        const cards = page.locator('[data-hidden-cards]');
        if ((await cards.count()) === 0) return;
        const modes = cards.locator('label');
        await modes.nth(1).click();
        await page.waitForSelector('[data-hidden-cards=shown] li');
      });
      await fits(page, true);

      /* Shared, and opened by somebody else. */
      await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: (text: string) => ((window as unknown as { copied: string }).copied = text) }));
      if (sitter.hand) await sitter.menu(sitter.word('analysis.share'));
      else await page.locator('[data-share]').click();
      await page.waitForFunction(() => 'copied' in window);
      const link = await page.evaluate(() => (window as unknown as { copied: string }).copied);
      const other = await arrive(look);
      await other.page.goto(link);
      await other.page.waitForSelector('[data-board]');
      await other.plyIs(at + 1);
      await other.person.leave();

      /* Hidden cards by hand: another position, no past. */
      await sitter.sheet(async () => {
        const cards = page.locator('[data-hidden-cards]');
        if ((await cards.count()) === 0) return;
        await cards.locator('label').nth(2).click();
        const first = cards.locator('select').first();
        await first.waitFor();
        const value = (await first.locator('option').nth(2).getAttribute('value')) ?? '';
        const was = await first.inputValue();
        if (value === was) return;
        await first.selectOption(value);
        await sitter.plyIs(0);
        await page.waitForFunction((to) => document.querySelector<HTMLSelectElement>('[data-hidden-cards] select')?.value === to, value);
        expect(await page.locator('.study [role=alert]').count()).toBe(0);
      });

      /* Set up: nothing changed, used. */
      if (sitter.hand) await sitter.menu(sitter.word('setup'));
      else await page.locator('[data-setting]').click();
      await page.waitForSelector('[data-setup]');
      await page.locator('[data-setup] [role=status]').first().waitFor();
      await sitter.touch('[data-set-up]');
      await page.locator('[data-setup]').waitFor({ state: 'detached' });
      await fits(page, true);

      /* And played on against a bot. */
      await sitter.sheet(async () => {
        await sitter.touch('[data-play-on]');
        await page.waitForURL('**/t/here-*');
      });
      await page.waitForSelector('[data-board], [data-curtain]');
      await page.waitForSelector('[data-status="act"], [data-status="over"]', { timeout: 60_000 });
      person.noTrouble();

      /* A record that is wrong, and one that is right. */
      await person.go('/a');
      await page.locator('textarea').fill(record.slice(0, record.length / 2) + ' nonsense');
      await sitter.touch('[data-open]');
      await page.locator('.bad[role=alert]').waitFor();
      await page.locator('textarea').fill(record);
      await sitter.touch('[data-open]');
      await page.waitForSelector('[data-board]');
      await fits(page, true);
      await person.leave();
    });
});
