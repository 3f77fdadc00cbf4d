// SPDX-License-Identifier: MIT
// The chances along a line of a game as areas to be drawn. Of some positions nobody has thought yet: between two that were weighed
// the way is straight, and before the first and after the last nothing is drawn.
import { sharesOf } from './report';

export type Chances = readonly (readonly number[] | undefined)[];
export type Stop = { at: number; shares: readonly number[] };

export const stopsOf = (course: Chances): Stop[] => course.flatMap((chances, at) => (chances === undefined ? [] : [{ at, shares: sharesOf(chances) }]));

/* Where the area of each seat begins and ends at a stop, one upon the other, from 0 to 1. */
export function layersOf(stop: Stop, order: readonly number[]): [number, number][] {
  let below = 0;
  return order.map((seat) => {
    const from = below;
    below += stop.shares[seat] ?? 0;
    return [from, below];
  });
}
