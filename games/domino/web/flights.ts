// SPDX-License-Identifier: MIT
// From one view to the next: which pieces travelled where, so that everybody sees who did what.
import type { Flight } from '$web/motion';
import type { Journey } from '$web/travel.svelte';
import { homeOf, kingdomOf, keyOf, nameOf } from './look';
import type { Board, Cell, Kingdom } from './view';

const cellAt = (kingdom: Kingdom, cell: Cell): string => `${homeOf(kingdom)}:cell:${keyOf(cell)}`;

/* Who acts; partners rule one kingdom, but each has a panel of their own. */
const actorOf = (board: Board): number | undefined => board.line.find((one) => one.now)?.seat ?? undefined;

/* Dominoes that came from the line into a kingdom, knights that were put on squares, tiles that were built. */
function lands(before: Board, after: Board): Flight[] {
  return after.kingdoms.flatMap((kingdom, k) => {
    const actor = actorOf(before);
    const owner = actor !== undefined && kingdom.seats.includes(actor) ? actor : (kingdom.seats[0] ?? 0);
    const old = new Map(before.kingdoms[k]?.cells.map((cell) => [keyOf(cell), cell]));
    return kingdom.cells.flatMap((cell): Flight[] => {
      const was = old.get(keyOf(cell));
      const to = cellAt(kingdom, cell);
      if (was === undefined) return cell.half === 'left' ? [{ piece: `domino:${nameOf(cell)}`, to, fade: true }] : [];
      const out: Flight[] = [];
      if (cell.knight && !was.knight) out.push({ piece: 'piece:knight', from: `seat:${owner}:knights`, to, fade: true });
      if (cell.building && !was.building) {
        const slot = before.display?.find((one) => one.building?.id === cell.building?.id && after.display?.[one.slot]?.building === null);
        if (slot) out.push({ piece: `slot:${slot.slot}`, to, fade: true });
      }
      return out;
    });
  });
}

/* A king walks from the domino it stood on to the one it chose. */
function kings(before: Board, after: Board): Flight[] {
  return after.next.flatMap((one): Flight[] => {
    const was = before.next.find((other) => nameOf(other) === nameOf(one));
    if (one.seat === null || was === undefined || was.seat !== null) return [];
    const from = before.line.find((other) => other.now);
    return from?.seat === one.seat ? [{ piece: `king:${nameOf(from)}`, to: `domino:${nameOf(one)}` }] : [];
  });
}

function queenAndDragon(before: Board, after: Board): Flight[] {
  const out: Flight[] = [];
  if (typeof after.dragon === 'number' && before.dragon === null) out.push({ piece: 'cave', to: `slot:${after.dragon}`, fade: true });
  if (typeof after.queen === 'number' && after.queen !== before.queen) {
    const [from, to] = [before.kingdoms[before.queen ?? -1], after.kingdoms[after.queen]];
    if (to) out.push({ piece: 'piece:queen', from: from ? `seat:${from.seats[0] ?? 0}` : 'cave', to: `seat:${to.seats[0] ?? 0}`, fade: true });
  }
  return out;
}

/* Taxes come from the new knights to the purse. */
function coins(before: Board, after: Board): Flight[] {
  const actor = actorOf(before);
  if (before.phase !== 'tax' || actor === undefined) return [];
  const [was, now] = [before.kingdoms[kingdomOf(before, actor)], after.kingdoms[kingdomOf(after, actor)]];
  if (!was || !now || (now.coins ?? 0) <= (was.coins ?? 0)) return [];
  const knight = now.cells.find((cell) => cell.knight && !was.cells.some((old) => keyOf(old) === keyOf(cell) && old.knight));
  return knight ? [{ piece: 'piece:coin', from: cellAt(now, knight), to: `seat:${actor}:coins`, fade: true }] : [];
}

export function journey(before: Board, after: Board): Journey {
  const flights = [...lands(before, after), ...kings(before, after), ...queenAndDragon(before, after), ...coins(before, after)];
  const known = new Set([...before.line, ...before.next].map((one) => nameOf(one)));
  const turned = after.next.filter((one) => !known.has(nameOf(one))).map((one) => `domino:${nameOf(one)}`);
  for (const slot of after.display ?? []) {
    const was = before.display?.find((one) => one.slot === slot.slot);
    if (slot.building && was?.building?.id !== slot.building.id) turned.push(`slot:${slot.slot}`);
  }
  // More than a turn lies between the two: nothing to be told by movement.
  return flights.length > 6 ? { flights: [], turned: [] } : { flights, turned };
}
