// SPDX-License-Identifier: MIT
// Looking at a position of the past while the table goes on.
import { Positions } from '$web/history';
import type { View } from '$web/protocol';
import { tellError } from '$web/session.svelte';

export class Past {
  shown: number | undefined = $state(); // the ply that is wanted; undefined is now
  private there: { ply: number; view: View } | undefined = $state.raw();
  readonly on = $derived(this.shown !== undefined && this.there !== undefined);
  readonly view = $derived(this.on ? this.there?.view : undefined);
  readonly positions: Positions;
  private readonly present: () => number;

  constructor(id: string, present: () => number) {
    this.positions = new Positions(id);
    this.present = present;
  }

  show = (wanted: number): void => {
    const to = Math.max(0, Math.min(this.present(), wanted));
    if (to === this.present()) return this.leave();
    this.shown = to;
    this.positions.at(to).then((view) => {
      if (this.shown === to) this.there = { ply: to, view };
    }, tellError);
  };

  step = (by: number): void => this.show((this.shown ?? this.present()) + by);

  leave = (): void => {
    this.shown = undefined;
    this.there = undefined;
  };

  /* A move was taken back: what came after it is another game now. */
  forget(): void {
    this.positions.forget();
  }
}
