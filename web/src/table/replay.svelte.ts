// SPDX-License-Identifier: MIT
// A turn that was played, once more and slowly: step by step on the board, with pause and skip.
import { tick } from 'svelte';
import type { Positions } from '$web/history';
import { pace } from '$web/motion';
import type { Line, View } from '$web/protocol';
import { tellError } from '$web/session.svelte';
import { moves } from '$web/settings.svelte';

const SLOW = 3; // times slower than usual
const [BEFORE, STEP] = [500, 1900]; // ms to look at how it was, and at every decision

export class Replay {
  lines: readonly Line[] = $state.raw([]);
  at = $state(-1); // which of them is played
  paused = $state(false);
  view: View | undefined = $state.raw();
  readonly on = $derived(this.lines.length > 0);
  readonly line = $derived(this.lines[Math.max(0, this.at)]);
  readonly seat = $derived(this.on ? (this.line?.seat ?? -1) : -1);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly positions: Positions;

  constructor(positions: Positions) {
    this.positions = positions;
  }

  private readonly show = async (ply: number, speed: number): Promise<void> => {
    const of = this.lines;
    const view = await this.positions.at(ply);
    if (this.lines !== of) return;
    pace(speed);
    this.view = view;
    await tick();
  };

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.step().catch(this.fail), ms);
  }

  private readonly fail = (why: unknown): void => {
    this.stop();
    tellError(why);
  };

  /* The next decision; where another turn begins, first how it was before. */
  private async step(): Promise<void> {
    if (this.paused) return;
    const line = this.lines[this.at + 1];
    if (line?.ply === undefined) return this.stop();
    const jumps = line.ply - 1 !== (this.lines[this.at]?.ply ?? -1);
    if (jumps && this.shown !== line.ply - 1) {
      this.shown = line.ply - 1;
      await this.show(line.ply - 1, 0);
      return this.wait(BEFORE);
    }
    this.at++;
    this.shown = line.ply;
    await this.show(line.ply, SLOW);
    this.wait(moves() ? STEP : STEP * 0.7);
  }
  private shown = -1;

  start = (lines: readonly Line[]): void => {
    this.stop();
    this.lines = lines.filter((line) => line.ply !== undefined);
    for (const { ply = 1 } of this.lines) void this.positions.at(ply).catch(() => {});
    void this.step().catch(this.fail);
  };

  toggle = (): void => {
    this.paused = !this.paused;
    if (this.paused) clearTimeout(this.timer);
    else void this.step().catch(this.fail);
  };

  /* Back to the present, at once. */
  stop = (): void => {
    clearTimeout(this.timer);
    if (this.on) pace(0);
    [this.lines, this.at, this.paused, this.view, this.shown] = [[], -1, false, undefined, -1];
    void tick().then(() => pace(1));
  };
}
