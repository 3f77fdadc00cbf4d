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

/* A device on which I am signed in. */
export type Device = { id: string; created: number; seen: number; agent: string; this: boolean };

type ExportPage = { tables: unknown[]; next?: string };

/* Everything the server holds about me: its pages as one. */
async function exported(): Promise<object> {
  const { next, ...all } = await ask<ExportPage>('me/export');
  for (let after = next; after !== undefined; ) {
    const page: ExportPage = await ask(`me/export?after=${encodeURIComponent(after)}`);
    all.tables.push(...page.tables);
    after = page.next;
  }
  return all;
}

const user = async (answer: Promise<{ user: User }>): Promise<User> => (await answer).user;

export const api = {
  me: () => user(ask('me')),
  rename: (name: string) => user(ask('me', { name })),
  setPassword: (password: string, old: string) =>
    user(ask('password', old === '' ? { password } : { password, old })),
  signIn: (name: string, password: string) => user(ask('signin', { name, password })),
  signOut: (everywhere: boolean) => ask('signout', { everywhere }),
  remove: (name: string, password: string) => ask('me/delete', password === '' ? { name } : { name, password }),
  sessions: async () => (await ask<{ sessions: Device[] }>('me/sessions')).sessions,
  endSession: (id: string) => ask('me/sessions/end', { id }),
  games: () => ask<{ games: GameInfo[]; levels: string[] }>('games'),
  tables: async (list: 'open' | 'mine' | 'live' | 'done') =>
    (await ask<{ tables: Summary[] }>(`tables?list=${list}`)).tables,
  create: (wish: TableWish) => ask<{ table: string; key: string }>('tables', wish),
  table: (id: string) => ask<Snapshot>(`tables/${encodeURIComponent(id)}`),
  view: async (id: string, ply: number) =>
    (await ask<{ view: View }>(`tables/${encodeURIComponent(id)}/view?ply=${ply}`)).view,
  recordUrl: (id: string) => `/api/v1/tables/${encodeURIComponent(id)}/record`,
  exported,
};

/* A player's own share in the shuffle. */
export function randomShare(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
