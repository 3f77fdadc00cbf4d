// SPDX-License-Identifier: MIT
// How asking can fail, and what to do about it: where it is only a matter of time, wait as long as the server says, longer
// each time, and not for ever.
import type { Refusal } from './protocol';

/* The connection went before the answer came: whether the request was heard is not known. */
export class Lost extends Error {
  constructor() {
    super('the connection was lost before the answer came');
  }
}

/* The server said no, in words. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/* The engine of the page said no, in a sentence. */
export class Problem extends Error {}

/* It is not there, or not any more: what it knew is gone with it. */
export class Broken extends Problem {}

const FIRST = 500;
const LONGEST = 60_000;
const TRIES = 6;

/* How long to wait after so many failures in a row, at least as long as the server asked for. Not all at the same
 * moment: whoever was turned away together would come back together. */
export function waitAfter(failures: number, least = 0, random: () => number = Math.random): number {
  return Math.max(least, Math.min(LONGEST, FIRST * 2 ** failures)) * (1 + random() / 4);
}

/* The same for a refusal; undefined if asking again makes no sense. */
export function patience(refusal: Refusal, failures: number, random: () => number = Math.random): number | undefined {
  const passes = refusal.code === 'too_many' || refusal.code === 'busy';
  return passes && failures < TRIES ? waitAfter(failures, refusal.retry_ms, random) : undefined;
}

/* Asks until it is answered, where a refusal is only a matter of time. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (why) {
      const wait = why instanceof Refused ? patience(why.refusal, failures) : undefined;
      if (wait === undefined) throw why;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
