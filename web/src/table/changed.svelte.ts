// SPDX-License-Identifier: MIT
// What the others changed since my last turn: it stays marked until my next turn ends.
import type { Changes, GameTable } from '$web/board';
import type { Positions } from '$web/history';
import type { Line, View } from '$web/protocol';

const NOTHING: Changes = new Map();

/* From which ply to which ply the others have played: since the end of my last turn, until mine began. */
export function othersPlies(lines: readonly Line[], me: number, view: View | undefined): { from: number; to: number; lines: Line[] } | undefined {
  const moves = lines.filter((line) => line.what === 'move' && line.ply !== undefined);
  const mine = view?.actor === me ? view.turn : undefined; // my turn that is under way
  const before = moves.filter((line) => !(line.seat === me && line.turn === mine));
  const newest = before.at(-1)?.turn;
  // Whoever watches has no turn: for them the last one is what is new.
  const own = me < 0 ? before.findLastIndex((line) => line.turn !== newest) : before.findLastIndex((line) => line.seat === me);
  const theirs = before.slice(own + 1);
  const [first, last] = [theirs[0]?.ply, theirs.at(-1)?.ply];
  return first === undefined || last === undefined ? undefined : { from: first - 1, to: last, lines: theirs };
}

type Live = { readonly lines: readonly Line[]; readonly me: number; readonly ply: number; readonly present: { view?: View } | undefined };

export class Changed {
  places: Changes = $state.raw(NOTHING);

  constructor(live: Live, positions: Positions, game: () => GameTable | undefined) {
    $effect(() => {
      const view = live.present?.view;
      const changes = game()?.changes;
      const span = othersPlies(live.lines, live.me, view);
      if (view !== undefined) positions.keep(live.ply, view); // after a move of mine, too: what follows is compared with it
      if (view === undefined || changes === undefined || span === undefined) {
        this.places = NOTHING;
        return;
      }
      let gone = false;
      const after = span.to === live.ply ? Promise.resolve(view) : positions.at(span.to);
      Promise.all([positions.at(span.from), after]).then(
        ([before, now]) => {
          if (!gone) this.places = changes(before, now, span.lines);
        },
        () => {}, // a mark less is no reason to complain
      );
      return () => (gone = true);
    });
  }
}
