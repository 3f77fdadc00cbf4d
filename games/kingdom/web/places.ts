// SPDX-License-Identifier: MIT
// Places of the board in the window that looks at it: which of them are seen, where most of them are, how many lie beyond
// which edge, and where things can lie that must not cover any of them.
import { fitOf, seenAt, type Sight, type Size } from './camera';
import { BOX, centre, HIGH, RULER, SIZE, WIDE, type Point } from './look';

export type Box = { left: number; top: number; right: number; bottom: number };
export type Edge = 'top' | 'right' | 'bottom' | 'left';
export const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/* A hex in the window; a little less than all of it must be seen. */
export function seenBox(hex: string, sight: Sight, size: Size): Box {
  const { x, y } = seenAt(centre(hex), sight, size);
  const scale = fitOf(size) * sight.near;
  const [half, high] = [(WIDE / 2) * scale, (HIGH / 2) * scale];
  return { left: x - half, top: y - high, right: x + half, bottom: y + high };
}

/* How far a hex stands out of the window, edge by edge. */
function standsOut(box: Box, size: Size, part = 0.3): Record<Edge, number> {
  const [x, y] = [(box.right - box.left) * part, (box.bottom - box.top) * part];
  return { top: RULER - y - box.top, left: RULER - x - box.left, right: box.right - x - size.width, bottom: box.bottom - y - size.height };
}

export const isSeen = (hex: string, sight: Sight, size: Size): boolean => Object.values(standsOut(seenBox(hex, sight, size), size)).every((far) => far <= 0);

/* The places that are not seen, by the edge beyond which they lie farthest. */
export function beyondEdges(hexes: Iterable<string>, sight: Sight, size: Size): Record<Edge, string[]> {
  const out: Record<Edge, string[]> = { top: [], right: [], bottom: [], left: [] };
  for (const hex of hexes) {
    const far = standsOut(seenBox(hex, sight, size), size);
    const edge = EDGES.reduce((best, one) => (far[one] > far[best] ? one : best));
    if (far[edge] > 0) out[edge].push(hex);
  }
  return out;
}

/* The middle of the part of the drawing, as large as the window shows it, in which most of these hexes lie. */
export function densest(hexes: readonly string[], scale: number, size: Size): Point | undefined {
  const wide = (size.width - RULER) / scale - WIDE;
  const high = (size.height - RULER) / scale - HIGH;
  const points = hexes.map((hex) => centre(hex));
  let best: Point[] = [];
  // Every window with the most of them can be pushed until one lies at its left and one at its upper edge.
  for (const x of new Set(points.map((one) => one.x)))
    for (const y of new Set(points.map((one) => one.y))) {
      const inside = points.filter((one) => one.x >= x && one.x <= x + wide && one.y >= y && one.y <= y + high);
      if (inside.length > best.length) best = inside;
    }
  if (best.length === 0) return points[0];
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(best.map((one) => one.x)) - RULER / 2 / scale, y: middle(best.map((one) => one.y)) - RULER / 2 / scale };
}

export type Spot = { x: number; y: number };

/* The first of these spots at which something of this size covers none of the boxes; the one that covers least otherwise. */
export function freeSpot(spots: readonly Spot[], width: number, height: number, boxes: readonly Box[]): Spot & { free: boolean } {
  let best: Spot & { free: boolean } = { x: 0, y: 0, free: false };
  let least = Infinity;
  for (const { x, y } of spots) {
    const covered = boxes.reduce((sum, box) => sum + overlap(box, { left: x, top: y, right: x + width, bottom: y + height }), 0);
    if (covered < least) [best, least] = [{ x, y, free: covered === 0 }, covered];
    if (covered === 0) break;
  }
  return best;
}

/* The corners of the window, the lower ones first: where a thumb is and no letters are. */
export function corners(size: Size, width: number, height: number, first: 'left' | 'right', gap = 6): Spot[] {
  const [left, right] = [RULER + gap, size.width - width - gap];
  const [top, bottom] = [RULER + gap, size.height - height - gap];
  const [near, far] = first === 'left' ? [left, right] : [right, left];
  const middle = (RULER + size.height - height) / 2;
  return [
    { x: near, y: bottom },
    { x: far, y: bottom },
    { x: near, y: top },
    { x: far, y: top },
    { x: near, y: middle },
    { x: far, y: middle },
  ];
}

/* Places along an edge, from its middle outwards; where all of them are taken, a line further in. */
export function along(edge: Edge, size: Size, width: number, height: number, gap = 6): Spot[] {
  const parts = Array.from({ length: 25 }, (_, i) => 0.5 + (i % 2 === 0 ? -i : i + 1) / 50);
  const [left, right] = [RULER + gap, size.width - width - gap];
  const [top, bottom] = [RULER + gap, size.height - height - gap];
  return [0, 1, 2].flatMap((line) =>
    parts.map((part) => {
      const [x, y] = [left + (right - left) * part, top + (bottom - top) * part];
      const [across, down] = [line * (width + gap), line * (height + gap)];
      return { top: { x, y: top + down }, bottom: { x, y: bottom - down }, left: { x: left + across, y }, right: { x: right - across, y } }[edge];
    }),
  );
}

/* The part of the drawing that has all of these hexes in it, as near as they allow. */
export function allOf(box: Box, size: Size): { point: Point; near: number } {
  const scale = Math.min((size.width - RULER) / (box.right - box.left + 20), (size.height - RULER) / (box.bottom - box.top + 20));
  return { point: { x: (box.left + box.right) / 2 - RULER / 2 / scale, y: (box.top + box.bottom) / 2 - RULER / 2 / scale }, near: scale / fitOf(size) };
}

/* The letters of rows and the numbers of columns: where in the drawing each belongs. */
export const ROWS = Array.from({ length: SIZE }, (_, i) => ({ name: String.fromCharCode(97 + i), at: centre({ row: i, column: 0 }).y - BOX.y }));
export const COLUMNS = Array.from({ length: SIZE }, (_, i) => ({ n: i, at: centre({ row: 0, column: i }).x + WIDE / 4 - BOX.x }));
