// SPDX-License-Identifier: MIT
// What others changed between two positions: dominoes they laid, knights and buildings on them, what they own, tiles they took or had
// burnt, and the dominoes they chose.
import type { Changes } from '$web/board';
import type { Line, View } from '$web/protocol';
import { boardOf, homeOf, keyOf, nameOf } from './look';
import type { Board, Cell, Kingdom } from './view';

const THINGS = ['coins', 'knights', 'towers'] as const;
const free = (kingdom: Kingdom, thing: (typeof THINGS)[number]) => (thing === 'knights' ? `${kingdom.free_knights} ${kingdom.knights}` : kingdom[thing]);

/* Dominoes by name, and cells on which something new stands. */
function ofLand(was: Kingdom, is: Kingdom): string[] {
  const old = new Map(was.cells.map((cell) => [keyOf(cell), cell]));
  const grew = (cell: Cell, before: Cell) => (cell.building != null && before.building == null) || (cell.knight === true && before.knight !== true);
  return is.cells.flatMap((cell) => {
    const before = old.get(keyOf(cell));
    if (before === undefined) return [`${homeOf(is)}:${nameOf(cell)}`];
    return grew(cell, before) ? [`${homeOf(is)}:cell:${keyOf(cell)}`] : [];
  });
}

function ofKingdoms(before: Board, after: Board, others: ReadonlySet<number>): [string, number][] {
  return after.kingdoms.flatMap((is, k) => {
    const was = before.kingdoms[k];
    const by = is.seats.find((seat) => others.has(seat));
    if (was === undefined || by === undefined) return [];
    const owned = THINGS.filter((thing) => free(was, thing) !== free(is, thing)).flatMap((thing) => is.seats.map((seat) => `seat:${seat}:${thing}`));
    const queen = is.queen === true && was.queen !== true ? is.seats.map((seat) => `seat:${seat}:queen`) : [];
    return [...ofLand(was, is), ...owned, ...queen].map((place): [string, number] => [place, by]);
  });
}

/* Whose move took a tile away: the slots are moved together between two rounds, so those lines tell, not the display. */
function ofSlots(after: Board, lines: readonly Line[]): [string, number][] {
  return lines.flatMap((line): [string, number][] => {
    const slot = /^(?:build|burn) (\d)/.exec(line.move ?? '')?.[1];
    const empty = after.display?.some((one) => String(one.slot) === slot && one.building === null) ?? false;
    return slot !== undefined && empty ? [[`slot:${slot}`, line.seat ?? 0]] : [];
  });
}

export function changes(from: View, to: View, lines: readonly Line[]): Changes {
  const [before, after] = [boardOf(from), boardOf(to)];
  const others = new Set(lines.flatMap((line) => line.seat ?? []));
  const free = new Set(before.next.filter((one) => one.seat === null).map(nameOf));
  const chosen = after.next.flatMap((one): [string, number][] => (one.seat !== null && free.has(nameOf(one)) && others.has(one.seat) ? [[`domino:${nameOf(one)}`, one.seat]] : []));
  return new Map([...ofKingdoms(before, after, others), ...ofSlots(after, lines), ...chosen]);
}
