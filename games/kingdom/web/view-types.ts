// SPDX-License-Identifier: MIT
// What a view of kingdom-builder holds, made from its field table by tools/views: make tables.
import { boolean, integer, list, nullable, object, oneOf, string, values, type Check } from '$web/shape';

export type Phase = 'act' | 'move' | 'draw' | 'replace' | 'over';
export const isPhase: Check<Phase> = oneOf('act', 'move', 'draw', 'replace', 'over');

export type Tile = 'oracle' | 'farm' | 'tavern' | 'tower' | 'harbor' | 'paddock' | 'barn' | 'oasis';
export const isTile: Check<Tile> = oneOf('oracle', 'farm', 'tavern', 'tower', 'harbor', 'paddock', 'barn', 'oasis');

export type Lifted = {
  tile: Tile;
  from: string;
};
export const isLifted: Check<Lifted> = object({ tile: isTile, from: string });

export type Quadrant = {
  name: Tile;
  turned: boolean;
};
export const isQuadrant: Check<Quadrant> = object({ name: isTile, turned: boolean });

export type Location = {
  hex: string;
  tile: Tile;
  left: number;
};
export const isLocation: Check<Location> = object({ hex: string, tile: isTile, left: integer });

export type Card = 'fishermen' | 'merchants' | 'discoverers' | 'hermits' | 'citizens' | 'miners' | 'workers' | 'knights' | 'lords' | 'farmers';
export const isCard: Check<Card> = oneOf('fishermen', 'merchants', 'discoverers', 'hermits', 'citizens', 'miners', 'workers', 'knights', 'lords', 'farmers');

export type Terrain = 'grass' | 'canyon' | 'desert' | 'flower' | 'forest';
export const isTerrain: Check<Terrain> = oneOf('grass', 'canyon', 'desert', 'flower', 'forest');

export type TileState = 'ready' | 'used' | 'new';
export const isTileState: Check<TileState> = oneOf('ready', 'used', 'new');

export type Owned = {
  tile: Tile;
  state: TileState;
};
export const isOwned: Check<Owned> = object({ tile: isTile, state: isTileState });

export type Paid = {
  gold: number;
  places: string[];
};
export const isPaid: Check<Paid> = object({ gold: integer, places: list(string) });

export type Player = {
  supply: number;
  settlements: string[];
  tiles: Owned[];
  taken_from: string[];
  gold: {
    fishermen?: number;
    merchants?: number;
    discoverers?: number;
    hermits?: number;
    citizens?: number;
    miners?: number;
    workers?: number;
    knights?: number;
    lords?: number;
    farmers?: number;
    castles?: number;
  };
  paid: {
    fishermen?: Paid[];
    merchants?: Paid[];
    discoverers?: Paid[];
    hermits?: Paid[];
    citizens?: Paid[];
    miners?: Paid[];
    workers?: Paid[];
    knights?: Paid[];
    lords?: Paid[];
    farmers?: Paid[];
    castles?: Paid[];
  };
  has_card: boolean;
  card_older: boolean;
  card?: Terrain | null;
};
export const isPlayer: Check<Player> = object({ supply: integer, settlements: list(string), tiles: list(isOwned), taken_from: list(string), gold: object({ }, { fishermen: integer, merchants: integer, discoverers: integer, hermits: integer, citizens: integer, miners: integer, workers: integer, knights: integer, lords: integer, farmers: integer, castles: integer }), paid: object({ }, { fishermen: list(isPaid), merchants: list(isPaid), discoverers: list(isPaid), hermits: list(isPaid), citizens: list(isPaid), miners: list(isPaid), workers: list(isPaid), knights: list(isPaid), lords: list(isPaid), farmers: list(isPaid), castles: list(isPaid) }), has_card: boolean, card_older: boolean }, { card: nullable(isTerrain) });

export type Outcome = {
  to?: string[];
  gold?: {
    fishermen?: number;
    merchants?: number;
    discoverers?: number;
    hermits?: number;
    citizens?: number;
    miners?: number;
    workers?: number;
    knights?: number;
    lords?: number;
    farmers?: number;
    castles?: number;
  };
  gain?: Tile;
  lose?: Tile;
  line?: string[];
};
export const isOutcome: Check<Outcome> = object({ }, { to: list(string), gold: object({ }, { fishermen: integer, merchants: integer, discoverers: integer, hermits: integer, citizens: integer, miners: integer, workers: integer, knights: integer, lords: integer, farmers: integer, castles: integer }), gain: isTile, lose: isTile, line: list(string) });

export type Board = {
  phase: Phase;
  start: number;
  active: number;
  built: number;
  complete: boolean;
  last_round: boolean;
  lifted: Lifted | null;
  quadrants: Quadrant[];
  map: string[];
  castles: string[];
  locations: Location[];
  cards: Card[];
  card: Terrain | null;
  draw_pile: number;
  discarded: Terrain[];
  removed: Terrain[];
  seats: Player[];
  outcomes?: Record<string, Outcome>;
  round: number;
  to_build: number;
  settlements: number;
  tiles_wait: boolean;
};
export const isBoard: Check<Board> = object({ phase: isPhase, start: integer, active: integer, built: integer, complete: boolean, last_round: boolean, lifted: nullable(isLifted), quadrants: list(isQuadrant), map: list(string), castles: list(string), locations: list(isLocation), cards: list(isCard), card: nullable(isTerrain), draw_pile: integer, discarded: list(isTerrain), removed: list(isTerrain), seats: list(isPlayer), round: integer, to_build: integer, settlements: integer, tiles_wait: boolean }, { outcomes: values(isOutcome) });
