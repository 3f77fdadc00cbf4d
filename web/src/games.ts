// SPDX-License-Identifier: MIT
// The games that have a board. A folder is its own registration: games/*/web/index.ts is all there is to it,
// and games/*/web/guide.ts for a first game with a guide.
import type { GamePage, GameRules, GameTable, GameWords } from './board';
import type { GameGuide } from './guide';

const folders = import.meta.glob<{ default: readonly GamePage[] }>('$games/*/web/index.ts', { eager: true });
const guides = import.meta.glob<{ guides: Readonly<Record<string, GameGuide>> }>('$games/*/web/guide.ts');

const pages = new Map<string, GamePage>();
const homes = new Map<string, string>(); // the folder of a game
for (const [path, folder] of Object.entries(folders))
  for (const page of folder.default) {
    pages.set(page.id, page);
    homes.set(page.id, path.replace(/index\.ts$/, ''));
  }

export const gamePage = (id: string): GamePage | undefined => pages.get(id);

/* The games that have a board, short ones first: a folder cannot say before whom it wants to stand. */
export const playable = <T extends { game: string }>(games: readonly T[]): T[] =>
  games.filter(({ game }) => pages.has(game)).sort((a, b) => (pages.get(a.game)?.minutes ?? 0) - (pages.get(b.game)?.minutes ?? 0));

/* Loaded once, and asked for again if the network failed. */
function once<T>(load: (page: GamePage) => Promise<T>): (id: string) => Promise<T> {
  const loading = new Map<string, Promise<T>>();
  return (id) => {
    const page = pages.get(id);
    if (page === undefined) return Promise.reject(new Error(`no board for ${id}`));
    let promise = loading.get(id);
    if (promise === undefined) {
      promise = load(page);
      promise.catch(() => loading.delete(id));
      loading.set(id, promise);
    }
    return promise;
  };
}

export const gameTable: (id: string) => Promise<GameTable> = once((page) => page.table());
export const gameWords: (id: string) => Promise<GameWords> = once((page) => page.words());
export const gameRules: (id: string) => Promise<GameRules> = once((page) => page.rules());

const guideOf = (id: string) => guides[`${homes.get(id) ?? ''}guide.ts`];
export const hasGuide = (id: string): boolean => guideOf(id) !== undefined;
export const gameGuide: (id: string) => Promise<GameGuide | undefined> = once(async (page) => (await guideOf(page.id)?.())?.guides[page.id]);
