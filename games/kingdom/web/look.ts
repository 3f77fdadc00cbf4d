// SPDX-License-Identifier: MIT
// Finding things in a view of Kingdom Builder, and where its hexes lie in the drawing. What may be done, and what it would
// change, is never worked out here: it comes with the view.
import { boardReader } from '$web/wire';
import type { Board, Gold, Ground, Owned, Player, Tile } from './view';
import { isBoard, isCard } from './view-types';

export { isTile } from './view-types';

export const boardOf = boardReader(isBoard, 'kingdom-builder');

const isGold = (line: string): line is Gold => line === 'castles' || isCard(line);

export const SIZE = 20;

/* The letters of maps, those of the server and those of the pictures in the rules. */
export const LETTERS: Readonly<Record<string, Ground>> = {
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
/* Letters and numbers lie over this much of the window's upper and left edge. */
export const RULER = 18;
export const VIEW_BOX = `${BOX.x} ${BOX.y} ${BOX.width} ${BOX.height}`;

export function centre(hex: string | Pick<Hex, 'row' | 'column'>): Point {
  const { row, column } = typeof hex === 'string' ? hexOf(hex) : hex;
  return { x: WIDE / 2 + WIDE * column + (row % 2) * (WIDE / 2), y: HIGH / 2 + STEP * row };
}

/* The hex under a point of the drawing; undefined beside the board. */
export function hexAt(point: Point): string | undefined {
  const guess = Math.round((point.y - HIGH / 2) / STEP);
  let best: string | undefined;
  let least = WIDE * 0.6;
  for (const row of [guess - 1, guess, guess + 1]) {
    const column = Math.round((point.x - WIDE / 2 - (row & 1) * (WIDE / 2)) / WIDE);
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) continue;
    const { x, y } = centre({ row, column });
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < least) [best, least] = [hexName(row, column), far];
  }
  return best;
}

/* The hexes around one, as far as the board goes. */
export function neighbours(name: string): string[] {
  const { row, column } = hexOf(name);
  const slope = row & 1; // above and below an odd row columns lie to the right
  const around: readonly (readonly [number, number])[] = [[row, column - 1], [row, column + 1], ...[row - 1, row + 1].flatMap((r) => [[r, column - 1 + slope], [r, column + slope]] as const)];
  return around.filter(([r, c]) => r >= 0 && r < SIZE && c >= 0 && c < SIZE).map(([r, c]) => hexName(r, c));
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

/* The lines of gold that are there, each with its number. */
export const goldLines = (gold: Partial<Record<Gold, number>>): [Gold, number][] =>
  Object.keys(gold).flatMap((line): [Gold, number][] => (isGold(line) ? [[line, gold[line] ?? 0]] : []));

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
