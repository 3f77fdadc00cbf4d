// SPDX-License-Identifier: MIT
// A game as text: a record; or, where it began with a position that somebody set up, that position as the engine writes it and the
// moves since.
import type { Source } from '$web/engine/engine';

export type SetUp = { game: string; position: object; moves: readonly string[] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/* No position is nested like that; whoever walks through it would fall. */
const DEEP = 64;
function isDeep(text: string): boolean {
  let [depth, most] = [0, 0];
  for (const letter of text) {
    depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0;
    most = Math.max(most, depth);
  }
  return most > DEEP;
}

/* undefined if it is no position at all; what does not fit in it the engine says. */
export function setUpFrom(text: string): SetUp | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read) || isDeep(text)) return undefined;
    const { moves = [], ...position } = read;
    const { game } = position;
    return typeof game === 'string' && isObject(position['state']) && isTexts(moves) ? { game, position, moves } : undefined;
  } catch {
    return undefined;
  }
}

export const sourceFrom = (text: string): Source => setUpFrom(text) ?? { record: text.replace(/^\uFEFF/, '') };
export const textOf = ({ position, moves }: SetUp): string => JSON.stringify({ ...position, moves });
