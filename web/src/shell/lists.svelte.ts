// Lists of tables that keep themselves fresh while somebody looks at them.
import { api } from '$web/api';
import type { Summary } from '$web/protocol';

type List = Parameters<typeof api.tables>[0];

export class Tables {
  tables: Summary[] | undefined = $state.raw();
  failed = $state(false);

  constructor(lists: List, every = 8000) {
    $effect(() => {
      let gone = false;
      const look = async () => {
        if (document.hidden) return;
        try {
          const tables = await api.tables(lists);
          if (!gone) [this.tables, this.failed] = [tables, false];
        } catch {
          if (!gone) this.failed = true;
        }
      };
      void look();
      const timer = setInterval(look, every);
      document.addEventListener('visibilitychange', look);
      return () => {
        gone = true;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
      };
    });
  }
}

/* The games that wait for me come first, then the newest. */
export function byTurn(tables: readonly Summary[]): Summary[] {
  const waits = (table: Summary) => (table.status === 'playing' && table.actor === table.you ? 0 : 1);
  return [...tables].sort((a, b) => waits(a) - waits(b) || b.updated - a.updated);
}
