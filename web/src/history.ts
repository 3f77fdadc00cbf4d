// Positions of the past, asked for once.
import { api } from './api';
import type { View } from './protocol';
import { patiently } from './refused';

export class Positions {
  private readonly kept = new Map<number, Promise<View>>();

  constructor(private readonly table: string) {}

  at(ply: number): Promise<View> {
    let view = this.kept.get(ply);
    if (view === undefined) {
      view = patiently(() => api.view(this.table, ply));
      view.catch(() => this.kept.delete(ply));
      this.kept.set(ply, view);
    }
    return view;
  }

  /* A move was taken back: what came after it is another game now. */
  forget(): void {
    this.kept.clear();
  }
}
