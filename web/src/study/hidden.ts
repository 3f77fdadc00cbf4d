// SPDX-License-Identifier: MIT
// What nobody at the table can see of a position: where it lies, what could lie there as well, and the position with two of them
// exchanged. Every game writes it under "hidden", in lists; a game whose cards lie hidden elsewhere too, or whose backs differ within a
// list, says so (`hiddenPlaces` of its table).
import { thing } from '$web/shape';

export type Position = Readonly<Record<string, unknown>>;
export type Value = string | number;
export type Place = {
  group: string; // the list
  title: string; // what it is called: a word of the game
  index: number;
  value: Value;
  back: string; // those with the same can change places
  seat?: number; // whose it is
  path: readonly (string | number)[];
};

type List = readonly unknown[];
export const listOf = (value: unknown): List => (Array.isArray(value) ? value : []);
export const thingOf = (value: unknown): Position => (thing(value) ? value : {});
export const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number';

/* All that stands under "hidden"; in a list all have the same back. */
export function placesOf(position: Position): Place[] {
  const hidden = thingOf(thingOf(position['state'])['hidden']);
  return Object.entries(hidden).flatMap(([group, values]) =>
    listOf(values).flatMap((value, index): Place[] => (isValue(value) ? [{ group, title: `hidden.${group}`, index, value, back: group, path: ['state', 'hidden', group, index] }] : [])),
  );
}

/* What could lie there: each once, and the one that does first. */
export function possible(places: readonly Place[], place: Place): Value[] {
  const others = places.filter(({ back }) => back === place.back).map(({ value }) => value);
  return [place.value, ...[...new Set(others)].filter((value) => value !== place.value)];
}

const memberOf = (of: unknown, key: string | number): unknown => (Array.isArray(of) ? listOf(of)[Number(key)] : thingOf(of)[key]);
function put(position: Position, { path }: Place, value: Value): void {
  const last = path.at(-1) ?? '';
  const inside = path.slice(0, -1).reduce<unknown>(memberOf, position);
  if (Array.isArray(inside)) inside[Number(last)] = value;
  else if (thing(inside)) inside[last] = value;
}

/* The position with this card there; the one that lay there goes where it came from. */
export function withCard(position: Position, places: readonly Place[], place: Place, value: Value): Position {
  const from = places.find((one) => one.value === value && one.back === place.back);
  if (from === undefined || value === place.value) return position;
  const changed = structuredClone(position);
  put(changed, from, place.value);
  put(changed, place, value);
  return changed;
}
