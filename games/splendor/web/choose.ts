// SPDX-License-Identifier: MIT
// The legal list as choices: which tokens complete a take, which cards can be bought and how.
import { wordsOf } from '$web/phrases';
import type { Move } from '$web/protocol';
import { TOKENS, type Purse, type Token } from './view';

export type Payment = { move: string; pay: Purse };

export type Choices = {
  takes: readonly string[]; // each a set of letters: "wug", "ww"
  returns: readonly string[];
  buys: ReadonlyMap<string, readonly Payment[]>; // card -> ways to pay, the plain one first
  reserve: ReadonlySet<string>; // cards, and "deck1" to "deck3"
  nobles: ReadonlySet<string>;
  pass: boolean;
};

/* The tokens of a purchase, as its phrase tells them: "for 2 white and a gold". */
function payOf(move: Move): Purse {
  const pay: Purse = { w: 0, u: 0, g: 0, r: 0, k: 0, o: 0 };
  for (const { word, n } of wordsOf(move.say, 'tokens')) {
    const token = TOKENS.find((one) => word === `tokens.${one}`);
    if (token !== undefined) pay[token] = n ?? 1;
  }
  return pay;
}

export function choicesOf(legal: readonly Move[]): Choices {
  const takes: string[] = [];
  const returns: string[] = [];
  const buys = new Map<string, Payment[]>();
  const reserve = new Set<string>();
  const nobles = new Set<string>();
  let pass = false;
  for (const one of legal) {
    const { move } = one;
    const [verb, thing = ''] = move.split(' ');
    if (verb === 'take') takes.push(thing);
    else if (verb === 'return') returns.push(thing);
    else if (verb === 'buy') buys.set(thing, [...(buys.get(thing) ?? []), { move, pay: payOf(one) }]);
    else if (verb === 'reserve') reserve.add(thing);
    else if (verb === 'noble') nobles.add(thing);
    else if (verb === 'pass') pass = true;
  }
  for (const ways of buys.values()) ways.sort((a, b) => a.move.length - b.move.length || a.move.localeCompare(b.move));
  return { takes, returns, buys, reserve, nobles, pass };
}

/* Tokens by their letters. */
export const tokensOf = (letters: string): Token[] => [...letters].flatMap((letter) => TOKENS.find((token) => token === letter) ?? []);

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
