// SPDX-License-Identifier: MIT
// What others changed between two positions: beds they planted in, and what was turned up in the row.
import type { Changes } from '$web/board';
import type { Line, View } from '$web/protocol';
import { boardOf, ofKind } from './look';
import { KINDS } from './view';

export function changes(from: View, to: View, lines: readonly Line[]): Changes {
  const [before, after] = [boardOf(from), boardOf(to)];
  const others = [...new Set(lines.flatMap((line) => line.seat ?? []))];
  const known = new Set(before.row.flatMap((plant) => plant?.id ?? []));
  const grown = (seat: number) => KINDS.filter((kind) => ofKind(after.seats[seat]?.plants ?? [], kind).length > ofKind(before.seats[seat]?.plants ?? [], kind).length);
  const planted = others.flatMap((seat) => grown(seat).map((kind): [string, number] => [`seat:${seat}:${kind}`, seat]));
  const turned = after.row.flatMap((plant): [string, number][] => (plant && !known.has(plant.id) ? [[`row:${plant.id}`, others.at(-1) ?? 0]] : []));
  return new Map([...planted, ...turned]);
}
