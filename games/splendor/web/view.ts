// Sums over a view of Splendor for showing; its types come from the field table (view-types.ts). What may be done is never
// worked out here: it comes with the legal list.
import { checked } from '../../../web/src/shape';
import { isBoard, isColour, type Board, type Card, type Colour, type Noble, type Player, type Purse } from './view-types';

export type { Board, Card, Colour, Gems, Noble, Player, Purse, Reserved } from './view-types';

export const COLOURS = ['w', 'u', 'g', 'r', 'k'] as const satisfies readonly Colour[];
export const TOKENS = [...COLOURS, 'o'] as const;
export type Token = keyof Purse;

export const boardOf = checked(isBoard);

export const sum = (gems: Partial<Purse>): number => Object.values(gems).reduce((a, b) => a + b, 0);

/* What a card costs this player now: tokens and gold to pay, and what would still be missing. */
export type Price = { pay: Purse; lack: Colour[]; missing: number };

export function priceOf(card: Card, player: Player): Price {
  const pay: Purse = { w: 0, u: 0, g: 0, r: 0, k: 0, o: 0 };
  const lack: Colour[] = [];
  let open = 0;
  for (const colour of COLOURS) {
    const net = Math.max(0, card.cost[colour] - player.bonus[colour]);
    pay[colour] = Math.min(net, player.tokens[colour]);
    if (net > pay[colour]) lack.push(colour);
    open += net - pay[colour];
  }
  pay.o = Math.min(open, player.tokens.o);
  return { pay, lack, missing: open - pay.o };
}

/* "buy s1-08 keep wu": the tokens named stay, and gold is paid instead. */
export function paymentOf(move: string, price: Price): Purse {
  const pay = { ...price.pay };
  for (const kept of / keep (\w+)$/.exec(move)?.[1] ?? '') {
    if (!isColour(kept)) continue;
    pay[kept] -= 1;
    pay.o += 1;
  }
  return pay;
}

/* Bonuses that a noble still asks of this player. */
export function lacking(noble: Noble, player: Player): number {
  return COLOURS.reduce((n, colour) => n + Math.max(0, noble.need[colour] - player.bonus[colour]), 0);
}

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
