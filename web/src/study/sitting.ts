// SPDX-License-Identifier: MIT
// A table as the frame knows it, for a game that nobody sits at: names alone.
import type { View } from '$web/protocol';
import type { TableState } from '$web/table';

export function tableOf(view: View | undefined, names: readonly string[]): TableState | undefined {
  if (view === undefined) return undefined;
  return {
    seq: 0,
    head: { table: '', game: view.game, players: names.length, options: view.options, public: false, hints: false, created: 0, commit: '', you: { seat: -1, owner: false } },
    present: {
      status: 'playing',
      frozen: false,
      ply: 0,
      offer: 0,
      seats: names.map((name) => ({ kind: 'person', name, away: false, resigned: false })),
      clock: { kind: 'none' },
      view,
    },
    people: { online: names.map(() => false), watchers: 0 },
    lines: [],
    from: 0,
    ahead: 0,
    fresh: [],
    received: 0,
  };
}
