// SPDX-License-Identifier: MIT
// What was kept of my tables at the server, for when there is none.
import { expect, test } from 'vitest';
import { seenFrom } from '$web/shell/lists.svelte';

const table = { table: 'x', game: 'splendor', status: 'playing', you: 0, actor: 1, updated: 5, seats: [{ kind: 'person', name: 'Ada' }] };

test('what the browser kept is taken only if it can be drawn', () => {
  const nothing = { at: 0, tables: [] };
  expect(seenFrom(JSON.stringify({ at: 7, tables: [table] }))).toEqual({ at: 7, tables: [table] });
  for (const text of [null, '', 'null', '[]', '{"at":7}', '{"at":7,"tables":[null]}', JSON.stringify({ at: 7, tables: [{ ...table, seats: undefined }] })]) expect(seenFrom(text)).toEqual(nothing);
});
