// SPDX-License-Identifier: MIT
// What a view of queendomino holds, made from its field table by tools/views: make tables.
import { boolean, integer, list, nullable, object, oneOf, string, values, type Check } from '$web/shape';

export type Phase = 'draft' | 'place' | 'tax' | 'build' | 'burn' | 'pick' | 'deal' | 'over';
export const isPhase: Check<Phase> = oneOf('draft', 'place', 'tax', 'build', 'burn', 'pick', 'deal', 'over');

export type Box = 'queendomino' | 'kingdomino';
export const isBox: Check<Box> = oneOf('queendomino', 'kingdomino');

export type Terrain = 'wheat' | 'forest' | 'lake' | 'grassland' | 'swamp' | 'mine' | 'town';
export const isTerrain: Check<Terrain> = oneOf('wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town');

export type Square = {
  terrain: Terrain;
  crowns: number;
};
export const isSquare: Check<Square> = object({ terrain: isTerrain, crowns: integer });

export type InTurn = {
  domino: number;
  box: Box;
  left: Square;
  right: Square;
  seat: number | null;
  now: boolean;
  placed: boolean;
  stands: boolean;
};
export const isInTurn: Check<InTurn> = object({ domino: integer, box: isBox, left: isSquare, right: isSquare, seat: nullable(integer), now: boolean, placed: boolean, stands: boolean });

export type InLine = {
  domino: number;
  box: Box;
  left: Square;
  right: Square;
  seat: number | null;
};
export const isInLine: Check<InLine> = object({ domino: integer, box: isBox, left: isSquare, right: isSquare, seat: nullable(integer) });

export type Building = {
  id: string;
  crowns: number;
  knights: number;
  towers: number;
  points: number;
  per: 'wheat' | 'forest' | 'lake' | 'grassland' | 'swamp' | 'mine' | 'town' | 'tower' | 'knight' | 'none';
  per_points: number;
  tax_bonus: 'none' | 'coin_per_knight' | 'coin_per_tower';
};
export const isBuilding: Check<Building> = object({ id: string, crowns: integer, knights: integer, towers: integer, points: integer, per: oneOf('wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town', 'tower', 'knight', 'none'), per_points: integer, tax_bonus: oneOf('none', 'coin_per_knight', 'coin_per_tower') });

export type Slot = {
  slot: number;
  price: number;
  payable: boolean;
  building: Building | null;
  printed: number;
};
export const isSlot: Check<Slot> = object({ slot: integer, price: integer, payable: boolean, building: nullable(isBuilding), printed: integer });

export type Extent = {
  west: number;
  east: number;
  north: number;
  south: number;
};
export const isExtent: Check<Extent> = object({ west: integer, east: integer, north: integer, south: integer });

export type Domino = {
  domino: number;
  box: Box;
  left: Square;
  right: Square;
};
export const isDomino: Check<Domino> = object({ domino: integer, box: isBox, left: isSquare, right: isSquare });

export type Land = {
  terrain: Terrain;
  squares: number;
  crowns: number;
};
export const isLand: Check<Land> = object({ terrain: isTerrain, squares: integer, crowns: integer });

export type Cell = {
  x: number;
  y: number;
  terrain: Terrain;
  crowns: number;
  domino: number;
  box: Box;
  half: 'left' | 'right';
  land: number;
  knight?: boolean;
  building?: Building | null;
};
export const isCell: Check<Cell> = object({ x: integer, y: integer, terrain: isTerrain, crowns: integer, domino: integer, box: isBox, half: oneOf('left', 'right'), land: integer }, { knight: boolean, building: nullable(isBuilding) });

