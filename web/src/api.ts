// Requests over HTTP: who I am, lists, tables, records.
import type { GameInfo, Snapshot, Summary, TableWish, User, View } from './protocol';
import { Refused } from './socket';
import type { Refusal } from './protocol';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api/v1/${path}`, {
    credentials: 'same-origin',
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const json = (await answer.json().catch(() => ({}))) as T & { error?: Refusal };
  if (!answer.ok || json.error) throw new Refused(json.error ?? { code: 'busy', words: {} });
  return json;
}

const user = async (answer: Promise<{ user: User }>): Promise<User> => (await answer).user;

export const api = {
  me: () => user(ask('me')),
  rename: (name: string) => user(ask('me', { name })),
  setPassword: (password: string, old: string) =>
    user(ask('password', old === '' ? { password } : { password, old })),
  signIn: (name: string, password: string) => user(ask('signin', { name, password })),
  signOut: (everywhere: boolean) => ask('signout', { everywhere }),
  remove: (name: string) => ask('me/delete', { name }),
  games: () => ask<{ games: GameInfo[]; levels: string[] }>('games'),
  tables: async (list: 'open' | 'mine' | 'live' | 'done') =>
    (await ask<{ tables: Summary[] }>(`tables?list=${list}`)).tables,
  create: (wish: TableWish) => ask<{ table: string; key: string }>('tables', wish),
  table: (id: string) => ask<Snapshot>(`tables/${encodeURIComponent(id)}`),
  view: async (id: string, ply: number) =>
    (await ask<{ view: View }>(`tables/${encodeURIComponent(id)}/view?ply=${ply}`)).view,
  recordUrl: (id: string) => `/api/v1/tables/${encodeURIComponent(id)}/record`,
  exportUrl: '/api/v1/me/export',
};

/* A player's own share in the shuffle. */
export function randomShare(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
