// SPDX-License-Identifier: MIT
// Finding things in a view of Splendor, and how they are drawn. Nothing that a rule says is worked out here.
import { boardReader } from '$web/wire';
import type { Board, Card, Purse } from './view';
import { isBoard } from './view-types';

export const boardOf = boardReader(isBoard, 'splendor');

export const sum = (gems: Partial<Purse>): number => Object.values(gems).reduce((a, b) => a + b, 0);

/* A card by its id, wherever it lies open: log lines name cards that have long left the market. */
export function findCard(board: Board, id: string): Card | undefined {
  for (const row of board.market) for (const card of row) if (card?.id === id) return card;
  for (const seat of board.seats) {
    for (const card of seat.cards) if (card.id === id) return card;
    for (const { card } of seat.reserved) if (card?.id === id) return card;
  }
  return undefined;
}

const SCENES = ['mine', 'road', 'craft'] as const;
const numberOf = (id: string): number => Number(id.slice(id.indexOf('-') + 1));

/* Four drawings for each level, every second time mirrored: no two neighbours of a colour look alike. */
export function sceneOf(card: Card): { symbol: string; mirrored: boolean } {
  const n = numberOf(card.id) - 1;
  const scene = SCENES[card.level - 1] ?? 'mine';
  return { symbol: `splendor-${scene}-${'abcd'.charAt(n % 4)}`, mirrored: Math.floor(n / 4) % 2 === 1 };
}

/* Six faces and six dresses make ten different nobles. */
export function portraitOf(id: string): { symbol: string; dress: number } {
  const n = numberOf(id) - 1;
  return { symbol: `splendor-noble-${'acbfde'.charAt(n % 6)}`, dress: (n * 5 + Math.floor(n / 6)) % 6 };
}
