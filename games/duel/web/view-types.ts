// SPDX-License-Identifier: MIT
// What a view of seven-wonders-duel holds, made from its field table by tools/views: make tables.
import { boolean, integer, list, nullable, object, oneOf, string, type Check } from '$web/shape';

export type Phase = 'draft' | 'play' | 'destroy' | 'library' | 'revive' | 'token' | 'start' | 'over';
export const isPhase: Check<Phase> = oneOf('draft', 'play', 'destroy', 'library', 'revive', 'token', 'start', 'over');

export type Units = {
  wood?: number;
  clay?: number;
  stone?: number;
  glass?: number;
  papyrus?: number;
};
export const isUnits: Check<Units> = object({ }, { wood: integer, clay: integer, stone: integer, glass: integer, papyrus: integer });

export type Resource = 'wood' | 'clay' | 'stone' | 'glass' | 'papyrus';
export const isResource: Check<Resource> = oneOf('wood', 'clay', 'stone', 'glass', 'papyrus');

export type Wonder = {
  key: string;
  cost: Units;
  points?: number;
  shields?: number;
  makes?: Units;
  choice?: Resource[];
  trade?: Resource[];
  coins?: number;
  plunder?: number;
  destroys?: 'brown' | 'grey';
  special?: 'library' | 'revive';
  again: boolean;
};
export const isWonder: Check<Wonder> = object({ key: string, cost: isUnits, again: boolean }, { points: integer, shields: integer, makes: isUnits, choice: list(isResource), trade: list(isResource), coins: integer, plunder: integer, destroys: oneOf('brown', 'grey'), special: oneOf('library', 'revive') });

export type Kind = 'brown' | 'grey' | 'blue' | 'green' | 'yellow' | 'red' | 'purple';
export const isKind: Check<Kind> = oneOf('brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple');

export type Cost = {
  coins?: number;
  wood?: number;
  clay?: number;
  stone?: number;
  glass?: number;
  papyrus?: number;
};
export const isCost: Check<Cost> = object({ }, { coins: integer, wood: integer, clay: integer, stone: integer, glass: integer, papyrus: integer });

export type Symbol = 'globe' | 'wheel' | 'sundial' | 'mortar' | 'pendulum' | 'inkwell' | 'law';
export const isSymbol: Check<Symbol> = oneOf('globe', 'wheel', 'sundial', 'mortar', 'pendulum', 'inkwell', 'law');

export type Item = 'brown' | 'grey' | 'blue' | 'green' | 'yellow' | 'red' | 'purple' | 'brown_grey' | 'wonder' | 'coin_triple';
export const isItem: Check<Item> = oneOf('brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple', 'brown_grey', 'wonder', 'coin_triple');

export type Counts = {
  item: Item;
  most: boolean;
  coins?: number;
  points?: number;
};
export const isCounts: Check<Counts> = object({ item: isItem, most: boolean }, { coins: integer, points: integer });

export type Chain = {
  card: string;
  sign: string;
};
export const isChain: Check<Chain> = object({ card: string, sign: string });

export type Card = {
  key: string;
  age: number;
  colour: Kind;
  cost: Cost;
  points?: number;
  shields?: number;
  symbol?: Symbol;
  makes?: Units;
  choice?: Resource[];
  trade?: Resource[];
  coins?: number;
  counts?: Counts;
  chain_from?: Chain;
  chain_to?: string;
  trade_price?: number;
};
export const isCard: Check<Card> = object({ key: string, age: integer, colour: isKind, cost: isCost }, { points: integer, shields: integer, symbol: isSymbol, makes: isUnits, choice: list(isResource), trade: list(isResource), coins: integer, counts: isCounts, chain_from: isChain, chain_to: string, trade_price: integer });

export type Unit = {
  resource: Resource;
  from?: string;
  coins?: number;
};
export const isUnit: Check<Unit> = object({ resource: isResource }, { from: string, coins: integer });

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
  loots?: number[];
  missing: number;
};
export const isPrice: Check<Price> = object({ coins: integer, traded: integer, enough: boolean, chain: boolean, units: list(isUnit), missing: integer }, { pawn: integer, points: integer, gain: integer, rival_gain: integer, symbols: integer, pair: boolean, wins: boolean, loots: list(integer) });

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
export const isSlot: Check<Slot> = object({ row: integer, column: integer, there: boolean }, { face_up: boolean, guild: boolean, open: boolean, covered_by: list(integer), card: isCard, uncovers: list(integer), turns_up: list(integer), prices: list(isPrice) });

