// What a view of Queendomino, Royal Wedding and Kingdomino holds (games/domino/view.c): types alone. look.ts finds things in
// it and has the geometry for showing it.

export const TERRAINS = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town'] as const;
export type Terrain = (typeof TERRAINS)[number];
export const PARTS = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town', 'properties', 'towers', 'knights', 'points', 'queen', 'coins', 'harmony', 'middle_kingdom'] as const;
export type Part = (typeof PARTS)[number];
export type Phase = 'draft' | 'place' | 'tax' | 'build' | 'burn' | 'pick' | 'deal' | 'over';
export type Box = 'queendomino' | 'kingdomino';

export type Square = { terrain: Terrain; crowns: number };
export type Domino = { domino: number; box: Box; left: Square; right: Square };
export type InLine = Domino & { seat: number | null };
/* In the line of this round: whose turn it is, what is placed, and where a king still stands. */
export type InTurn = InLine & { now: boolean; placed: boolean; stands: boolean };

export type Building = {
  id: string;
  crowns: number;
  knights: number;
  towers: number;
  points: number;
  per: Terrain | 'tower' | 'knight' | 'none';
  per_points: number;
  tax_bonus: 'none' | 'coin_per_knight' | 'coin_per_tower';
};
export type Slot = { slot: number; price: number; payable: boolean; building: Building | null; printed: number };

export type Cell = Square & {
  x: number;
  y: number;
  domino: number;
  box: Box;
  half: 'left' | 'right';
  land: number; // its property: an index of `lands`
  knight?: boolean;
  building?: Building | null;
};
export type Land = { terrain: Terrain; squares: number; crowns: number };
export type Extent = { west: number; east: number; north: number; south: number };

export type Kingdom = {
  seats: number[];
  coins?: number;
  free_knights?: number;
  knights?: number;
  towers?: number;
  queen?: boolean;
  prices?: number[]; // of the slots, for this kingdom now
  extent: Extent;
  last: Domino | null;
  lands: Land[];
  cells: Cell[];
  score: Partial<Record<Part, number>>;
  total: number;
  largest: number;
  crowns: number;
  room: Extent; // how far it may grow
  missing?: number[]; // coins for each slot
  sites?: number; // town squares to build on
};

/* Squares of a domino, and the properties (places in `lands`) that they would join. */
export type Join = { squares: ('left' | 'right')[]; lands: number[] };

/* What a legal action would change in the score of whoever acts, and beside it: coins, and for a placement the land. */
export type Outcome = { move: string; gain: number; purse?: number; joins?: Join[]; room?: Extent } & Partial<Record<Part, number>>;

export type Step = 'place' | 'tax' | 'build' | 'burn' | 'pick';

export type Board = {
  phase: Phase;
  round: number; // 0 in the draft
  rounds: number;
  limit: number;
  king: number; // whose turn: place in the line or in the draft
  kings: number[]; // the seats in the order of the first draft
  line: InTurn[];
  next: InLine[];
  display?: Slot[];
  stack?: { left: number; top: Building | null; tiles: Record<string, number> };
  burnt?: Record<string, number>;
  queen?: number | null;
  dragon?: number | null; // the slot on which it stands
  game?: number; // of a dynasty
  past?: number[][];
  kingdoms: Kingdom[];
  boxes: Partial<Record<Box, { undrawn: number[]; draws: number; gone: number[] }>>;
  outcomes?: Outcome[];
  steps: { step: Step; closed: 'knights' | 'dragon' | 'host' | 'last' | null }[];
  coins_per_point?: number;
  queen_crowns?: number;
};

declare module '$web/wire' {
  interface Boards {
    queendomino: Board;
    'royal-wedding': Board;
    kingdomino: Board;
  }
}
