// What a view of Queendomino, Royal Wedding and Kingdomino holds (games/domino/view.c), and geometry for
// showing it. What may be done, what it costs and what it brings is never worked out here: it comes with
// the legal list and the view.

export const TERRAINS = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town'] as const;
export type Terrain = (typeof TERRAINS)[number];
export const PARTS = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town', 'properties', 'towers', 'knights', 'points', 'queen', 'coins', 'harmony', 'middle_kingdom'] as const;
export type Part = (typeof PARTS)[number];
export type Phase = 'draft' | 'place' | 'tax' | 'build' | 'burn' | 'pick' | 'deal' | 'over';
export type Box = 'queendomino' | 'kingdomino';

export type Square = { terrain: Terrain; crowns: number };
export type Domino = { domino: number; box: Box; left: Square; right: Square };
export type InLine = Domino & { seat: number | null };

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
export type Slot = { slot: number; price: number; payable: boolean; building: Building | null };

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
};

/* What a legal action would change in the score of whoever acts. */
export type Outcome = { move: string; gain: number } & Partial<Record<Part, number>>;

export type Board = {
  phase: Phase;
  round: number; // 0 in the draft
  rounds: number;
  limit: number;
  king: number; // whose turn: place in the line or in the draft
  kings: number[]; // the seats in the order of the first draft
  line: InLine[];
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
};

/* The server built it; only this folder knows its shape. */
export const boardOf = (board: unknown): Board => board as Board;

/* Two boxes have the same numbers: a domino is known by both. */
export const nameOf = (one: { domino: number; box: Box }): string => `${one.box.charAt(0)}${one.domino}`;

/* Partners rule one kingdom. */
export const kingdomOf = (board: Board, seat: number): number => board.kingdoms.findIndex((kingdom) => kingdom.seats.includes(seat));

/* Queendomino and Royal Wedding have coins, knights, buildings, queen and dragon. */
export const hasTowns = (board: Board): boolean => board.display !== undefined;

/* --- geometry --- */

export const DIRECTIONS = ['e', 's', 'w', 'n'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type Point = { x: number; y: number };
const STEP: Record<Direction, Point> = { e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 }, n: { x: 0, y: -1 } };

/* A domino as it lies: the cell of its left square, and where the right one is from there. */
export type Spot = Point & { dir: Direction };

export const beside = (at: Point, dir: Direction): Point => ({ x: at.x + STEP[dir].x, y: at.y + STEP[dir].y });
export const rightOf = (spot: Spot): Point => beside(spot, spot.dir);
export const turned = (dir: Direction, by = 1): Direction => DIRECTIONS[(DIRECTIONS.indexOf(dir) + by + 4) % 4] ?? 'e';
export const keyOf = (at: Point): string => `${at.x},${at.y}`;
export const centreOf = (spot: Spot): Point => ({ x: spot.x + STEP[spot.dir].x / 2, y: spot.y + STEP[spot.dir].y / 2 });
export const isTwin = (domino: Domino): boolean => domino.left.terrain === domino.right.terrain && domino.left.crowns === domino.right.crowns;

/* Two cells round about lie as far as a domino can reach, but never beyond what the limit leaves. */
export function windowOf(kingdom: Kingdom, limit: number, around = 2): Extent {
  const { west, east, north, south } = kingdom.extent;
  return {
    west: Math.max(west - around, east - limit + 1),
    east: Math.min(east + around, west + limit - 1),
    north: Math.max(north - around, south - limit + 1),
    south: Math.min(south + around, north + limit - 1),
  };
}

/* The box around a kingdom with a domino more. */
export function grown(extent: Extent, spot: Spot): Extent {
  const right = rightOf(spot);
  return {
    west: Math.min(extent.west, spot.x, right.x),
    east: Math.max(extent.east, spot.x, right.x),
    north: Math.min(extent.north, spot.y, right.y),
    south: Math.max(extent.south, spot.y, right.y),
  };
}

export const within = (box: Extent, at: Point): boolean => at.x >= box.west && at.x <= box.east && at.y >= box.north && at.y <= box.south;

