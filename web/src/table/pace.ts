// SPDX-License-Identifier: MIT
// The others may play faster than anybody can follow: what they do is shown one after the other, at the pace that was
// chosen. Everything waits in its order and nothing is left out; one word shows the present at once.
import type { TableView } from '$web/table';

export type Pace = 'slow' | 'normal' | 'quick' | 'none';

/* How long a decision of somebody else is looked at before the next one is shown, in ms. */
export const LOOK: Record<Pace, number> = { slow: 2200, normal: 1100, quick: 450, none: 0 };

type Shown = (view: TableView, waiting: boolean) => void;

/* A decision of another seat than mine, told by itself: what comes after a loss of the connection is not played again. */
function isTheirs(view: TableView, me: () => number): boolean {
  const [line, more] = view.state?.fresh ?? [];
  return more === undefined && line?.what === 'move' && line.seat !== me();
}

export class Pacer {
  private queue: TableView[] = [];
  private latest: TableView | undefined; // that was taken in
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: Shown,
    private readonly me: () => number,
    private readonly look: () => number, // ms; 0 shows everything at once
  ) {}

  take(view: TableView): void {
    const news = view.state?.seq !== this.latest?.state?.seq;
    this.latest = view;
    if (this.look() === 0 || document.hidden || (news && this.isMine(view))) return this.skip();
    this.queue.push(view);
    if (this.timer === undefined) this.next();
  }

  /* What I did myself I have seen, and with it all that came before; so has whoever comes back to the table. */
  private isMine(view: TableView): boolean {
    const fresh = view.state?.fresh ?? [];
    return fresh.length === 0 || fresh.some((line) => line.what === 'move' && line.seat === this.me());
  }

  private next(): void {
    this.timer = undefined;
    let view = this.queue.shift();
    // What is no decision of somebody else (a word in the chat, who is there) does not make anybody wait.
    while (view !== undefined && !isTheirs(view, this.me) && this.queue.length > 0) {
      this.show(view, true);
      view = this.queue.shift();
    }
    if (view === undefined) return;
    this.show(view, this.queue.length > 0);
    if (isTheirs(view, this.me)) this.timer = setTimeout(() => this.next(), this.look());
  }

  /* Everything up to the present, now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    if (this.latest !== undefined) this.show(this.latest, false);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }
}
