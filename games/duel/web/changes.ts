// SPDX-License-Identifier: MIT
// What others changed between two positions: what they took and turned up, built, raised, gained and lost, and where the pawn is.
import type { Changes } from '$web/board';
import type { Line, View } from '$web/protocol';
import { boardOf, cityOf } from './look';
import { RESOURCES, SYMBOLS, type Board, type Player } from './view';

/* Cards that lie open now and did not, and places that are empty now. A new age is new altogether: nothing in it is marked. */
function inLayout(before: Board, after: Board): string[] {
  if (before.age !== after.age) return [];
  return after.layout.flatMap((slot, i) => {
    const was = before.layout[i];
    const turned = slot.there && slot.card !== undefined && was?.card === undefined;
    return turned || (was?.there && !slot.there) ? `slot:${after.age}:${i}` : [];
  });
}

function ofSeat(was: Player, is: Player, p: number): string[] {
  const at = (place: string) => `seat:${p}:${place}`;
  const stood = new Set(was.wonders.map(({ key, state }) => `${key} ${state}`));
  const built = new Set(cityOf(was).map(({ key }) => key));
  const owned = new Set(was.tokens.map(({ key }) => key));
  return [
    ...(was.coins === is.coins ? [] : [at('coins')]),
    ...RESOURCES.filter((one) => was.resources[one].made !== is.resources[one].made).map((one) => at(`res:${one}`)),
    ...SYMBOLS.filter((one) => was.symbols[one] !== is.symbols[one]).map((one) => at(`symbol:${one}`)),
    ...is.wonders.filter(({ key, state }) => !stood.has(`${key} ${state}`)).map(({ key }) => at(`wonder:${key}`)),
    ...cityOf(is).flatMap(({ key, colour }) => (built.has(key) ? [] : [`card:${key}`, at(`city:${colour}`)])),
    ...is.tokens.flatMap(({ key }) => (owned.has(key) ? [] : [at(`token:${key}`), `token:${key}`])),
  ];
}

export function changes(from: View, to: View, lines: readonly Line[]): Changes {
  const [before, after] = [boardOf(from), boardOf(to)];
  const by = lines.findLast((line) => line.seat !== undefined)?.seat ?? 0;
  const seats = after.seats.flatMap((is, p) => {
    const was = before.seats[p];
    return was ? ofSeat(was, is, p) : [];
  });
  const places = [...inLayout(before, after), ...(before.pawn === after.pawn ? [] : ['track']), ...seats];
  return new Map(places.map((place) => [place, by]));
}
