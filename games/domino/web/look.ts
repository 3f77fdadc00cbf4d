// SPDX-License-Identifier: MIT
// Finding things in a view of the three games, and geometry for showing it. What may be done, what it costs and what it
// brings is never worked out here: it comes with the legal list and the view.
import { boardReader } from '$web/wire';
import type { Board, Box, Cell, Domino, Extent, Join, Kingdom } from './view';
import { isBoard } from './view-types';

export const boardOf = boardReader(isBoard, 'queendomino', 'royal-wedding', 'kingdomino');

/* As much of a kingdom as a drawing needs. */
export type Drawing = Pick<Kingdom, 'seats' | 'extent' | 'last' | 'lands' | 'cells'>;

/* Two boxes have the same numbers: a domino is known by both. */
export const nameOf = (one: { domino: number; box: Box }): string => `${one.box.charAt(0)}${one.domino}`;

/* Partners rule one kingdom. */
export const kingdomOf = (board: Board, seat: number): number => board.kingdoms.findIndex((kingdom) => kingdom.seats.includes(seat));

/* The place of a kingdom, for pieces that travel and for what stays marked. */
export const homeOf = (kingdom: { seats: readonly number[] }): string => `kingdom:${kingdom.seats[0] ?? 0}`;

/* Queendomino and Royal Wedding have coins, knights, buildings, queen and dragon. */
export const hasTowns = (board: Board): boolean => board.display !== undefined;

/* --- geometry --- */

export const DIRECTIONS = ['e', 's', 'w', 'n'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const isDirection = (text: string): text is Direction => DIRECTIONS.some((one) => one === text);
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

/* Some cells round about, but never beyond the room that the kingdom has. */
export function windowOf({ extent, room }: Pick<Kingdom, 'extent' | 'room'>, around = 2): Extent {
  return {
    west: Math.max(extent.west - around, room.west),
    east: Math.min(extent.east + around, room.east),
    north: Math.max(extent.north - around, room.north),
    south: Math.min(extent.south + around, room.south),
  };
}

/* Just the kingdom and these cells: for where there is little room. */
export function reachOf({ extent }: Pick<Kingdom, 'extent'>, cells: Iterable<Point>): Extent {
  const out = { ...extent };
  for (const { x, y } of cells) {
    out.west = Math.min(out.west, x);
    out.east = Math.max(out.east, x);
    out.north = Math.min(out.north, y);
    out.south = Math.max(out.south, y);
  }
  return out;
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

export function laidOut(kingdom: Drawing): Laid[] {
  const halves = new Map<string, Partial<Record<'left' | 'right', Cell>>>();
  for (const cell of kingdom.cells) {
    const key = `${cell.box} ${cell.domino}`;
    halves.set(key, { ...halves.get(key), [cell.half]: cell });
  }
  return [...halves.values()].flatMap(({ left, right }) => (left && right ? [{ domino: left.domino, box: left.box, left, right }] : []));
}

export const isLast = (kingdom: Drawing, laid: { domino: number; box: Box }): boolean => kingdom.last?.domino === laid.domino && kingdom.last.box === laid.box;

/* The cells of the properties that a domino would join on this spot, its own squares included. */
export function joinedCells(kingdom: Pick<Kingdom, 'cells'>, joins: readonly Join[], spot: Spot): Point[][] {
  const at = { left: { x: spot.x, y: spot.y }, right: rightOf(spot) };
  return joins.map(({ squares, lands }) => [...kingdom.cells.filter((cell) => lands.includes(cell.land)), ...squares.map((square) => at[square])]);
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
export function pointedAt(pointed: readonly string[], kingdom: Drawing): ReadonlySet<string> {
  const seat = /^seat:(\d+)$/.exec(pointed[0] ?? '')?.[1];
  return new Set(seat !== undefined && kingdom.seats.includes(Number(seat)) ? pointed.slice(1) : []);
}
