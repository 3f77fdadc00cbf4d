// SPDX-License-Identifier: MIT
// What others changed between two positions: settlements, tiles, and the gold and the supply of everybody whom that moved.
import type { Changes } from '$web/board';
import type { Line, View } from '$web/protocol';
import { boardOf, goldLines, kindsOf } from './look';
import type { Board } from './view';

function ofSeat(before: Board, after: Board, p: number): string[] {
  const [was, is] = [before.seats[p], after.seats[p]];
  if (was === undefined || is === undefined) return [];
  const old = new Set(was.settlements);
  const had = kindsOf(before, was).map((kind) => kind.ready + kind.used + kind.fresh);
  return [
    ...is.settlements.filter((hex) => !old.has(hex)).map((hex) => `hex:${hex}`),
    ...kindsOf(after, is).flatMap((kind, i) => (kind.ready + kind.used + kind.fresh !== had[i] ? `seat:${p}:tile:${kind.tile}` : [])),
    ...goldLines(is.gold).flatMap(([line, gold]) => (gold !== (was.gold[line] ?? 0) ? `seat:${p}:gold:${line}` : [])),
    ...(was.supply === is.supply ? [] : [`seat:${p}:house`]),
  ];
}

export function changes(from: View, to: View, lines: readonly Line[]): Changes {
  const [before, after] = [boardOf(from), boardOf(to)];
  const others = new Set(lines.flatMap((line) => line.seat ?? []));
  return new Map([...others].flatMap((p) => ofSeat(before, after, p).map((place): [string, number] => [place, p])));
}
