// SPDX-License-Identifier: MIT
// Checks of what came from outside: a function for each shape, so that nothing is believed without a look. The types of
// a game's view and their checks are made from its field table (games/*/web/view-types.ts).

export type Check<T> = (value: unknown) => value is T;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const boolean: Check<boolean> = (value) => typeof value === 'boolean';
export const integer: Check<number> = (value): value is number => Number.isInteger(value);
export const number: Check<number> = (value): value is number => Number.isFinite(value);
export const string: Check<string> = (value) => typeof value === 'string';

export function oneOf<const T extends readonly string[]>(...words: T): Check<T[number]> {
  return (value): value is T[number] => typeof value === 'string' && words.includes(value);
}

/* Whatever it is: somebody else looks at it. */
export const anything: Check<unknown> = (value): value is unknown => value !== undefined;
/* An object of which nothing else is known. */
export const thing: Check<Record<string, unknown>> = isObject;
export const nothing: Check<undefined> = (value): value is undefined => value === undefined;

export function either<T extends readonly unknown[]>(...checks: { readonly [K in keyof T]: Check<T[K]> }): Check<T[number]> {
  return (value): value is T[number] => checks.some((fits) => fits(value));
}

/* This very value. */
export function only<const T>(one: T): Check<T> {
  return (value): value is T => value === one;
}

/* An object that is one thing and the other as well. */
export function both<A, B>(a: Check<A>, b: Check<B>): Check<A & B> {
  return (value): value is A & B => a(value) && b(value);
}

export function nullable<T>(of: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || of(value);
}

export function list<T>(of: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(of);
}

/* An object whose keys are not known beforehand. */
export function values<T>(of: Check<T>): Check<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(of);
}

/* The keys of a table of our own, which has no others than its type says. */
// eslint-disable-next-line no-restricted-syntax -- the compiler does not know that nobody added a key
export const keysOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[];

type Checks<T> = { [K in keyof T]: Check<T[K]> };

/* Members that must be there, and members that may be. What else there is does not matter: a server may be newer. */
export function object<R extends object, O extends object = object>(
  required: Checks<R>,
  optional?: Checks<O>,
): Check<NoInfer<R & Partial<O>>> {
  const must = Object.entries<Check<unknown>>(required);
  const may = Object.entries<Check<unknown>>(optional ?? {});
  return (value): value is NoInfer<R & Partial<O>> =>
    isObject(value) &&
    must.every(([key, fits]) => fits(value[key])) &&
    may.every(([key, fits]) => value[key] === undefined || fits(value[key]));
}

/* The same for a type that is written elsewhere: each of its members has a check, and one that may be missing says so. The compiler
   sees to it that none is forgotten. */
export type Maybe<T> = { readonly maybe: Check<T> };
export const maybe = <T>(of: Check<T>): Maybe<T> => ({ maybe: of });
export type Members<T> = { readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? Maybe<Exclude<T[K], undefined>> : Check<T[K]> };

export function shape<T extends object>(members: Members<T>): Check<T> {
  const all = Object.entries<Check<unknown> | Maybe<unknown>>(members);
  return (value): value is T =>
    isObject(value) && all.every(([key, of]) => (typeof of === 'function' ? of(value[key]) : value[key] === undefined || of.maybe(value[key])));
}

/* A function that returns what it is given once that is known to fit; what was looked at is not looked at again. */
export function checked<T>(fits: Check<T>): (value: unknown) => T {
  const seen = new WeakSet<object>();
  const isFine = (value: unknown): value is T => isObject(value) && (seen.has(value) || (fits(value) && seen.add(value) === seen));
  return (value) => {
    if (isFine(value)) return value;
    throw new TypeError('this is no view that the page knows');
  };
}
