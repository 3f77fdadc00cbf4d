// SPDX-License-Identifier: MIT
// What nobody at the table can see of a position: where it lies, what could lie there as well, and the position with two of them
// exchanged. Every game writes it under "hidden"; only cards reserved blind stand with their owners.
import { thing } from '$web/shape';

export type Position = Readonly<Record<string, unknown>>;
export type Value = string | number;
export type Place = {
  group: string;
  index: number;
  value: Value;
  back: string; // those with the same can change places
  seat?: number; // whose it is
  path: readonly (string | number)[];
};

type List = readonly unknown[];
const listOf = (value: unknown): List => (Array.isArray(value) ? value : []);
const thingOf = (value: unknown): Position => (thing(value) ? value : {});
const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number';

function backOf(group: string, value: Value): string {
  if (typeof value === 'string' && /^s\d-/.test(value)) return value.slice(0, 2);
  if (typeof value === 'string' && value.endsWith('_guild')) return 'guild';
  return group === 'hands' ? 'deck' : group;
}

/* Of the cards of an age those beyond its layout are left out of the game. */
const LAID = 20;
const groupOf = (group: string, index: number): string => (/^age\d$/.test(group) && index >= LAID ? 'out' : group);

/* An age that is over has nothing hidden any more, and of the one under way only what still lies face down, or was left out. */
function isThere(state: Position, group: string, index: number): boolean {
  const age = Number(/^age(\d)$/.exec(group)?.[1] ?? NaN);
  const now = Number(state['age']);
  if (Number.isNaN(age) || Number.isNaN(now) || age > now) return true;
  return age === now && (index >= LAID || ['down', 'guild'].includes(String(listOf(state['layout'])[index])));
}

function blindOf(state: Position): Place[] {
  return listOf(state['seats']).flatMap((one, seat) => {
    const { reserved, blind } = thingOf(one);
    return listOf(reserved).flatMap((value, index): Place[] =>
      isValue(value) && ((Number(blind) >> index) & 1) === 1 ? [{ group: 'blind', index, value, back: backOf('blind', value), seat, path: ['state', 'seats', seat, 'reserved', index] }] : [],
    );
  });
}

export function placesOf(position: Position): Place[] {
  const state = thingOf(position['state']);
  const lying = Object.entries(thingOf(state['hidden'])).flatMap(([key, values]) =>
    listOf(values).flatMap((value, index): Place[] => {
      if (!isValue(value) || !isThere(state, key, index)) return [];
      return [{ group: groupOf(key, index), index, value, back: backOf(key, value), path: ['state', 'hidden', key, index], ...(key === 'hands' && { seat: index }) }];
    }),
  );
  return [...blindOf(state), ...lying];
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
export function withCard(position: Position, place: Place, value: Value): Position {
  const from = placesOf(position).find((one) => one.value === value && one.back === place.back);
  if (from === undefined || value === place.value) return position;
  const changed = structuredClone(position);
  put(changed, from, place.value);
  put(changed, place, value);
  return changed;
}
