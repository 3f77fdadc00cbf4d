// What a view of Kingdom Builder holds (games/kingdom/view.c), and where its hexes lie in the drawing.
// What may be done, and what it would change, is never worked out here: it comes with the view.

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
};

/* The server built it; only this folder knows its shape. */
export const boardOf = (board: unknown): Board => board as Board;

export const SIZE = 20;
export const SETTLEMENTS = 40;

const LETTERS: Readonly<Record<string, Ground>> = {
  G: 'grass',
  C: 'canyon',
  D: 'desert',
  F: 'flower',
  T: 'forest',
  W: 'water',
  M: 'mountain',
  L: 'location',
  X: 'castle',
};

export type Hex = { name: string; row: number; column: number };
export type Point = { x: number; y: number };

export const hexName = (row: number, column: number): string => String.fromCharCode(97 + row) + column;

export function hexOf(name: string): Hex {
  return { name, row: name.charCodeAt(0) - 97, column: Number(name.slice(1)) };
}

export function groundAt(board: Pick<Board, 'map'>, hex: Pick<Hex, 'row' | 'column'>): Ground {
  return LETTERS[board.map[hex.row]?.charAt(hex.column) ?? ''] ?? 'mountain';
}

/* --- the drawing: hexes 100 wide, pointy tops, odd rows half a hex further --- */

export const WIDE = 100;
export const HIGH = 115.47;
export const STEP = 86.6;
/* Room around the hexes: for letters of rows and numbers of columns on two sides, a rim on the others. */
export const RIM = { left: 74, top: 66, right: 26, bottom: 26 };
export const BOX = {
  x: -RIM.left,
  y: -RIM.top,
  width: RIM.left + SIZE * WIDE + WIDE / 2 + RIM.right,
  height: RIM.top + (SIZE - 1) * STEP + HIGH + RIM.bottom,
};
export const VIEW_BOX = `${BOX.x} ${BOX.y} ${BOX.width} ${BOX.height}`;

export function centre(hex: string | Pick<Hex, 'row' | 'column'>): Point {
  const { row, column } = typeof hex === 'string' ? hexOf(hex) : hex;
  return { x: WIDE / 2 + WIDE * column + (row % 2) * (WIDE / 2), y: HIGH / 2 + STEP * row };
}

export const outline = ({ x, y }: Point, r = 1): string => {
  const [a, b, c] = [50 * r, 28.87 * r, 57.74 * r];
  const n = (value: number) => value.toFixed(1);
  return `M${n(x)} ${n(y - c)}L${n(x + a)} ${n(y - b)}V${n(y + b)}L${n(x)} ${n(y + c)}L${n(x - a)} ${n(y + b)}V${n(y - b)}Z`;
};

/* The zigzag lines between the four quadrants. */
export function seams(): string {
  const half = SIZE / 2;
  const down = Array.from({ length: SIZE }, (_, row) => {
    const { x, y } = centre({ row, column: half });
    return `${x - 50} ${(y - 28.87).toFixed(1)}L${x - 50} ${(y + 28.87).toFixed(1)}`;
  });
  const across = Array.from({ length: SIZE }, (_, column) => {
    const { x, y } = centre({ row: half - 1, column });
    return `${x - 50} ${(y + 28.87).toFixed(1)}L${x} ${(y + 57.74).toFixed(1)}L${x + 50} ${(y + 28.87).toFixed(1)}`;
  });
  return `M${down.join('L')}M${across.join('L')}`;
}

/* Every second hex of the lively terrains is mirrored, so that areas do not look stamped. */
export const isMirrored = (row: number, column: number): boolean => (row * 7 + column * 13 + ((row * column) >> 1)) % 2 === 1;

/* --- sums for showing --- */

export const goldOf = (player: Pick<Player, 'gold'>): number => Object.values(player.gold).reduce((a, b) => a + b, 0);

/* One entry for each kind of tile on this board, in the order of the quadrants. */
export type Kind = { tile: Tile; ready: number; used: number; fresh: number };

export function kindsOf(board: Board, player: Player | undefined): Kind[] {
  return board.quadrants.map(({ name }) => {
    const count = (state: Owned['state']) => player?.tiles.filter((one) => one.tile === name && one.state === state).length ?? 0;
    return { tile: name, ready: count('ready'), used: count('used'), fresh: count('new') };
  });
}

/* Whose settlement stands on which hex. */
export function ownersOf(board: Board): Map<string, number> {
  const owners = new Map<string, number>();
  board.seats.forEach((seat, p) => {
    for (const hex of seat.settlements) owners.set(hex, p);
  });
  return owners;
}

export type Turn = { built: string[]; left: string[] };

/* The hexes of a turn's moves: where settlements came to stand, and from where they were taken. */
export function turnOf(moves: readonly (string | undefined)[], owners: ReadonlyMap<string, number>, seat: number): Turn {
  const built = new Set<string>();
  const left = new Set<string>();
  for (const move of moves) {
    const hex = /\b([a-t]\d+)$/.exec(move ?? '')?.[1];
    if (hex === undefined) continue;
    // A hex that was named and is not the player's any more was left by a move tile.
    (owners.get(hex) === seat ? built : left).add(hex);
  }
  return { built: [...built], left: [...left] };
}
