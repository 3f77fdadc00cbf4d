// SPDX-License-Identifier: MIT
// What a view of Queendomino, Royal Wedding and Kingdomino holds: its types come from the field table (view-types.ts). look.ts
// finds things in it and has the geometry for showing it.
import type { Board, Kingdom, Terrain } from './view-types';

export type { Board, Box, Building, Cell, Domino, Extent, InLine, InTurn, Join, Kingdom, Land, Outcome, Phase, Slot, Square, Step, Terrain } from './view-types';

export const TERRAINS = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town'] as const satisfies readonly Terrain[];
export type Part = keyof Kingdom['score'];

declare module '$web/wire' {
  interface Boards {
    queendomino: Board;
    'royal-wedding': Board;
    kingdomino: Board;
  }
}
