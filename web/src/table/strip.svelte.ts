// SPDX-License-Identifier: MIT
// What the strip and the panels of the others share: whose turns there are, and the button that shows one once more.
import type { Line } from '$web/protocol';
import type { Replay } from './replay.svelte';

/* The last turns of the others, the newest last. */
export const newestLast = (turns: readonly (readonly Line[])[], me: number): (readonly Line[])[] =>
  turns.filter((turn, seat) => seat !== me && turn.length > 0).sort((a, b) => (a.at(-1)?.ply ?? 0) - (b.at(-1)?.ply ?? 0));

/* The first press plays the turn once more, the second opens the log there. */
class Again {
  seen: number | undefined = $state(); // the ply up to which it was played

  press(lines: readonly Line[], replay: Replay, onlog: (ply: number) => void): void {
    const last = lines.at(-1)?.ply;
    if (last === undefined) return;
    if (this.seen === last) {
      this.seen = undefined;
      onlog(last);
    } else {
      this.seen = last;
      replay.start(lines);
    }
  }
}

export const again = new Again();