export type Kingdom = {
  seats: number[];
  coins?: number;
  free_knights?: number;
  knights?: number;
  towers?: number;
  queen?: boolean;
  prices?: number[];
  extent: Extent;
  last: Domino | null;
  lands: Land[];
  cells: Cell[];
  score: {
    coins?: number;
    wheat?: number;
    forest?: number;
    lake?: number;
    grassland?: number;
    swamp?: number;
    mine?: number;
    town?: number;
    queen?: number;
    properties?: number;
    towers?: number;
    knights?: number;
    points?: number;
    harmony?: number;
    middle_kingdom?: number;
  };
  total: number;
  largest: number;
  crowns: number;
  room: Extent;
  missing?: number[];
  sites?: number;
};
export const isKingdom: Check<Kingdom> = object({ seats: list(integer), extent: isExtent, last: nullable(isDomino), lands: list(isLand), cells: list(isCell), score: object({ }, { coins: integer, wheat: integer, forest: integer, lake: integer, grassland: integer, swamp: integer, mine: integer, town: integer, queen: integer, properties: integer, towers: integer, knights: integer, points: integer, harmony: integer, middle_kingdom: integer }), total: integer, largest: integer, crowns: integer, room: isExtent }, { coins: integer, free_knights: integer, knights: integer, towers: integer, queen: boolean, prices: list(integer), missing: list(integer), sites: integer });

export type Join = {
  squares: ('left' | 'right')[];
  lands: number[];
};
export const isJoin: Check<Join> = object({ squares: list(oneOf('left', 'right')), lands: list(integer) });

export type Outcome = {
  move: string;
  gain: number;
  coins?: number;
  wheat?: number;
  forest?: number;
  lake?: number;
  grassland?: number;
  swamp?: number;
  mine?: number;
  town?: number;
  queen?: number;
  properties?: number;
  towers?: number;
  knights?: number;
  points?: number;
  harmony?: number;
  middle_kingdom?: number;
  purse?: number;
  joins?: Join[];
  room?: Extent;
};
export const isOutcome: Check<Outcome> = object({ move: string, gain: integer }, { coins: integer, wheat: integer, forest: integer, lake: integer, grassland: integer, swamp: integer, mine: integer, town: integer, queen: integer, properties: integer, towers: integer, knights: integer, points: integer, harmony: integer, middle_kingdom: integer, purse: integer, joins: list(isJoin), room: isExtent });

export type Step = 'place' | 'tax' | 'build' | 'burn' | 'pick';
export const isStep: Check<Step> = oneOf('place', 'tax', 'build', 'burn', 'pick');

export type Board = {
  phase: Phase;
  round: number;
  rounds: number;
  limit: number;
  king: number;
  kings: number[];
  line: InTurn[];
  next: InLine[];
  display?: Slot[];
  stack?: {
    left: number;
    top: Building | null;
    tiles: Record<string, number>;
  };
  burnt?: Record<string, number>;
  queen?: number | null;
  dragon?: number | null;
  game?: number;
  past?: number[][];
  kingdoms: Kingdom[];
  boxes: {
    queendomino?: {
      undrawn: number[];
      draws: number;
      gone: number[];
    };
    kingdomino?: {
      undrawn: number[];
      draws: number;
      gone: number[];
    };
  };
  outcomes?: Outcome[];
  steps: {
    step: Step;
    closed: 'knights' | 'dragon' | 'host' | 'last' | null;
  }[];
  coins_per_point?: number;
  queen_crowns?: number;
};
export const isBoard: Check<Board> = object({ phase: isPhase, round: integer, rounds: integer, limit: integer, king: integer, kings: list(integer), line: list(isInTurn), next: list(isInLine), kingdoms: list(isKingdom), boxes: object({ }, { queendomino: object({ undrawn: list(integer), draws: integer, gone: list(integer) }), kingdomino: object({ undrawn: list(integer), draws: integer, gone: list(integer) }) }), steps: list(object({ step: isStep, closed: nullable(oneOf('knights', 'dragon', 'host', 'last')) })) }, { display: list(isSlot), stack: object({ left: integer, top: nullable(isBuilding), tiles: values(integer) }), burnt: values(integer), queen: nullable(integer), dragon: nullable(integer), game: integer, past: list(list(integer)), outcomes: list(isOutcome), coins_per_point: integer, queen_crowns: integer });
