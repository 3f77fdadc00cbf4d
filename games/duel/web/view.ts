// SPDX-License-Identifier: MIT
// What a view of 7 Wonders Duel holds: its types come from the field table (view-types.ts). look.ts finds things in it.
import type { Board, Card, Kind, Player, Resource, Symbol, TokenFace, Wonder } from './view-types';

export type { Board, Card, Cost, Held, Item, Kind, Phase, Player, Price, Resource, Slot, Space, Symbol, Unit, Wonder } from './view-types';

export const RESOURCES = ['wood', 'clay', 'stone', 'glass', 'papyrus'] as const satisfies readonly Resource[];
export const KINDS = ['brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple'] as const satisfies readonly Kind[];
export const SYMBOLS = ['globe', 'wheel', 'sundial', 'mortar', 'pendulum', 'inkwell', 'law'] as const satisfies readonly Symbol[];
export type ScoreLine = keyof Player['score'];
export const LINES = ['military', 'blue', 'green', 'yellow', 'guilds', 'wonders', 'progress', 'coins'] as const satisfies readonly ScoreLine[];

/* What is printed on a card and on a wonder alike; what a thing does not have is left out. */
export type Printed = Pick<Card & Wonder, keyof Card & keyof Wonder>;

/* A progress token, where it lies with its owner, and among those of a seat without. */
export type Token = TokenFace & { owner?: number | null };

declare module '$web/wire' {
  interface Boards {
    'seven-wonders-duel': Board;
  }
}
