// SPDX-License-Identifier: MIT
// A finished game of this device becomes one of my account: the server deals it once more from its seed, and every move is brought
// to it. What was interrupted goes on where it stopped; the table says that it was played offline.
import { api } from '$web/api';
import { Game } from '$web/engine/engine';
import type { OfflineWish } from '$web/protocol';
import { patiently } from '$web/refused';
import { socket } from '$web/session.svelte';
import { mayBeGiven, readGame, readGames, writeGame, type Kept } from './kept';
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
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
export type Told = (done: number, all: number) => void;

/* A table that was asked for when the connection went, so that nobody here knows it: what it deals is what this game began with. */
async function findBegun(kept: Kept): Promise<string | undefined> {
  const tables = await patiently(() => api.tables('mine'));
  const known = new Set((await readGames()).games.map(({ given }) => given?.table));
  const alike = tables.filter(({ table, game, players, offline, ply }) => offline === true && game === kept.game && players === kept.players && ply === 0 && !known.has(table));
  if (alike.length === 0) return undefined;
  const own = await Game.open({ game: kept.game, players: kept.players, options: kept.options, seed: kept.seed });
  try {
    for (const { table, you } of alike) if (same(await own.view(you), await api.view(table, 0))) return table;
    return undefined;
  } finally {
    own.close();
  }
}

async function tableFor(kept: Kept): Promise<string> {
  const { given } = kept;
  if (given !== undefined && given.table !== '') return given.table;
  const begun = given && (await findBegun(kept));
  if (begun !== undefined) return begun;
  await writeGame({ ...kept, given: { table: '', whole: false } });
  return patiently(() => api.bring(wishOf(kept)));
}

async function give(id: string, told: Told): Promise<string> {
  const kept = await readGame(id);
  if (kept?.given?.whole) return kept.given.table;
  if (kept === undefined || !mayBeGiven(kept)) throw new Error('this game cannot be handed over');
  const table = await tableFor(kept);
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

/* One window at a time: whoever comes second finds it done. */
export async function giveGame(id: string, told: Told = () => {}): Promise<string> {
  if (!('locks' in navigator)) return give(id, told);
  return navigator.locks.request(`takht-give-${id}`, () => give(id, told));
}
