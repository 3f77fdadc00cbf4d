// SPDX-License-Identifier: MIT
// Games that somebody has put away: they go on, but are not shown among those that are played. This browser keeps which.
import { readKept, writeKept } from '$web/kept';
import type { Summary } from '$web/protocol';

const AWAY = 'takht.away';
const MOST = 200;
const kept = $state({ ids: (readKept('local', AWAY) ?? '').split(' ').filter((id) => id !== '') });

function keep(ids: string[]): void {
  kept.ids = ids.slice(-MOST);
  writeKept('local', AWAY, kept.ids.length === 0 ? null : kept.ids.join(' '));
}

export const isAway = (table: Summary): boolean => kept.ids.includes(table.table);
export const bringBack = (table: Summary): void => keep(kept.ids.filter((id) => id !== table.table));
export const putAway = (table: Summary): void => keep([...kept.ids.filter((id) => id !== table.table), table.table]);

/* Nobody waits for me there: bots have all the time in the world. */
export const mayBePutAway = (table: Summary): boolean => table.you >= 0 && table.seats.every((seat, i) => i === table.you || seat.kind === 'bot');
