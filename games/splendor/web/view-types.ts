// SPDX-License-Identifier: MIT
// What a view of splendor holds, made from its field table by tools/views: make tables.
import { boolean, integer, list, nullable, object, oneOf, string, values, type Check } from '$web/shape';

export type Phase = 'act' | 'return' | 'noble' | 'over';
export const isPhase: Check<Phase> = oneOf('act', 'return', 'noble', 'over');

export type Purse = {
  w: number;
  u: number;
  g: number;
  r: number;
  k: number;
  o: number;
};
export const isPurse: Check<Purse> = object({ w: integer, u: integer, g: integer, r: integer, k: integer, o: integer });

export type Colour = 'w' | 'u' | 'g' | 'r' | 'k';
export const isColour: Check<Colour> = oneOf('w', 'u', 'g', 'r', 'k');

export type Gems = {
  w: number;
  u: number;
  g: number;
  r: number;
  k: number;
};
export const isGems: Check<Gems> = object({ w: integer, u: integer, g: integer, r: integer, k: integer });

export type Card = {
  id: string;
  level: number;
  bonus: Colour;
  points: number;
  cost: Gems;
};
export const isCard: Check<Card> = object({ id: string, level: integer, bonus: isColour, points: integer, cost: isGems });

export type Noble = {
  id: string;
  points: number;
  need: Gems;
  owner: number | null;
};
export const isNoble: Check<Noble> = object({ id: string, points: integer, need: isGems, owner: nullable(integer) });

export type Reserved = {
  level: number;
  blind: boolean;
  card?: Card;
};
export const isReserved: Check<Reserved> = object({ level: integer, blind: boolean }, { card: isCard });

export type Price = {
  pay: Purse;
  lack: Colour[];
  missing: number;
  points: number;
  bonus: number;
};
export const isPrice: Check<Price> = object({ pay: isPurse, lack: list(isColour), missing: integer, points: integer, bonus: integer });

export type Player = {
  tokens: Purse;
  bonus: Gems;
  points: number;
  cards: Card[];
  reserved: Reserved[];
  to_nobles: number[];
  prices?: Record<string, Price>;
};
export const isPlayer: Check<Player> = object({ tokens: isPurse, bonus: isGems, points: integer, cards: list(isCard), reserved: list(isReserved), to_nobles: list(integer) }, { prices: values(isPrice) });

export type Board = {
  phase: Phase;
  start: number;
  last_round: boolean;
  idle: number;
  bank: Purse;
  market: (Card | null)[][];
  decks: number[];
  nobles: Noble[];
  seats: Player[];
  round: number;
  target: number;
  token_limit: number;
  reserve_limit: number;
  reserve_gold: boolean;
};
export const isBoard: Check<Board> = object({ phase: isPhase, start: integer, last_round: boolean, idle: integer, bank: isPurse, market: list(list(nullable(isCard))), decks: list(integer), nobles: list(isNoble), seats: list(isPlayer), round: integer, target: integer, token_limit: integer, reserve_limit: integer, reserve_gold: boolean });
