// SPDX-License-Identifier: MIT
// Pictures of pages: make screenshots. What games/GAME/web/tests/screenshots.ts exports as `scenes` is taken, and what the
// files of this folder do. For one game: make screenshots ONLY=GAME.
//
//     export const scenes: Scene[] = [
//       { name: 'opened', async show({ person, table }) {
//           await table({ game: 'splendor', seats: 'me greedy', random: 7 });   // opens it, waits for the board
//           await person.page.locator('.market [data-card]').first().click();
//         } },
//     ];
//
// Each scene is shown in every look it asks for: two languages, two themes, phone and desk (all eight by
// default), each time by somebody with a fresh browser. The picture is build/screenshots/FILE/NAME-fa-dark-phone.png.
// A scene that takes long to reach (a finished game, say) can be made once: put it in `prepare`, which runs
// once for all looks and whose answer `show` gets as `made`; several people may look at one public table.
import type { Page } from 'playwright-core';
import { botsPlay, Person, playSome, type Look, type Server } from '$tests/browser/world';

export type Wish = {
  game: string;
  seats: string; // "me skilled novice": me, or the level of a bot; "friend" and "open" wait for somebody
  options?: Record<string, string>;
  random?: number; // another number, another share in the shuffle, another deal
  public?: boolean;
  clock?: Record<string, unknown>;
};

export type Stage<Made> = {
  person: Person;
  page: Page;
  look: Required<Pick<Look, 'language' | 'size' | 'theme'>>;
  made: Made;
  table: (wish: Wish) => Promise<{ table: string; key: string }>;
};

export type Scene<Made = unknown> = {
  name: string;
  looks?: (look: Stage<Made>['look']) => boolean; // which looks; all if absent
  motion?: boolean;
  sizes?: boolean; // at every size, too
  full?: boolean; // the whole page, not only what the screen shows
  prepare?: (server: Server) => Promise<Made>;
  show: (stage: Stage<Made>) => Promise<void>;
};

/* For scenes with a prepared thing: keeps its type. */
export const scene = <Made>(one: Scene<Made>): Scene => one as Scene;

const seatsOf = (text: string) => text.split(' ').map((word) => (word === 'me' || word === 'friend' || word === 'open' ? { kind: word } : { kind: 'bot', level: word }));

/* A table made without the form, by somebody who has a page open. */
export async function setTable(person: Person, wish: Wish): Promise<{ table: string; key: string }> {
  const seats = seatsOf(wish.seats);
  return person.post('tables', {
    game: wish.game,
    players: seats.length,
    options: wish.options ?? {},
    seats,
    clock: wish.clock ?? { kind: 'none' },
    public: wish.public ?? false,
    hints: true,
    quick: true,
    random: (wish.random ?? 7).toString(16).padStart(64, '0'),
  });
}

/* A game that bots have played to the end: I sit down, and leave my seat to one. */
export async function playedOut(server: Server, wish: Wish): Promise<string> {
  const person = await Person.arrive(server);
  const { table } = await setTable(person, { public: true, ...wish });
  await person.go('/settings');
  await botsPlay(person.page, table);
  await person.context.close();
  return table;
}

export type BoardWish = { game: string; few: string; many: string; middle: number; options?: Record<string, string> };

/* What every board has to show: the first turn, the middle for few and for many, a guide, the past, the end, the rules. */
export function boardScenes({ game, few, many, middle, options = {} }: BoardWish): Scene[] {
  const name = (what: string) => `${game}-${what}`;
  return [
    { name: name('begin'), sizes: true, show: async ({ page, table }) => void (await table({ game, seats: few, options }), await page.waitForSelector('[data-status="act"], [data-status="quiet"]')) },
    { name: name('middle'), sizes: true, show: async ({ page, table }) => playSome(page, (await table({ game, seats: few, options })).table, middle) },
    { name: name('many'), sizes: true, show: async ({ page, table }) => playSome(page, (await table({ game, seats: many, options })).table, 2 * middle) },
    { name: name('guide'), show: async ({ person, page }) => void (await person.go(`/learn/${game}`), await page.locator('[data-guide]').waitFor()) },
    scene({
      name: name('end'),
      sizes: true,
      prepare: (server) => playedOut(server, { game, seats: few, options }),
      show: async ({ person, page, made }) => void (await person.go(`/t/${made}`), await page.waitForSelector('[data-end]')),
    }),
    scene({
      name: name('replay'),
      prepare: (server) => playedOut(server, { game, seats: many, options }),
      show: async ({ person, page, made }) => void (await person.go(`/g/${made}#${middle}`), await page.waitForSelector('[data-board]')),
    }),
    { name: name('rules'), full: true, looks: ({ theme }) => theme === 'light', show: async ({ person, page }) => void (await person.go(`/rules/${game}`), await page.locator('article h1').waitFor()) },
  ];
}
