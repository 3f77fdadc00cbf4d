// SPDX-License-Identifier: MIT
// Was the deal fixed before anyone could know it? The server showed the hash of its secret when the table
// was set up; players added shares of their own; the seed is the hash of all of them.
import { blake2b } from './blake2b';
import { readKept, writeKept } from './kept';
import type { Seat } from './protocol';
import { Lost } from './refused';
import type { TableState } from './table';

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

/* The shares in the order of the seats. Bots have none: one of theirs could be chosen when all others are known. */
export const sharesOf = <One extends Pick<Seat, 'kind' | 'random'>>(seats: readonly One[]): { seat: number; share: string }[] =>
  seats.flatMap(({ kind, random }, seat) => (kind !== 'person' || random === undefined ? [] : [{ seat, share: random }]));

export function checkShuffle(proof: Proof): Check {
  const all = [LABEL, proof.secret, ...proof.shares].join('');
  return {
    commit: hex(blake2b(bytes(proof.secret))) === proof.commit,
    seed: hex(blake2b(bytes(all))) === proof.seed,
  };
}

/*
 * The promise is worth something only if it is the one that was seen before the start, and my share only if it is the
 * one I sent. The page writes both down, and compares them at the end.
 */
const COMMIT = (table: string) => `takht.commit.${table}`;
const SHARE = (table: string) => `takht.share.${table}`;

/* The first promise counts: one that comes later is not written over it. */
export function rememberCommit(table: string, commit: string): void {
  if (rememberedCommit(table) === null) writeKept('local', COMMIT(table), commit);
}
export const rememberedCommit = (table: string): string | null => readKept('local', COMMIT(table));
export const rememberedShare = (table: string): string | null => readKept('local', SHARE(table));

/* A player's own share in the shuffle of a table; written down before it is sent. */
export function shareFor(table: string): string {
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  writeKept('local', SHARE(table), share);
  return share;
}

/* The table waits for my share: told by a snapshot, and over when my seat has one. */
export function owesShare({ head, present }: Pick<TableState, 'head' | 'present'>): boolean {
  const seat = present.seats[head.you.seat];
  return head.you.share === true && present.status === 'open' && seat?.kind === 'person' && seat.random === undefined;
}

type Send = (random: string) => Promise<unknown>;

/*
 * My share at a table of my own: it goes out once the promise was seen and written down, and again only if the
 * connection was lost before anybody answered. A promise that is not the first one gets nothing from us.
 */
export class Sharing {
  private random: string | undefined;
  private onItsWay = false;

  constructor(
    private readonly table: string,
    private readonly send: Send,
    private readonly broken: () => void,
  ) {}

  look(state: Pick<TableState, 'head' | 'present'>): void {
    rememberCommit(this.table, state.head.commit);
    if (this.onItsWay || !owesShare(state)) return;
    this.onItsWay = true; // also after a refusal: asking again would not help
    if ((rememberedCommit(this.table) ?? state.head.commit) !== state.head.commit) return this.broken();
    this.random ??= shareFor(this.table);
    this.send(this.random).catch((why: unknown) => {
      if (why instanceof Lost) this.onItsWay = false;
    });
  }
}
