// Pictures of pages: make screenshots. Every file GAME.ts in this folder that exports `scenes` is taken:
// a new game adds its file, and nothing else. For one file: make screenshots ONLY=GAME.
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
import { Person, type Look, type Server } from '../browser/world';

export type Wish = {
  game: string;
  seats: string; // "me skilled novice": me, or the level of a bot; "friend" and "open" wait for somebody
  options?: Record<string, string>;
  random?: number; // another number, another share in the shuffle (the server's secret still differs)
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
  await person.go('/settings');
  const { table } = await setTable(person, { public: true, ...wish });
  await person.go(`/t/${table}`);
  await person.page.waitForSelector('[data-board]');
  await person.page.keyboard.press('m');
  await person.page.locator('dialog').getByText('Leave my seat to a bot').click();
  await person.page.waitForSelector('[data-status="over"]', { timeout: 120_000 });
  await person.context.close();
  return table;
}
