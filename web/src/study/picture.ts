// SPDX-License-Identifier: MIT
// What is shown of the board of a moment: where the move that was made and the better one lie, and how close one looks.

/* Things that only one of the two moves is made with: what both have tells nothing. */
export type Place = { place: string; good: boolean };
export function apart(made: readonly string[], best: readonly string[]): Place[] {
  const of = (places: readonly string[], others: readonly string[], good: boolean) => places.filter((place) => !others.includes(place)).map((place) => ({ place, good }));
  return [...of(made, best, false), ...of(best, made, true)];
}

export type Box = { x: number; y: number; width: number; height: number };
/* So many times as large, beginning at this place of the board. */
export type Closer = { zoom: number; x: number; y: number };

const MOST = 1.75; // closer, and nobody knows where it is
const AROUND = 40; // of the board, on each side of what matters

export function closer(boxes: readonly Box[], board: { width: number; height: number }): Closer {
  if (boxes.length === 0) return { zoom: 1, x: 0, y: 0 };
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)) - AROUND, Math.min(...boxes.map(({ y }) => y)) - AROUND];
  const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)) + AROUND, Math.max(...boxes.map(({ y, height }) => y + height)) + AROUND];
  const zoom = Math.max(1, Math.min(MOST, board.width / (right - left), board.height / (bottom - top)));
  const begin = (from: number, to: number, all: number) => Math.max(0, Math.min(all - all / zoom, (from + to - all / zoom) / 2));
  return { zoom, x: begin(left, right, board.width), y: begin(top, bottom, board.height) };
}
