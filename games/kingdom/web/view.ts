// SPDX-License-Identifier: MIT
// What a view of Kingdom Builder holds: its types come from the field table (view-types.ts). look.ts finds things in it and
// says where they are drawn.
import type { Board, Card, Player, Terrain, Tile } from './view-types';

export type { Board, Card, Outcome, Owned, Paid, Player, Terrain, Tile } from './view-types';

export const TERRAINS = ['grass', 'canyon', 'desert', 'flower', 'forest'] as const satisfies readonly Terrain[];
export const GROUNDS = [...TERRAINS, 'water', 'mountain', 'location', 'castle'] as const;
export const TILES = ['oracle', 'farm', 'tavern', 'tower', 'harbor', 'paddock', 'barn', 'oasis'] as const satisfies readonly Tile[];
export const CARDS = ['fishermen', 'merchants', 'discoverers', 'hermits', 'citizens', 'miners', 'workers', 'knights', 'lords', 'farmers'] as const satisfies readonly Card[];
export type Ground = (typeof GROUNDS)[number];
export type Gold = keyof Player['gold']; // a line of the score sheet

declare module '$web/wire' {
  interface Boards {
    'kingdom-builder': Board;
  }
}
