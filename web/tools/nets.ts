// SPDX-License-Identifier: MIT
// The module virtual:nets: what the first bytes of every net say (docs/training.md has the format), and where it will lie.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { folder } from '../aliases.ts';

const NAME = 'virtual:nets';
const GAME = { at: 8, size: 24 };
const PLAYERS = 34;

function row(path: string, i: number): string {
  const head = readFileSync(path).subarray(0, 64);
  const game = head.subarray(GAME.at, GAME.at + GAME.size).toString('latin1').replace(/\0.*$/s, '');
  return `{ name: ${JSON.stringify(basename(path, '.net'))}, game: ${JSON.stringify(game)}, players: ${head.readUInt16LE(PLAYERS)}, url: url${i} }`;
}

function found(): string[] {
  const games = folder('../games');
  return readdirSync(games)
    .map((game) => join(games, game, 'nets'))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((path) => path.endsWith('.net'))
    .sort();
}

/* As tools/page.sh packed it for the program, which no other packing makes smaller; without that as it is. */
function packed(path: string): string {
  const pack = join(folder('../build/nets'), `${basename(path, '.net')}.pack`);
  return existsSync(pack) ? pack : path;
}

export function nets(): Plugin {
  return {
    name: 'takht-nets',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const paths = found();
      return [...paths.map((path, i) => `import url${i} from ${JSON.stringify(`${packed(path)}?url`)};`), `export default [${paths.map(row).join(', ')}];`].join('\n');
    },
  };
}
