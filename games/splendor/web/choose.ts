// The legal list as choices: which tokens complete a take, which cards can be bought and how.
import type { Move } from '$web/protocol';
import { TOKENS, type Token } from './view';

export type Choices = {
  takes: readonly string[]; // each a set of letters: "wug", "ww"
  returns: readonly string[];
  buys: ReadonlyMap<string, readonly string[]>; // card -> moves, the plain payment first
  reserve: ReadonlySet<string>; // cards, and "deck1" to "deck3"
  nobles: ReadonlySet<string>;
  pass: boolean;
};

export function choicesOf(legal: readonly Move[]): Choices {
  const takes: string[] = [];
  const returns: string[] = [];
  const buys = new Map<string, string[]>();
  const reserve = new Set<string>();
  const nobles = new Set<string>();
  let pass = false;
  for (const { move } of legal) {
    const [verb, thing = ''] = move.split(' ');
    if (verb === 'take') takes.push(thing);
    else if (verb === 'return') returns.push(thing);
    else if (verb === 'buy') buys.set(thing, [...(buys.get(thing) ?? []), move]);
    else if (verb === 'reserve') reserve.add(thing);
    else if (verb === 'noble') nobles.add(thing);
    else if (verb === 'pass') pass = true;
  }
  for (const moves of buys.values()) moves.sort((a, b) => a.length - b.length || a.localeCompare(b));
  return { takes, returns, buys, reserve, nobles, pass };
}

const count = (letters: string, token: Token): number => letters.split(token).length - 1;

/* Does the set hold everything that was picked? */
const holds = (set: string, picked: string): boolean =>
  TOKENS.every((token) => count(set, token) >= count(picked, token));

/* Letters in the order in which moves are written. */
export const inOrder = (picked: string): string =>
  TOKENS.map((token) => token.repeat(count(picked, token))).join('');

export type Picking = {
  next: ReadonlySet<Token>; // that can be picked now
  whole: string | undefined; // the picked set, if it is a choice by itself
  most: number; // tokens in the largest set that can still be reached
};

export function picking(sets: readonly string[], picked: string): Picking {
  const reach = sets.filter((set) => holds(set, picked));
  const next = new Set(TOKENS.filter((token) => reach.some((set) => count(set, token) > count(picked, token))));
  const whole = reach.find((set) => set.length === picked.length);
  return { next, whole: picked === '' ? undefined : whole, most: Math.max(0, ...reach.map((set) => set.length)) };
}
