// SPDX-License-Identifier: MIT
// Lists of tables that keep themselves fresh while somebody looks at them.
import { api } from '$web/api';
import { readKept, writeKept } from '$web/kept';
import type { Summary } from '$web/protocol';
import { Refused, waitAfter } from '$web/refused';
import { integer, list, object, string } from '$web/shape';

type List = Parameters<typeof api.tables>[0];

/* What I have at the server, as it was last seen: for when there is none. */
const SEEN = 'takht.mine';
export type Seen = { at: number; tables: Summary[] };

function remember(tables: readonly Summary[]): void {
  writeKept('local', SEEN, JSON.stringify({ at: Date.now(), tables: byTurn(tables).slice(0, 6) } satisfies Seen));
}

/* What lies in the browser may be old or foreign: rows are drawn from these members. */
const fits = object({
  at: integer,
  tables: list(object({ table: string, game: string, status: string, you: integer, actor: integer, updated: integer, seats: list(object({ kind: string, name: string })) })),
});
const isSeen = (value: unknown): value is Seen => fits(value);

export function seenFrom(text: string | null): Seen {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (isSeen(kept)) return kept;
  } catch {
    // as if nothing had been kept
  }
  return { at: 0, tables: [] };
}

export const lastSeen = (): Seen => seenFrom(readKept('local', SEEN));

export class Tables {
  tables: Summary[] | undefined = $state.raw();
  /* Why the list could not be read, until it can; what was read before stays. */
  trouble: unknown = $state.raw();
  private failures = 0;

  constructor(
    private readonly list: List,
    private readonly every = 8000,
  ) {
    $effect(() => {
      let gone = false;
      let timer: ReturnType<typeof setTimeout>;
      let from = 0; // not before, whoever comes back to the page
      const look = async () => {
        clearTimeout(timer);
        const wait = document.hidden ? this.every : from > Date.now() ? from - Date.now() : await this.read(() => gone);
        if (gone) return;
        if (this.failures > 0) from = Date.now() + wait;
        clearTimeout(timer);
        timer = setTimeout(look, wait);
      };
      void look();
      document.addEventListener('visibilitychange', look);
      return () => {
        gone = true;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
      };
    });
  }

  refresh = (): Promise<unknown> => this.read(() => false);

  /* Reads it, and tells how long to wait until the next time. */
  private async read(gone: () => boolean): Promise<number> {
    try {
      const tables = await api.tables(this.list);
      if (!gone()) [this.tables, this.trouble] = [tables, undefined];
      if (this.list === 'mine') remember(tables);
      this.failures = 0;
      return this.every;
    } catch (why) {
      if (!gone()) this.trouble = why;
      const asked = why instanceof Refused ? why.refusal.retry_ms : undefined;
      return waitAfter(++this.failures, Math.max(this.every, asked ?? 0));
    }
  }
}

/* The games that wait for me come first, then the newest. */
export function byTurn(tables: readonly Summary[]): Summary[] {
  const waits = (table: Summary) => (table.status === 'playing' && table.actor === table.you ? 0 : 1);
  return [...tables].sort((a, b) => waits(a) - waits(b) || b.updated - a.updated);
}
