// SPDX-License-Identifier: MIT
// A position as a form: what can be changed comes from the engine's table of fields (core/form.c), what it is now from the position
// itself. Nothing here knows a game.
import type { Form, Kind, Row } from '$engine/table.js';
import type { GameTable } from '$web/board';
import { thing } from '$web/shape';
import type { Position } from '$web/study/hidden';

export type { Form, Kind, Row } from '$engine/table.js';
export type Path = readonly (string | number)[];
type Tree = Record<string | number, unknown>;

/* A list or an object of the position. */
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const copyOf = (inside: unknown): Tree => (!isTree(inside) ? {} : Array.isArray(inside) ? Object.assign([], inside) : { ...inside });

export const HIDDEN = 'hidden'; // the group of what nobody can see
export const isSection = (row: Row): boolean => row.rows !== undefined;
export const kindOf = (form: Form, row: Row): Kind => form.kinds[row.kind ?? -1] ?? { form: 'text' };

/* The row of what lies at this place. */
export const rowAt = (form: Form, path: Path): Row | undefined => path.filter((key) => typeof key === 'string').reduce<Row | undefined>((row, key) => row?.rows?.find(({ name }) => name === key), { name: '', rows: form.rows });

/* --- reading and changing --- */

export const at = (position: Position, path: Path): unknown => path.reduce<unknown>((inside, key) => (isTree(inside) ? inside[key] : undefined), position['state']);
export const listAt = (position: Position, path: Path): readonly unknown[] => {
  const list = at(position, path);
  return Array.isArray(list) ? list : [];
};

/* The position with another value there; nothing else of it is copied than what leads there. */
export function put(position: Position, path: Path, value: unknown): Position {
  const replace = (inside: unknown, keys: Path): unknown => {
    const [key, ...rest] = keys;
    if (key === undefined) return value;
    const copy = copyOf(inside);
    copy[key] = replace(copy[key], rest);
    return copy;
  };
  return { ...position, state: replace(position['state'], path) };
}

export const without = (list: readonly unknown[], index: number): unknown[] => list.filter((_, i) => i !== index);

