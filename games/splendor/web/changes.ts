// SPDX-License-Identifier: MIT
// What others changed between two positions: cards they uncovered, and what they took, paid, bought, reserved and were given.
import type { Changes } from '$web/board';
import { partsOf } from '$web/phrases';
import type { Line, View } from '$web/protocol';
import { boardOf } from './look';
import { COLOURS, TOKENS, type Board } from './view';

/* Cards that lie open now and did not before, by whoever made room for them. */
function uncovered(lines: readonly Line[], after: Board): [string, number][] {
  const open = new Set(after.market.flat().flatMap((card) => card?.id ?? []));
  return lines.flatMap((line) =>
    (line.say ?? [])
      .filter((phrase) => phrase.key === 'event.card')
      .map((phrase) => String(partsOf(phrase, 'card')[0]))
      .filter((id) => open.has(id))
      .map((id): [string, number] => [`card:${id}`, line.seat ?? 0]),
  );
}

function ofSeat(before: Board, after: Board, p: number): string[] {
  const [was, is] = [before.seats[p], after.seats[p]];
  if (was === undefined || is === undefined) return [];
  const known = new Set(was.reserved.flatMap(({ card }) => card?.id ?? []));
  const blind = is.reserved.length - was.reserved.length;
  return [
    ...TOKENS.filter((token) => was.tokens[token] !== is.tokens[token]).map((token) => `seat:${p}:${token}`),
    ...COLOURS.filter((one) => was.bonus[one] !== is.bonus[one]).map((one) => `seat:${p}:bonus:${one}`),
    ...is.reserved.flatMap(({ card }, i) => ((card ? !known.has(card.id) : i >= is.reserved.length - blind) ? `seat:${p}:hand:${i}` : [])),
  ];
}

export function changes(from: View, to: View, lines: readonly Line[]): Changes {
  const [before, after] = [boardOf(from), boardOf(to)];
  const others = new Set(lines.flatMap((line) => line.seat ?? []));
  const given = after.nobles.flatMap((noble, i): [string, number][] => (noble.owner !== null && before.nobles[i]?.owner === null ? [[`noble:${noble.id}`, noble.owner]] : []));
  const owned = [...others].flatMap((p) => ofSeat(before, after, p).map((place): [string, number] => [place, p]));
  return new Map([...uncovered(lines, after), ...given, ...owned]);
}
