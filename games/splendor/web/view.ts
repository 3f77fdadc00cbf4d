// What a view of Splendor holds (games/splendor/view.c): types alone. look.ts finds things in it.

export const COLOURS = ['w', 'u', 'g', 'r', 'k'] as const;
export const TOKENS = ['w', 'u', 'g', 'r', 'k', 'o'] as const;
export type Colour = (typeof COLOURS)[number];
export type Token = (typeof TOKENS)[number];
export type Gems = Record<Colour, number>;
export type Purse = Record<Token, number>;

export type Card = { id: string; level: number; bonus: Colour; points: number; cost: Gems };
export type Noble = { id: string; points: number; need: Gems; owner: number | null };
export type Reserved = { level: number; blind: boolean; card?: Card };

/* What a card costs a player now, with gold for what the tokens lack, and what would be had with it. */
export type Price = { pay: Purse; lack: Colour[]; missing: number; points: number; bonus: number };

export type Player = {
  tokens: Purse;
  bonus: Gems;
  points: number;
  cards: Card[];
  reserved: Reserved[];
  to_nobles: number[]; // bonuses that each noble still asks for
  prices?: Record<string, Price>; // by card, for its owner alone
};

export type Board = {
  phase: 'act' | 'return' | 'noble' | 'over';
  start: number;
  last_round: boolean;
  idle: number;
  bank: Purse;
  market: (Card | null)[][]; // by level, from 1
  decks: number[];
  nobles: Noble[];
  seats: Player[];
  round: number;
  target: number; // points that bring the last round
  token_limit: number;
  reserve_limit: number;
  reserve_gold: boolean; // a gold comes with a reserved card
};

declare module '$web/wire' {
  interface Boards {
    splendor: Board;
  }
}
