// The games that have a board. A folder is its own registration: games/*/web/index.ts is all there is to it.
import type { GamePage, GameRules, GameTable, GameWords } from './board';

const folders = import.meta.glob<{ default: readonly GamePage[] }>('../../games/*/web/index.ts', { eager: true });

const pages = new Map<string, GamePage>();
for (const folder of Object.values(folders)) for (const page of folder.default) pages.set(page.id, page);

export const gamePage = (id: string): GamePage | undefined => pages.get(id);

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
