// SPDX-License-Identifier: MIT
// A whole turn in few signs: what was built where, which tile did what, which tiles were won and lost.
import { wordsOf } from '$web/phrases';
import type { Line } from '$web/protocol';
import { groundAt, hexOf, isTile } from './look';
import type { Board, Ground, Tile } from './view';

/* One sign with the hexes that belong to it; `to` is where a settlement was moved. */
export type Deed = { plies: number[]; ground?: Ground; tile?: Tile; what: 'build' | 'use' | 'move' | 'gain' | 'lose'; hexes: string[]; to?: string };

function tilesOf(line: Line, key: 'event.gain' | 'event.lose', plies: number[]): Deed[] {
  const words = (line.say ?? []).filter((phrase) => phrase.key === key).flatMap((phrase) => wordsOf(phrase, 'tile'));
  return words.flatMap(({ word }): Deed[] => {
    const tile = word.replace('tile.', '');
    return isTile(tile) ? [{ plies, tile, what: key === 'event.gain' ? 'gain' : 'lose', hexes: [] }] : [];
  });
}

export function deedsOf(board: Pick<Board, 'map'>, turn: readonly Line[]): Deed[] {
  const deeds: Deed[] = [];
  for (const line of turn) {
    const [verb = '', first = '', second = ''] = (line.move ?? '').split(' ');
    const plies = line.ply === undefined ? [] : [line.ply];
    const last = deeds.findLast((deed) => deed.what !== 'gain' && deed.what !== 'lose');
    if (verb === 'build') {
      const ground = groundAt(board, hexOf(first));
      if (last?.what === 'build' && last.ground === ground) {
        last.hexes.push(first);
        last.plies.push(...plies);
      } else deeds.push({ plies, ground, what: 'build', hexes: [first] });
    } else if (verb === 'use' && isTile(first)) deeds.push({ plies, tile: first, what: 'use', hexes: [second] });
    else if (verb === 'to' && last?.what === 'use') {
      last.what = 'move';
      last.to = first;
      last.plies.push(...plies);
    }
    deeds.push(...tilesOf(line, 'event.gain', plies), ...tilesOf(line, 'event.lose', plies));
  }
  return deeds;
}