export type Space = {
  position: number;
  zone: number;
  points: number;
  side: number | null;
  capital: boolean;
  loot?: number;
  looted?: boolean;
};
export const isSpace: Check<Space> = object({ position: integer, zone: integer, points: integer, side: nullable(integer), capital: boolean }, { loot: integer, looted: boolean });

export type Token = {
  key: string;
  points?: number;
  coins?: number;
  symbol?: Symbol;
  owner: number | null;
};
export const isToken: Check<Token> = object({ key: string, owner: nullable(integer) }, { points: integer, coins: integer, symbol: isSymbol });

export type Supply = {
  made: number;
  price: number;
};
export const isSupply: Check<Supply> = object({ made: integer, price: integer });

export type TokenFace = {
  key: string;
  points?: number;
  coins?: number;
  symbol?: Symbol;
};
export const isTokenFace: Check<TokenFace> = object({ key: string }, { points: integer, coins: integer, symbol: isSymbol });

export type Held = {
  key: string;
  cost: Units;
  points?: number;
  shields?: number;
  makes?: Units;
  choice?: Resource[];
  trade?: Resource[];
  coins?: number;
  plunder?: number;
  destroys?: 'brown' | 'grey';
  special?: 'library' | 'revive';
  again: boolean;
  state: 'open' | 'raised' | 'gone';
  tucked?: Card;
  price?: Price;
};
export const isHeld: Check<Held> = object({ key: string, cost: isUnits, again: boolean, state: oneOf('open', 'raised', 'gone') }, { points: integer, shields: integer, makes: isUnits, choice: list(isResource), trade: list(isResource), coins: integer, plunder: integer, destroys: oneOf('brown', 'grey'), special: oneOf('library', 'revive'), tucked: isCard, price: isPrice });

export type Player = {
  coins: number;
  discard_income: number;
  score: {
    military: number;
    blue: number;
    green: number;
    yellow: number;
    guilds: number;
    wonders: number;
    progress: number;
    coins: number;
  };
  resources: {
    wood: Supply;
    clay: Supply;
    stone: Supply;
    glass: Supply;
    papyrus: Supply;
  };
  choice_brown: number;
  choice_grey: number;
  symbols: {
    globe: number;
    wheel: number;
    sundial: number;
    mortar: number;
    pendulum: number;
    inkwell: number;
    law: number;
  };
  different_symbols: number;
  tokens: TokenFace[];
  wonders: Held[];
  city: {
    brown: Card[];
    grey: Card[];
    blue: Card[];
    green: Card[];
    yellow: Card[];
    red: Card[];
    purple: Card[];
  };
};
export const isPlayer: Check<Player> = object({ coins: integer, discard_income: integer, score: object({ military: integer, blue: integer, green: integer, yellow: integer, guilds: integer, wonders: integer, progress: integer, coins: integer }), resources: object({ wood: isSupply, clay: isSupply, stone: isSupply, glass: isSupply, papyrus: isSupply }), choice_brown: integer, choice_grey: integer, symbols: object({ globe: integer, wheel: integer, sundial: integer, mortar: integer, pendulum: integer, inkwell: integer, law: integer }), different_symbols: integer, tokens: list(isTokenFace), wonders: list(isHeld), city: object({ brown: list(isCard), grey: list(isCard), blue: list(isCard), green: list(isCard), yellow: list(isCard), red: list(isCard), purple: list(isCard) }) });

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
export const isBoard: Check<Board> = object({ phase: isPhase, age: integer, first: integer, active: integer, again: boolean, cards_left: integer, layout: list(isSlot), pawn: integer, track: list(isSpace), progress: list(isToken), box: list(isToken), drawn: list(isToken), discard: list(isCard), seats: list(isPlayer), wonders_each: integer, symbols_to_win: integer }, { group: integer, picked: integer, order: list(integer), offer: list(isWonder) });
