// SPDX-License-Identifier: MIT
// A first game with a guide. What it says is data of the game: games/GAME/web/guide.ts and guide/{en,fa}.json.
// A step is said once, when everything it asks for is true; what the others do is explained by their phrases.
import type { Word } from './i18n';
import type { Line, Move, View } from './protocol';
import type { Language } from './settings.svelte';
import { integer, values } from './shape';

export type GuideStep = {
  key: string; // of the guide's words: `key` is the text, `key.title` its heading
  turn?: number; // from my turn of this number on; 0 is my first
  prompt?: string; // what is to be decided: the key of the prompt begins so
  can?: string; // one of my moves begins so
  after?: string; // somebody's phrase since my last decision begins so
  rule?: string; // the clause of the rules to read about it
  point?: string; // what it is about, as a selector on the table
};

/* What a deed of others is good for, in general: nobody claims to know what a bot has thought. */
export type GuideDeed = { key: string; rule?: string };

export type GuideWords = Record<Language, Readonly<Record<string, Word>>>;

export type GameGuide = {
  players: number;
  options: Record<string, string>; // the first game that the rule book suggests
  steps: readonly GuideStep[];
  deeds: Readonly<Record<string, GuideDeed>>; // by the key of the phrase
  words: GuideWords; // `end` is said when it is over, `idle` when there is nothing new to say
};

export type Moment = { view: View; legal: readonly Move[]; lines: readonly Line[]; me: number };

/* How many turns of mine have begun before this one. */
export function myTurns({ view, lines, me }: Moment): number {
  const turns = new Set(lines.filter((line) => line.what === 'move' && line.seat === me && line.turn !== view.turn).map((line) => line.turn));
  return turns.size;
}

/* What the others have done since my last decision. */
export function since(lines: readonly Line[], me: number): Line[] {
  const moves = lines.filter((line) => line.what === 'move' && line.say !== undefined);
  return moves.slice(moves.findLastIndex((line) => line.seat === me) + 1);
}

export function fits(step: GuideStep, moment: Moment): boolean {
  if (step.turn !== undefined && myTurns(moment) < step.turn) return false;
  if (step.prompt !== undefined && !moment.view.prompt.key.startsWith(step.prompt)) return false;
  const { can, after } = step;
  if (can !== undefined && !moment.legal.some((one) => one.move.startsWith(can))) return false;
  if (after !== undefined) {
    const mine = moment.lines.findLastIndex((line) => line.what === 'move' && line.seat === moment.me);
    const said = moment.lines.slice(Math.max(0, mine)).flatMap((line) => line.say ?? []);
    if (!said.some((phrase) => phrase.key.startsWith(after))) return false;
  }
  return true;
}

/* Steps to be said now: those that fit and were not said at an earlier ply. */
export function due(steps: readonly GuideStep[], moment: Moment, ply: number, seen: Readonly<Record<string, number>>): GuideStep[] {
  return steps.filter((step) => (seen[step.key] === undefined ? fits(step, moment) : seen[step.key] === ply));
}

/* --- which tables have a guide, and what it has said there: kept in this browser --- */

const isSeen = values(integer);
const KEY = (table: string) => `takht.guide.${table}`;

export function guided(table: string): Record<string, number> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY(table)) ?? 'null');
    return isSeen(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepGuide(table: string, seen: Readonly<Record<string, number>>): void {
  try {
    localStorage.setItem(KEY(table), JSON.stringify(seen));
  } catch {
    // then it begins anew when the page is loaded again
  }
}
