// SPDX-License-Identifier: MIT
// Positions of the past, asked for once.
import type { View } from './protocol';
import { patiently } from './refused';
import { pastOf } from './source';

export class Positions {
  private readonly kept = new Map<number, Promise<View>>();

  constructor(private readonly table: string) {}

  at(ply: number): Promise<View> {
    let view = this.kept.get(ply);
    if (view === undefined) {
      view = patiently(() => pastOf(this.table).view(ply));
      view.catch(() => this.kept.delete(ply));
      this.kept.set(ply, view);
    }
    return view;
  }

  /* A position that came by itself. */
  keep(ply: number, view: View): void {
    this.kept.set(ply, Promise.resolve(view));
  }

  /* A move was taken back: what came after it is another game now. */
  forget(): void {
    this.kept.clear();
  }
}
