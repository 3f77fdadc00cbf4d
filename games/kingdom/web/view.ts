// What a view of Kingdom Builder holds (games/kingdom/view.c): types alone. look.ts finds things in it and says where they
// are drawn.

export const TERRAINS = ['grass', 'canyon', 'desert', 'flower', 'forest'] as const;
export const GROUNDS = [...TERRAINS, 'water', 'mountain', 'location', 'castle'] as const;
export const TILES = ['oracle', 'farm', 'tavern', 'tower', 'harbor', 'paddock', 'barn', 'oasis'] as const;
export const CARDS = ['fishermen', 'merchants', 'discoverers', 'hermits', 'citizens', 'miners', 'workers', 'knights', 'lords', 'farmers'] as const;
export type Terrain = (typeof TERRAINS)[number];
export type Ground = (typeof GROUNDS)[number];
export type Tile = (typeof TILES)[number];
export type Card = (typeof CARDS)[number];
export type Gold = Card | 'castles'; // a line of the score sheet

export type Owned = { tile: Tile; state: 'ready' | 'used' | 'new' };
export type Paid = { gold: number; places: string[] };

export type Player = {
  supply: number;
  settlements: string[];
  tiles: Owned[];
  taken_from: string[];
  gold: Partial<Record<Gold, number>>;
  paid: Partial<Record<Gold, Paid[]>>;
  has_card: boolean;
  card_older: boolean;
  card?: Terrain | null;
};

/* What a choice would change. A move tile has only the hexes to which the settlement could go. */
export type Outcome = {
  gold?: Partial<Record<Gold, number>>;
  gain?: Tile;
  lose?: Tile;
  line?: string[];
  to?: string[];
};

export type Board = {
  phase: 'act' | 'move' | 'draw' | 'replace' | 'over';
  start: number;
  active: number;
  built: number;
  complete: boolean;
  last_round: boolean;
  lifted: { tile: Tile; from: string } | null;
  quadrants: { name: Tile; turned: boolean }[];
  map: string[]; // twenty rows of letters
  castles: string[];
  locations: { hex: string; tile: Tile; left: number }[];
  cards: Card[];
  card: Terrain | null;
  draw_pile: number;
  discarded: Terrain[];
  removed: Terrain[];
  seats: Player[];
  outcomes?: Record<string, Outcome>; // for the seat that decides
  round: number;
  to_build: number; // settlements of the card
  settlements: number; // that a player has at the start
  tiles_wait: boolean; // between the settlements of the card
};

declare module '$web/wire' {
  interface Boards {
    'kingdom-builder': Board;
  }
}
