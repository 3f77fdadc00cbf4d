// Was the deal fixed before anyone could know it? The server showed the hash of its secret when the table
// was set up; players added shares of their own; the seed is the hash of all of them.
import { blake2b } from './blake2b';

export type Proof = {
  commit: string; // shown before the start
  secret: string; // shown after the end
  shares: string[]; // of the players, in the order of the seats
  seed: string; // that the cards were dealt from
};

export type Check = { commit: boolean; seed: boolean };

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/* In front of the hashed bytes, so that the seed can never be the promise itself. */
const LABEL = hex(new TextEncoder().encode('takht seed'));

export function checkShuffle(proof: Proof): Check {
  const all = [LABEL, proof.secret, ...proof.shares].join('');
  return {
    commit: hex(blake2b(bytes(proof.secret))) === proof.commit,
    seed: hex(blake2b(bytes(all))) === proof.seed,
  };
}

/*
 * The promise is worth something only if it is the one that was seen before the start. The page writes
 * it down then, and compares it at the end.
 */
const KEY = (table: string) => `takht.commit.${table}`;

export function rememberCommit(table: string, commit: string): void {
  try {
    if (localStorage.getItem(KEY(table)) === null) localStorage.setItem(KEY(table), commit);
  } catch {
    // then there is nothing to compare with
  }
}

export function rememberedCommit(table: string): string | null {
  try {
    return localStorage.getItem(KEY(table));
  } catch {
    return null;
  }
}
