// What a view of 7 Wonders Duel holds (games/duel/view.c): types alone. look.ts finds things in it.

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
export type Printed = {
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
  trade_price?: number; // of what it trades
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
  loots?: number[]; // zones of the track whose loot would be taken
  missing: number; // coins
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
  wonders_each: number;
  symbols_to_win: number;
};

declare module '$web/wire' {
  interface Boards {
    'seven-wonders-duel': Board;
  }
}
