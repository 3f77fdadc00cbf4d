// SPDX-License-Identifier: MIT
// Small pictures of what each card pays for.
import { isTile, LETTERS } from './look';
import type { Gold, Ground, Tile } from './view';

export type Cell = { ground: Ground; seat?: number; tile?: Tile; mark?: 'paid' | 'legal' };

/* "G D1 D2 W L:farm X": letters of the maps, a settlement of a seat after it, a location's tile; ! is ringed, ? can be chosen. */
export const strip = (text: string): Cell[] =>
  text.split(' ').map((word) => {
    const [, letter = 'G', seat, tile, mark] = /^([A-Z])(\d)?(?::(\w+))?([!?])?$/.exec(word) ?? [];
    return {
      ground: LETTERS[letter] ?? 'grass',
      ...(seat !== undefined && { seat: Number(seat) }),
      ...(tile !== undefined && isTile(tile) && { tile }),
      ...(mark !== undefined && { mark: mark === '!' ? 'paid' : 'legal' }),
    };
  });

export const SCENES: Record<Gold, readonly string[]> = {
  fishermen: ['F G D W W D G', 'G D D1 W W G1 T', 'F G D D W T T'],
  merchants: ['G D F G T T G', 'L:farm D1 F1 G1 X T G', 'D D F G G T T'],
  discoverers: ['G G1 D D F F T', 'D D F F1 G T T', 'G D D1 C C T T'],
  hermits: ['G G D D F F T', 'D1 D F1 F G T1 T', 'G D D C C T T'],
  citizens: ['G G1 D1 D F F T', 'D D1 F1 F1 G T T', 'G D D C C T T'],
  miners: ['F F M M C C D', 'F C1 M C1 C D D', 'G C C M C1 D D'],
  workers: ['D C T T G X D', 'C1 L:tavern T1 T G1 D D', 'D C T F G D D'],
  knights: ['F F D D G G D', 'F1 F1 D1 D1 G G D', 'G F D D G G D'],
  lords: ['G G D D F F T', 'D1 D1 F1 F2 G T2 T', 'G D D C C T T'],
  farmers: ['G G D D F F T', 'D1 D F F1 G T1 T', 'G D1 D C C T T'],
  castles: ['G G T T F F D', 'G T1 X F1 F D D', 'G T T F F D D'],
};

/* The same for the rules, with rings around what pays or can be chosen. */
export const FIGURES: Readonly<Record<string, readonly string[]>> = {
  obligation: ['G C? C? F F W W', 'G C1 C? F W D D', 'G C? C? F W C C', 'G G F F W C C'],
  location: ['D D T T G G G', 'D F L:farm G1! G G C', 'D F F G G C C'],
  tavern: ['D D T T G G G', 'D? F1 F1 T1 G? G C', 'D F F G G C C'],
  paddock: ['D D? C T? G G G', 'D D W T G G G', 'D? F C1 M G? G C', 'D F W G G C C', 'F F? G G? C C C'],
  castles: ['G G T T F F D', 'G T1! X F1 F D D', 'G T T F F X D', 'G G T F F1! F D'],
  fishermen: ['F G D W W D G', 'G D1 D1! W W2 G1! T', 'F G D D W T1! T'],
  merchants: ['G D F G T T G', 'L:farm! D1 F1 G1 X! T G', 'D D F G G1 T T', 'D D F G L:farm! T T'],
  discoverers: ['G G1! D D F F T', 'D D F F1! G T1! T', 'G D D1! C C T T'],
  hermits: ['G G D D F F T', 'D1! D F1! F1! G T1! T', 'G D D C C T T'],
  citizens: ['G G1! D1! D F F T', 'D D1! F1! F1! G T1 T', 'G D D C C1! T T'],
  miners: ['F F M M C C D', 'F C1! M C1! C D1 D', 'G C C M C1! D D'],
  workers: ['D C1! T T G X D', 'C1! L:tavern T1! T G1! D D', 'D C T F1 G D D'],
  knights: ['F F1 D D1 G G D', 'F1! F1! D1! D1! G G D', 'G F D D1 G G D'],
  lords: ['G G D1 D F F T', 'D1 D1 F1 F2 G T2 T', 'G D D C C3 T T'],
  farmers: ['G G D D F F T', 'D D F F1! G T1! T', 'G D D C C T T'],
};
