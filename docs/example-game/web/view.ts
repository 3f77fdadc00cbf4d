// SPDX-License-Identifier: MIT
// What a view of Golestan holds: its types and checks are made from the field table. look.ts finds things in it.
import type { Board, Kind } from './view-types';

export type { Board, Kind, Plant, Player } from './view-types';

export const KINDS = ['rose', 'tulip', 'cypress', 'pomegranate'] as const satisfies readonly Kind[];

declare module '$web/wire' {
  interface Boards {
    golestan: Board;
  }
}
