// SPDX-License-Identifier: MIT
// Finding things in a view of 7 Wonders Duel, and how they are drawn. Prices, points and what an action would change come
// with the view; nothing of that is worked out here.
import { boardReader } from '$web/wire';
import { KINDS, RESOURCES, type Board, type Card, type Cost, type Item, type Player, type Printed, type Resource, type Slot, type Symbol, type Wonder } from './view';
import { isBoard } from './view-types';

export const boardOf = boardReader(isBoard, 'seven-wonders-duel');

export const cityOf = (player: Player): Card[] => KINDS.flatMap((kind) => player.city[kind]);

/* A card by its key, wherever it lies open. */
export function findCard(board: Board, key: string): Card | undefined {
  for (const { card } of board.layout) if (card?.key === key) return card;
  for (const seat of board.seats) {
    for (const card of cityOf(seat)) if (card.key === key) return card;
    for (const { tucked } of seat.wonders) if (tucked?.key === key) return tucked;
  }
  return board.discard.find((card) => card.key === key);
}

export const slotOf = (board: Board, key: string): number => board.layout.findIndex((slot) => slot.there && slot.card?.key === key);

/* --- effects, in the order in which they are drawn --- */

export type Effect =
  | { what: 'symbol'; symbol: Symbol }
  | { what: 'shields' | 'points' | 'coins' | 'plunder'; n: number }
  | { what: 'makes'; resource: Resource; n: number }
  | { what: 'choice'; resources: readonly Resource[] }
  | { what: 'trade'; resources: readonly Resource[]; price: number }
  | { what: 'counts'; item: Item; most: boolean; coins: number; points: number }
  | { what: 'destroys'; kind: 'brown' | 'grey' }
  | { what: 'library' | 'revive' | 'again' };

export function effectsOf(thing: Printed & Partial<Omit<Card, keyof Printed>> & Partial<Omit<Wonder, keyof Printed>>): Effect[] {
  const out: Effect[] = [];
  for (const resource of RESOURCES) {
    const n = thing.makes?.[resource] ?? 0;
    if (n > 0) out.push({ what: 'makes', resource, n });
  }
  if (thing.choice) out.push({ what: 'choice', resources: thing.choice });
  if (thing.trade) out.push({ what: 'trade', resources: thing.trade, price: thing.trade_price ?? 0 });
  if (thing.symbol) out.push({ what: 'symbol', symbol: thing.symbol });
  if (thing.shields) out.push({ what: 'shields', n: thing.shields });
  if (thing.coins) out.push({ what: 'coins', n: thing.coins });
  if (thing.plunder) out.push({ what: 'plunder', n: thing.plunder });
  if (thing.destroys) out.push({ what: 'destroys', kind: thing.destroys });
  if (thing.special) out.push({ what: thing.special });
  if (thing.again) out.push({ what: 'again' });
  if (thing.counts) out.push({ what: 'counts', item: thing.counts.item, most: thing.counts.most, coins: thing.counts.coins ?? 0, points: thing.counts.points ?? 0 });
  if (thing.points) out.push({ what: 'points', n: thing.points });
  return out;
}

/* How wide the effects are in a row, in widths of an icon: a number on a disc is wider, a choice is written small with strokes between. */
export function widthOf(effects: readonly Effect[]): number {
  const gap = 0.1;
  const wide = (effect: Effect): number => {
    switch (effect.what) {
      case 'points':
      case 'coins':
      case 'plunder':
        return 1.18;
      case 'shields':
      case 'makes':
        return effect.n * (1 + gap) - gap;
      case 'choice':
        return effect.resources.length * 1.2 - 0.36;
      case 'trade':
        return effect.resources.length * 0.84 + 1.28;
      case 'counts':
        return 4;
      default:
        return 1;
    }
  };
  return effects.reduce((sum, effect) => sum + wide(effect) + gap, -gap);
}

/* Icons of a cost, one for each unit. */
export function unitsOf(cost: Cost): Resource[] {
  return RESOURCES.flatMap((resource) => Array.from({ length: cost[resource] ?? 0 }, () => resource));
}

/* --- the conflict track, seen by somebody who sits at its lower end --- */

