// SPDX-License-Identifier: MIT
// A finished game of this device becomes one of my account: the server deals it once more from its seed, and every move is brought
// to it. What was interrupted goes on where it stopped; the table says that it was played offline.
import { api } from '$web/api';
import type { OfflineWish } from '$web/protocol';
import { patiently } from '$web/refused';
import { socket } from '$web/session.svelte';
import { mayBeGiven, readGame, writeGame, type Kept } from './kept';
import { isPerson, movesOf } from './table';

/* I am the first person at it; the others have no account here. */
export function wishOf(kept: Kept): OfflineWish {
  const { game, players, options, seed, seats } = kept;
  const me = seats.findIndex((_, seat) => isPerson(kept, seat));
  return {
    ...{ game, players, options: { ...options }, offline: seed, clock: { kind: 'none' }, public: false, hints: false, quick: true },
    seats: seats.map((seat, i) => (seat.kind === 'bot' ? { ...seat } : { kind: i === me ? 'me' : 'other' })),
  };
}

const TRIES = 25;
export type Told = (done: number, all: number) => void;

export async function giveGame(id: string, told: Told = () => {}): Promise<string> {
  const kept = await readGame(id);
  if (kept === undefined || !mayBeGiven(kept)) throw new Error('this game cannot be handed over');
  const table = kept.given?.table ?? (await patiently(() => api.bring(wishOf(kept))));
  await writeGame({ ...kept, given: { table, whole: false } });
  const moves = movesOf(kept.events);
  for (let ply = (await patiently(() => api.table(table))).ply; ply < moves.length; ply++) {
    told(ply, moves.length);
    const { move } = moves[ply] ?? { move: '' };
    await patiently(() => socket.ask(table, { t: 'move', ply, move }));
  }
  /* The end follows the last move by itself. */
  for (let tries = 0; tries < TRIES && (await patiently(() => api.table(table))).status !== 'over'; tries++) await new Promise((resolve) => setTimeout(resolve, 200));
  await writeGame({ ...kept, given: { table, whole: true } });
  return table;
}
