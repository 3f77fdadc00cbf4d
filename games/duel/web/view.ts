// What a view of 7 Wonders Duel holds (games/duel/view.c), and how to find things in it. Prices, points and
// what an action would change come with the view; nothing of that is worked out here.

export const RESOURCES = ['wood', 'clay', 'stone', 'glass', 'papyrus'] as const;
export const KINDS = ['brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple'] as const;
export const SYMBOLS = ['globe', 'wheel', 'sundial', 'mortar', 'pendulum', 'inkwell', 'law'] as const;
export const LINES = ['military', 'blue', 'green', 'yellow', 'guilds', 'wonders', 'progress', 'coins'] as const;
export type Resource = (typeof RESOURCES)[number];
export type Kind = (typeof KINDS)[number];
export type Symbol = (typeof SYMBOLS)[number];
export type ScoreLine = (typeof LINES)[number];
/* What a card may count. */
export type Item = Kind | 'brown_grey' | 'wonder' | 'coin_triple';

export type Cost = Partial<Record<Resource | 'coins', number>>;

/* What is printed on a card or a wonder; what it does not have is left out. */
type Printed = {
  key: string;
  cost: Cost;
  points?: number;
  shields?: number;
  makes?: Partial<Record<Resource, number>>;
  choice?: Resource[];
  trade?: Resource[];
  coins?: number;
};

export type Card = Printed & {
  age: number;
  colour: Kind;
  symbol?: Symbol;
  counts?: { item: Item; most: boolean; coins?: number; points?: number };
  chain_from?: { card: string; sign: string };
  chain_to?: string;
};

export type Wonder = Printed & {
  plunder?: number;
  destroys?: 'brown' | 'grey';
  special?: 'library' | 'revive';
  again: boolean;
};

export type Unit = { resource: Resource; from?: string; coins?: number };

/* What an action costs a seat and what it would change, tried by the server. */
export type Price = {
  coins: number;
  traded: number;
  enough: boolean;
  chain: boolean;
  units: Unit[];
  pawn?: number;
  points?: number;
  gain?: number;
  rival_gain?: number;
  symbols?: number;
  pair?: boolean;
  wins?: boolean;
};

export type Held = Wonder & { state: 'open' | 'raised' | 'gone'; tucked?: Card; price?: Price };

export type Slot = {
  row: number;
  column: number;
  there: boolean;
  face_up?: boolean;
  guild?: boolean;
  open?: boolean;
  covered_by?: number[];
  card?: Card;
  uncovers?: number[];
  turns_up?: number[];
  prices?: Price[];
};

export type Space = {
  position: number;
  zone: number;
  points: number;
  side: number | null;
  capital: boolean;
  loot?: number;
  looted?: boolean;
};

export type Token = { key: string; points?: number; coins?: number; symbol?: Symbol; owner?: number | null };

export type Player = {
  coins: number;
  discard_income: number;
  score: Record<ScoreLine, number>;
  resources: Record<Resource, { made: number; price: number }>;
  choice_brown: number;
  choice_grey: number;
  symbols: Record<Symbol, number>;
  different_symbols: number;
  tokens: Token[];
  wonders: Held[];
  city: Record<Kind, Card[]>;
};

export type Phase = 'draft' | 'play' | 'destroy' | 'library' | 'revive' | 'token' | 'start' | 'over';

export type Board = {
  phase: Phase;
  age: number;
  first: number;
  active: number;
  again: boolean;
  group?: number;
  picked?: number;
  order?: number[];
  offer?: Wonder[];
  cards_left: number;
  layout: Slot[];
  pawn: number;
  track: Space[];
  progress: Token[];
  box: Token[];
  drawn: Token[];
  discard: Card[];
  seats: Player[];
};

/* The server built it; only this folder knows its shape. */
export const boardOf = (board: unknown): Board => board as Board;

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
  | { what: 'choice' | 'trade'; resources: readonly Resource[] }
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
  if (thing.trade) out.push({ what: 'trade', resources: thing.trade });
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

/* Icons of a cost, one for each unit. */
export function unitsOf(cost: Cost): Resource[] {
  return RESOURCES.flatMap((resource) => Array.from({ length: cost[resource] ?? 0 }, () => resource));
}

/* --- the conflict track, seen by somebody who sits at its lower end --- */

export type Zone = { at: number; length: number; points: number; side: number | null; capital: boolean; loot: number; looted: boolean };

/* Which seat has the half of the positive positions? */
const upperSide = (board: Board): number => board.track.find((space) => space.position > 0)?.side ?? 1;

/* Place on the track from the far end: 0 is the capital of the other, 18 that of `near`. */
export function placeOnTrack(board: Board, near: number, pawn: number): number {
  const half = Math.floor(board.track.length / 2);
  return upperSide(board) === near ? half + pawn : half - pawn;
}

export function zonesOf(board: Board, near: number): Zone[] {
  const spaces = upperSide(board) === near ? board.track : [...board.track].reverse();
  const zones: (Zone & { zone: number })[] = [];
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

/* The last row that still holds a card: rows below it give their place back. */
export const rowsLeft = (layout: readonly Slot[]): number => Math.max(1, ...layout.filter((slot) => slot.there).map((slot) => slot.row));
