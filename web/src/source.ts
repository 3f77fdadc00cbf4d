// SPDX-License-Identifier: MIT
// Where a table comes from: the server, or this device. Both tell the same things in the same words (docs/protocol.md), so that
// whoever follows a table need not know which one it is.
import { api } from './api';
import type { Here } from './here/here';
import type { Line, LogPage, ReplyTo, Snapshot, TableRequest, View } from './protocol';
import type { Follower } from './socket';

/* The seat that the device is handed to, at a table of this device. */
export type Take = { t: 'take'; seat: number };

/* What is needed of a connection to follow a table and to act there. */
export type Channel = {
  follow: (table: string, follower: Follower) => () => void;
  watch: (table: string) => void;
  ask: <T extends TableRequest>(table: string, what: T) => Promise<ReplyTo<T['t']>>;
};

/* The device has to change hands before the game goes on; `secret`: and nobody may look meanwhile. */
export type Pass = {
  from: number; // -1: the device lay aside
  to: number;
  secret: boolean;
  shown: boolean; // what the last move turned up is to be seen first, by the one who made it
  last?: Line; // the last move, as everybody may know it
};

/* What was, and what can be carried away. */
export type Past = {
  table: () => Promise<Snapshot>;
  view: (ply: number) => Promise<View>;
  log: (before: number) => Promise<LogPage>;
  record: () => Promise<string>; // an address at which it can be fetched
};

/* The record of a game as a file. */
export async function download(id: string, game: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await pastOf(id).record();
  link.download = isHere(id) ? `${game}-${id.slice(-8)}.takht` : '';
  link.click();
}

const PREFIX = 'here-';
export const isHere = (id: string): boolean => id.startsWith(PREFIX);
/* At an address without a certificate there is no `randomUUID`; outside a browser nobody says which it is. */
const randomId = (): string => (globalThis.isSecureContext ? crypto.randomUUID().replaceAll('-', '') : [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
export const newId = (): string => PREFIX + randomId().slice(0, 16);

/* The engine is not small: it comes when somebody sits down here. */
export const here = (): Promise<Here> => import('./here/here').then((loaded) => loaded.here);

export function pastOf(id: string): Past {
  if (isHere(id))
    return {
      table: async () => (await here()).snapshot(id),
      view: async (ply) => (await here()).view(id, ply),
      log: async () => ({ lines: [], log_from: 0 }),
      record: async () => URL.createObjectURL(new Blob([await (await here()).record(id)], { type: 'text/plain' })),
    };
  return {
    table: () => api.table(id),
    view: (ply) => api.view(id, ply),
    log: (before) => api.log(id, before),
    record: () => Promise.resolve(api.recordUrl(id)),
  };
}
