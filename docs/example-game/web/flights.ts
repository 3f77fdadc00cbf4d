// SPDX-License-Identifier: MIT
// From one view to the next: which plants went where, so that everybody sees who did what.
import type { Flight } from '$web/motion';
import type { Journey } from '$web/travel.svelte';
import type { Board } from './view';

const idsOf = (board: Board): Set<string> => new Set(board.row.flatMap((plant) => (plant ? [plant.id] : [])));

export function journey(before: Board, after: Board): Journey {
  const [old, now] = [idsOf(before), idsOf(after)];
  const flights = after.seats.flatMap((seat, p): Flight[] => {
    const planted = seat.plants.filter(({ id }) => old.has(id) && !now.has(id));
    const bulb = seat.bulbs > (before.seats[p]?.bulbs ?? 0);
    const things = [...planted.map(({ id }) => `row:${id}`), ...(bulb ? ['pile'] : [])];
    return things.map((piece) => ({ piece, to: `seat:${p}:garden`, fade: true }));
  });
  // More than a turn lies between the two: nothing to be told by movement.
  if (flights.length > 1) return { flights: [], turned: [] };
  return { flights, turned: [...now].filter((id) => !old.has(id)).map((id) => `row:${id}`) };
}
