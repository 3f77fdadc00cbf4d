// SPDX-License-Identifier: MIT
// Puzzles: positions in which one move is clearly right, as `takht puzzles` makes them; today's is the same for everybody.
import { gamePage } from '$web/games';
import type { Phrase } from '$web/protocol';
import { boolean, integer, list, shape, string, thing, values } from '$web/shape';
import { isPhrase } from '$web/shapes';

export type Puzzle = {
  game: string;
  number: number; // in its file, from 0: its address
  best: string;
  next: string; // the next best move
  chance: number; // 0 … 1
  chanceNext: number;
  solved: boolean; // to the end
  why: readonly Phrase[];
  players: number;
  options: Readonly<Record<string, string>>;
  seed: string;
  moves: readonly string[];
};

const files = import.meta.glob<string>('$games/*/puzzles/*.jsonl', { query: '?raw', import: 'default' });
const fileOf = new Map(Object.entries(files).map(([path, load]) => [/([\w-]+)\.jsonl$/.exec(path)?.[1] ?? '', load] as const));

export const puzzleGames = (): string[] => [...fileOf.keys()].sort();

type Row = Omit<Puzzle, 'game' | 'number' | 'chanceNext'> & { chance_next: number };
const isRow = shape<Row>({
  best: string,
  next: string,
  chance: integer,
  chance_next: integer,
  solved: boolean,
  why: list(isPhrase),
  players: integer,
  options: values(string),
  seed: string,
  moves: list(string),
});

export function puzzlesIn(game: string, text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, number) => {
      const read: unknown = JSON.parse(line);
      if (!isRow(read)) throw new TypeError(`puzzle ${number} of ${game} is none`);
      const { chance_next, ...row } = read;
      return { ...row, game, number, chance: row.chance / 10000, chanceNext: chance_next / 10000 };
    });
}

export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  const load = fileOf.get(game);
  return load === undefined ? [] : puzzlesIn(game, await load());
}

/* --- themes --- */

export type Theme = 'win' | 'defence' | 'points' | 'noble' | 'tower' | 'domino' | 'tempo' | 'growth' | 'war' | 'science' | 'wonder' | 'reach' | 'purse' | 'land' | 'plan';

/* What reasons are about that every game has; those of a game stand in its index.ts. */
const THEMES: Readonly<Record<string, Theme>> = { wins: 'win', prevents: 'defence', points: 'points' };

/* The first reason of a puzzle is its theme. What is about the others is there to stop them. */
export function themeOf({ game, why }: Pick<Puzzle, 'game' | 'why'>): Theme {
  const key = why[0]?.key.replace(/^better\./, '') ?? '';
  return THEMES[key] ?? (key.endsWith('.other') ? 'defence' : (gamePage(game)?.themes?.[key] ?? 'plan'));
}

/* --- one for each day --- */

/* Days since 1970 where I live: the new one comes at midnight. */
export const dayOf = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / 86_400_000);

/* Any number, well mixed, so that days in a row have nothing to do with each other. */
export function mixed(day: number): number {
  let x = Math.imul(day ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
}

/* Games take turns day by day. */
export const gameOfDay = (day: number, games: readonly string[]): string => games[day % games.length] ?? '';

/* --- what was solved, kept in this browser --- */

export type Solved = { days: number[]; first: number; tries: number }; // days with today's puzzle solved; at the first try; in all
export const NOTHING_SOLVED: Solved = { days: [], first: 0, tries: 0 };

export function solvedFrom(text: string | null): Solved {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!thing(kept)) return NOTHING_SOLVED;
    const { days, first, tries } = kept;
    return { days: Array.isArray(days) ? days.filter(integer) : [], first: Number(first) || 0, tries: Number(tries) || 0 };
  } catch {
    return NOTHING_SOLVED;
  }
}

/* Days in a row up to today; a day that is not over does not break it. */
export function streakOf(days: readonly number[], today: number): number {
  const known = new Set(days);
  let streak = 0;
  for (let day = known.has(today) ? today : today - 1; known.has(day); day--) streak++;
  return streak;
}

export function longestOf(days: readonly number[]): number {
  return Math.max(0, ...days.map((day) => streakOf(days, day)));
}
