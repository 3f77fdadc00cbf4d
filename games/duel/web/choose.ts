// SPDX-License-Identifier: MIT
// The legal list as choices: what can be done with which card, and what else is asked.
import type { Move } from '$web/protocol';

export type Deeds = {
  build?: string;
  discard?: string;
  wonders: ReadonlyMap<string, string>; // wonder -> move
};

export type Choices = {
  cards: ReadonlyMap<string, Deeds>; // cards that can be taken
  draft: ReadonlySet<string>;
  destroy: ReadonlySet<string>;
  revive: ReadonlySet<string>;
  token: ReadonlySet<string>;
  library: ReadonlySet<string>;
  start: readonly string[]; // "start me", "start other"
};

/* What is asked apart from the cards of the layout. */
const QUESTIONS = ['draft', 'destroy', 'revive', 'token', 'library'] as const;
type Question = (typeof QUESTIONS)[number];
const isQuestion = (verb: string): verb is Question => QUESTIONS.some((one) => one === verb);

type Writable = { build?: string; discard?: string; wonders: Map<string, string> };

export function choicesOf(legal: readonly Move[]): Choices {
  const cards = new Map<string, Writable>();
  const sets: Record<Question, Set<string>> = { draft: new Set(), destroy: new Set(), revive: new Set(), token: new Set(), library: new Set() };
  const start: string[] = [];
  const deeds = (card: string): Writable => {
    let found = cards.get(card);
    if (found === undefined) cards.set(card, (found = { wonders: new Map() }));
    return found;
  };
  for (const { move } of legal) {
    const [verb = '', thing = '', under = ''] = move.split(' ');
    if (verb === 'build') deeds(thing).build = move;
    else if (verb === 'discard') deeds(thing).discard = move;
    else if (verb === 'wonder') deeds(under).wonders.set(thing, move);
    else if (verb === 'start') start.push(move);
    else if (isQuestion(verb)) sets[verb].add(thing);
  }
  return { cards, ...sets, start };
}

/* What a move is about: the card, wonder or token that is to be marked. */
export function thingsOf(move: string | undefined): readonly string[] {
  return move === undefined ? [] : move.split(' ').slice(1);
}