export type Track = Pick<Board, 'pawn' | 'track'>;

export type Zone = { zone: number; at: number; length: number; points: number; side: number | null; capital: boolean; loot: number; looted: boolean };

/* Which seat has the half of the positive positions? */
const upperSide = (board: Track): number => board.track.find((space) => space.position > 0)?.side ?? 1;

/* Place on the track from the far end: 0 is the capital of the other, 18 that of `near`. */
export function placeOnTrack(board: Track, near: number, pawn: number): number {
  const half = Math.floor(board.track.length / 2);
  return upperSide(board) === near ? half + pawn : half - pawn;
}

export function zonesOf(board: Track, near: number): Zone[] {
  const spaces = upperSide(board) === near ? board.track : [...board.track].reverse();
  const zones: Zone[] = [];
  spaces.forEach((space, at) => {
    const before = zones.at(-1);
    if (before?.zone === space.zone) before.length++;
    else
      zones.push({
        zone: space.zone,
        at,
        length: 1,
        points: space.points,
        side: space.side,
        capital: space.capital,
        loot: space.loot ?? 0,
        looted: space.looted ?? false,
      });
  });
  return zones;
}

/* The last row that still holds a card, or held the last one: rows below it give their place back. */
export const rowsLeft = (layout: readonly Slot[], gap?: number): number => Math.max(1, ...layout.filter((slot, i) => slot.there || i === gap).map((slot) => slot.row));

/* The first half column in which anything is left (or the last card lay), and how many there are from it to the last; never fewer than
   `fewest`, or the cards would grow too large. */
export function columnsLeft(layout: readonly Slot[], gap: number | undefined, fewest: number): { first: number; across: number } {
  const left = layout.filter((slot, i) => slot.there || i === gap).map((slot) => slot.column);
  if (left.length === 0) return { first: 1, across: fewest };
  const [first, last] = [Math.min(...left), Math.max(...left)];
  const across = Math.max(last - first, fewest);
  return { first: (first + last - across) / 2, across };
}

/* --- who is near a sudden victory --- */

/* So few steps from a capital, or so few symbols from the last, the page says so. */
export const NEAR = 3;

export type Near = {
  what: 'symbols' | 'war';
  n: number; // symbols that the seat has, or steps that are left
  open: readonly Card[]; // what can be taken now and helps
  covered: readonly Card[]; // what lies in sight and helps
  wins: boolean; // one of the open cards, or a wonder, would end the game at once
};

const stepsLeft = (board: Board, seat: number): number => {
  const capital = board.track.find((space) => space.capital && space.side !== seat)?.position ?? 0;
  return Math.abs(capital - board.pawn);
};

function near(board: Board, seat: number, what: Near['what'], n: number, helps: (card: Card) => boolean): Near {
  const slots = board.layout.filter(({ there, card }) => there && card !== undefined && helps(card));
  const cards = (open: boolean) => slots.filter((slot) => (slot.open ?? false) === open).flatMap(({ card }) => card ?? []);
  const prices = [...slots.map((slot) => slot.prices?.[seat]), ...(what === 'war' ? (board.seats[seat]?.wonders.map(({ price }) => price) ?? []) : [])];
  return { what, n, open: cards(true), covered: cards(false), wins: prices.some((price) => price?.enough && price.wins) };
}

/* What the others have to watch in this city. */
export function nearOf(board: Board, seat: number): Near[] {
  const player = board.seats[seat];
  if (player === undefined || board.phase === 'draft' || board.phase === 'over') return [];
  const out: Near[] = [];
  if (player.different_symbols >= board.symbols_to_win - 1)
    out.push(near(board, seat, 'symbols', player.different_symbols, ({ symbol }) => symbol !== undefined && player.symbols[symbol] === 0));
  const steps = stepsLeft(board, seat);
  if (steps <= NEAR) out.push(near(board, seat, 'war', steps, ({ shields = 0 }) => shields > 0));
  return out;
}

/* Places of open cards that would help one of these seats to such a victory. */
export function helpsOf(board: Board, seats: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const seat of seats)
    for (const { open } of nearOf(board, seat)) for (const card of open) places.set(slotOf(board, card.key), seat);
  return places;
}