/* Where the engine found something: "seats[1].tokens" as a path. */
export const pathOf = (where: string): Path => [...where.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
export const isWithin = (where: Path, path: Path): boolean => path.every((key, i) => where[i] === key);

/* --- texts that consist of something --- */

/* Letters that stand as often as there are of each: "wwg" is two w and one g. */
export const countsOf = (letters: string, text: string): number[] => [...letters].map((letter) => text.split(letter).length - 1);
export const counted = (letters: string, counts: readonly number[]): string => [...letters].map((letter, i) => letter.repeat(counts[i] ?? 0)).join('');

export const letterSet = (text: string, place: number, letter: string): string => [...text].map((one, i) => (i === place ? letter : one)).join('');

/* "q18:0,1:s" by what stands before each piece. A text that does not look so has its first pieces only. */
export function piecesOf(kind: Kind, text: string): string[] {
  const befores = (kind.pieces ?? []).map(({ before }) => before);
  let rest = text;
  return befores.map((before, i) => {
    rest = rest.startsWith(before) ? rest.slice(before.length) : rest;
    const next = befores[i + 1];
    const end = next === undefined || next === '' ? rest.length : rest.indexOf(next, 1);
    const piece = rest.slice(0, end < 0 ? rest.length : end);
    rest = rest.slice(piece.length);
    return piece;
  });
}
export const joined = (kind: Kind, pieces: readonly string[]): string => (kind.pieces ?? []).map(({ before }, i) => before + (pieces[i] ?? '')).join('');

/* --- values to begin with --- */

/* The names that this row offers. */
export const namesOf = (row: Row, kind: Kind): readonly string[] => (row.high === undefined ? (kind.names ?? []) : (kind.names ?? []).slice(row.low ?? 0, row.high + 1));
export const faceOf = (kind: Kind, name: string): Readonly<Record<string, unknown>> | undefined => kind.faces?.[kind.names?.indexOf(name) ?? -1] ?? undefined;

export function first(form: Form, row: Row): unknown {
  const kind = kindOf(form, row);
  if (row.null) return null;
  if (kind.form === 'int') return row.low ?? 0;
  if (kind.form === 'bool') return false;
  if (kind.form === 'name') return namesOf(row, kind)[0] ?? '';
  if (kind.pieces) return joined(kind, kind.pieces.map((piece) => (piece.low === undefined ? (form.kinds[piece.kind]?.names?.[0] ?? '') : '0')));
  return '';
}

/* --- what follows from a change --- */

/* Lists that go along with another one are as long as it is. */
export function alongside(form: Form, position: Position): Position {
  return form.rows.reduce((now, row) => {
    if (row.along === undefined) return now;
    const [length, list] = [listAt(now, [row.along]).length, listAt(now, [row.name])];
    return list.length === length ? now : put(now, [row.name], Array.from({ length }, (_, i) => list[i] ?? null));
  }, position);
}

/* Everything that lies open, with where it lies. */
export type Lying = { path: Path; row: Row; kind: Kind; value: unknown };
export function lyingOf(form: Form, position: Position): Lying[] {
  const walk = (rows: readonly Row[], above: Path): Lying[] =>
    rows.flatMap((row): Lying[] => {
      const path = [...above, row.name];
      if (row.name === HIDDEN) return [];
      if (row.rows) return row.list === undefined ? walk(row.rows, path) : listAt(position, path).flatMap((_, i) => walk(row.rows ?? [], [...path, i]));
      const kind = kindOf(form, row);
      if (row.list === undefined) return [{ path, row, kind, value: at(position, path) }];
      return listAt(position, path).map((value, i) => ({ path: [...path, i], row, kind, value }));
    });
  return walk(form.rows, []);
}

/* A thing of which there is one comes from where it lay: what was here goes there, or its place is empty then. */
export function moved(form: Form, position: Position, path: Path, row: Row, value: unknown): Position {
  const kind = kindOf(form, row);
  const from = kind.once && value !== null ? lyingOf(form, position).find((one) => one.kind.once && one.kind.word === kind.word && one.value === value && one.path.join() !== path.join()) : undefined;
  const before = at(position, path);
  const changed = put(position, path, value);
  if (from === undefined) return changed;
  const list = from.path.slice(0, -1);
  if (typeof before === 'string' && namesOf(from.row, from.kind).includes(before)) return put(changed, from.path, before);
  return from.row.list === 'places' ? put(changed, from.path, null) : put(changed, list, without(listAt(changed, list), Number(from.path.at(-1))));
}

/* What a player gets of something that is counted comes from the pile that all have in common, and goes back there: `position` was
   changed, `before` was not yet. */
export function balanced(form: Form, before: Position, path: Path, row: Row, position: Position): Position {
  const { letters, places } = kindOf(form, row);
  const pile = form.rows.find((one) => one.kind === row.kind && one.list === undefined);
  if (letters === undefined || places !== 0 || pile === undefined || path.length < 2) return position;
  const [was, is, there] = [at(before, path), at(position, path), at(position, [pile.name])].map((text) => countsOf(letters, String(text)));
  return put(position, [pile.name], counted(letters, (there ?? []).map((n, i) => Math.max(0, n + (was?.[i] ?? 0) - (is?.[i] ?? 0)))));
}

/* What lies open lies no longer hidden; a thing may be a number there and have a name elsewhere. */
export function uncovered(form: Form, position: Position, numbered: GameTable['numbered']): Position {
  const open = new Set(lyingOf(form, position).flatMap(({ value }) => (typeof value === 'string' ? [value, value.split(':')[0] ?? ''] : [])));
  const hidden = at(position, [HIDDEN]);
  const cleaned = Object.entries(thing(hidden) ? hidden : {}).map(([key, list]) => {
    if (!Array.isArray(list)) return [key, list] as const;
    const isOpen = (value: unknown): boolean => {
      const called = typeof value === 'number' ? numbered?.(key, value) : undefined;
      return open.has(called?.name ?? String(value)) || (called !== undefined && isListed(form, position, called.word, value));
    };
    return [key, list.some((value) => value === null) ? list.map((value: unknown) => (isOpen(value) ? null : value)) : list.filter((value) => !isOpen(value))] as const;
  });
  return put(position, [HIDDEN], Object.fromEntries(cleaned));
}
/* It lies open in a list that calls such things by their numbers, too. */
const isListed = (form: Form, position: Position, word: string, value: unknown): boolean =>
  form.rows.some((row) => row.list === 'list' && kindOf(form, row).form === 'int' && kindOf(form, row).word === word && listAt(position, [row.name]).includes(value));

/* Nothing is said about what lies hidden but the generators that will shuffle it. */
export function forgotten(position: Position): Position {
  const hidden = at(position, [HIDDEN]);
  return put(position, [HIDDEN], Object.fromEntries(Object.entries(thing(hidden) ? hidden : {}).filter(([, value]) => !Array.isArray(value))));
}
