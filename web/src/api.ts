// SPDX-License-Identifier: MIT
// Requests over HTTP: who I am, lists, tables, records.
import type { Answers, OfflineWish, TableWish, User } from './protocol';
import { rememberCommit } from './shuffle';
import { answerOf } from './wire';

async function ask<K extends keyof Answers>(what: K, path: string, body?: unknown): Promise<Answers[K]> {
  const response = await fetch(`/api/v1/${path}`, {
    credentials: 'same-origin',
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return answerOf(what, response);
}

/* Everything the server holds about me: its pages as one. */
async function exported(): Promise<object> {
  const { next, ...all } = await ask('export', 'me/export');
  for (let after = next; after !== undefined; ) {
    const page = await ask('export', `me/export?after=${encodeURIComponent(after)}`);
    all.tables.push(...page.tables);
    after = page.next;
  }
  return all;
}

/* The promise of the shuffle comes with the answer, and is written down before anything is added to it. */
async function create(wish: TableWish): Promise<string> {
  const { table, commit } = await ask('created', 'tables', wish);
  rememberCommit(table, commit);
  return table;
}

const user = async (path: string, body?: unknown): Promise<User> => (await ask('user', path, body)).user;
const tableAt = (id: string) => `tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => user('me'),
  rename: (name: string) => user('me', { name }),
  setPassword: (password: string, old: string) => user('password', old === '' ? { password } : { password, old }),
  signIn: (name: string, password: string) => user('signin', { name, password }),
  signOut: (everywhere: boolean) => ask('done', 'signout', { everywhere }),
  remove: (name: string, password: string) => ask('done', 'me/delete', password === '' ? { name } : { name, password }),
  sessions: async () => (await ask('sessions', 'me/sessions')).sessions,
  endSession: (id: string) => ask('done', 'me/sessions/end', { id }),
  games: () => ask('games', 'games'),
  tables: async (list: 'open' | 'mine' | 'live' | 'done') => (await ask('tables', `tables?list=${list}`)).tables,
  create,
  bring: async (wish: OfflineWish) => (await ask('created', 'tables', wish)).table,
  table: (id: string) => ask('table', tableAt(id)),
  view: async (id: string, ply: number) => (await ask('view', `${tableAt(id)}/view?ply=${ply}`)).view,
  log: (id: string, before: number) => ask('log', `${tableAt(id)}/log?before=${before}`),
  recordUrl: (id: string) => `/api/v1/${tableAt(id)}/record`,
  exported,
};