/* Dominoes as they lie in a kingdom. */
export type Laid = { domino: number; box: Box; left: Cell; right: Cell };

export function laidOut(kingdom: Kingdom): Laid[] {
  const halves = new Map<string, Partial<Record<'left' | 'right', Cell>>>();
  for (const cell of kingdom.cells) {
    const key = `${cell.box} ${cell.domino}`;
    halves.set(key, { ...halves.get(key), [cell.half]: cell });
  }
  return [...halves.values()].flatMap(({ left, right }) => (left && right ? [{ domino: left.domino, box: left.box, left, right }] : []));
}

export const isLast = (kingdom: Kingdom, laid: { domino: number; box: Box }): boolean => kingdom.last?.domino === laid.domino && kingdom.last.box === laid.box;

/* The cells of the properties that a domino would join on this spot, its own squares included. */
export function joined(kingdom: Kingdom, domino: Domino, spot: Spot): Point[][] {
  const right = rightOf(spot);
  const lands: Point[][] = [];
  const squares = [
    { at: { x: spot.x, y: spot.y }, terrain: domino.left.terrain },
    { at: right, terrain: domino.right.terrain },
  ];
  const both = domino.left.terrain === domino.right.terrain;
  for (const group of both ? [squares] : squares.map((square) => [square])) {
    const touched = new Set<number>();
    for (const { at, terrain } of group)
      for (const dir of DIRECTIONS) {
        const near = beside(at, dir);
        const cell = kingdom.cells.find((one) => one.x === near.x && one.y === near.y);
        if (cell?.terrain === terrain) touched.add(cell.land);
      }
    if (touched.size > 0) lands.push([...kingdom.cells.filter((cell) => touched.has(cell.land)), ...group.map(({ at }) => at)]);
  }
  return lands;
}

/* The outline of a set of cells as a path, one unit a cell; `inset` draws it inside of them. */
export function outline(cells: readonly Point[], unit: number, inset = 0): string {
  const has = new Set(cells.map(keyOf));
  const inside = (x: number, y: number) => has.has(keyOf({ x, y }));
  let path = '';
  const line = (x1: number, y1: number, x2: number, y2: number) => (path += `M${x1} ${y1}L${x2} ${y2}`);
  for (const { x, y } of cells) {
    const [l, t, r, b] = [x * unit, y * unit, (x + 1) * unit, (y + 1) * unit];
    const open = { n: !inside(x, y - 1), s: !inside(x, y + 1), w: !inside(x - 1, y), e: !inside(x + 1, y) };
    const from = l + (open.w ? inset : inside(x - 1, y - 1) ? -inset : 0);
    const to = r - (open.e ? inset : inside(x + 1, y - 1) ? -inset : 0);
    if (open.n) line(from, t + inset, to, t + inset);
    if (open.s) line(l + (open.w ? inset : inside(x - 1, y + 1) ? -inset : 0), b - inset, r - (open.e ? inset : inside(x + 1, y + 1) ? -inset : 0), b - inset);
    if (open.w) line(l + inset, t + (open.n ? inset : inside(x - 1, y - 1) ? -inset : 0), l + inset, b - (open.s ? inset : inside(x - 1, y + 1) ? -inset : 0));
    if (open.e) line(r - inset, t + (open.n ? inset : inside(x + 1, y - 1) ? -inset : 0), r - inset, b - (open.s ? inset : inside(x + 1, y + 1) ? -inset : 0));
  }
  return path;
}

/* A field does not look stamped: every second cell is drawn mirrored. */
export const isMirrored = (at: Point): boolean => ((at.x + at.y) & 1) !== 0;

/* Cells by which a seat can be pointed at come with it in front: "seat:2", "0,1", "0,2". */
export function pointedAt(pointed: readonly string[], kingdom: Kingdom): ReadonlySet<string> {
  const seat = /^seat:(\d+)$/.exec(pointed[0] ?? '')?.[1];
  return new Set(seat !== undefined && kingdom.seats.includes(Number(seat)) ? pointed.slice(1) : []);
}
