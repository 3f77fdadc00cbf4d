// SPDX-License-Identifier: MIT
// From one view to the next: which settlements and tiles travelled, so that everybody sees who did what.
import type { Flight } from '$web/motion';
import type { Journey } from '$web/travel.svelte';
import { goldLines } from './look';
import type { Board } from './view';

export type Way = Journey & {
  fresh: string[]; // hexes with a new settlement
  grown: Partial<Record<string, number>>[]; // by seat: what each line of gold gained or lost
};

const NOTHING: Way = { flights: [], fresh: [], gained: [], grown: [] };
/* More than a turn lies between the two: nothing to be told by movement. */
const MOST = 6;

function houses(before: Board, after: Board): { flights: Flight[]; fresh: string[] } {
  const flights: Flight[] = [];
  const fresh: string[] = [];
  after.seats.forEach((seat, p) => {
    const old = new Set(before.seats[p]?.settlements);
    for (const hex of seat.settlements) {
      if (old.has(hex)) continue;
      const lifted = before.lifted !== null && before.active === p ? before.lifted.from : undefined;
      fresh.push(hex);
      flights.push({ piece: `seat:${p}:house`, ...(lifted === undefined ? { stays: true } : { from: `hex:${lifted}` }), to: `hex:${hex}`, fade: true });
    }
  });
  return { flights, fresh };
}

function tiles(before: Board, after: Board): { at: string; from: string }[] {
  return after.seats.flatMap((seat, p) => {
    const old = new Set(before.seats[p]?.taken_from);
    return seat.taken_from
      .filter((hex) => !old.has(hex))
      .flatMap((hex) => {
        const tile = after.locations.find((location) => location.hex === hex)?.tile;
        return tile === undefined ? [] : [{ at: `seat:${p}:tile:${tile}`, from: `hex:${hex}` }];
      });
  });
}

export function journey(before: Board, after: Board): Way {
  const { flights, fresh } = houses(before, after);
  if (fresh.length > MOST || before.map.join('') !== after.map.join('')) return NOTHING;
  const grown = after.seats.map((seat, p) => {
    const old = before.seats[p]?.gold ?? {};
    const change: Partial<Record<string, number>> = {};
    for (const [line, gold] of goldLines(seat.gold)) {
      const by = gold - (old[line] ?? 0);
      if (by !== 0) change[line] = by;
    }
    return change;
  });
  return { flights, fresh, gained: tiles(before, after), grown };
}
