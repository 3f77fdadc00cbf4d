// SPDX-License-Identifier: MIT
// What a view of Splendor holds: its types come from the field table (view-types.ts). look.ts finds things in it.
import type { Board, Colour, Purse } from './view-types';

export type { Board, Card, Colour, Gems, Noble, Player, Price, Purse, Reserved } from './view-types';

export const COLOURS = ['w', 'u', 'g', 'r', 'k'] as const satisfies readonly Colour[];
export const TOKENS = [...COLOURS, 'o'] as const;
export type Token = keyof Purse;

declare module '$web/wire' {
  interface Boards {
    splendor: Board;
  }
}
