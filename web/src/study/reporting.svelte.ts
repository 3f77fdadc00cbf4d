// SPDX-License-Identifier: MIT
// A report in the making: quick first, then deeper pass by pass, kept after each; it can be stopped and taken up again.
import { isStopped, report as reportOn, type Report, type Source } from '$web/engine/engine';
import { errorText } from '$web/session.svelte';
import { keepReport, readReport } from './kept';

/* Simulations for each decision: the first pass is there at once, the last takes its time. */
export const PASSES = [20, 100, 500, 2000] as const;

export class Reporting {
  report: Report | undefined = $state.raw();
  simulations = $state(0); // of the report that is there
  next = $state(0); // of the one that is made; 0: none
  done = $state(0);
  all = $state(0);
  problem: string | undefined = $state();
  readonly finished = $derived(this.simulations >= (PASSES.at(-1) ?? 0));
  private stopper: AbortController | undefined;
  private left = false;

  constructor(
    private readonly source: Source,
    private readonly key: string | undefined, // by which it is kept
  ) {}

  async begin(most?: number): Promise<void> {
    const kept = this.key === undefined ? undefined : await readReport(this.key);
    if (kept) [this.report, this.simulations] = [kept.report, kept.simulations];
    await this.deepen(most);
  }

  /* All passes that are still to be made, or those up to so many simulations. */
  async deepen(most = Infinity): Promise<void> {
    if (this.next > 0 || this.left) return;
    this.stopper = new AbortController();
    this.problem = undefined;
    try {
      for (const simulations of PASSES) if (simulations > this.simulations && simulations <= most) await this.pass(simulations, this.stopper.signal);
    } catch (why) {
      if (!isStopped(why)) this.problem = errorText(why);
    }
    this.next = 0;
  }

  private async pass(simulations: number, signal: AbortSignal): Promise<void> {
    [this.next, this.done, this.all] = [simulations, 0, 0];
    const report = await reportOn(this.source, { simulations, signal, onprogress: (done, all) => ([this.done, this.all] = [done, all]) });
    [this.report, this.simulations] = [report, simulations];
    if (this.key !== undefined) await keepReport(this.key, { simulations, report });
  }

  stop = (): void => this.stopper?.abort();
  /* The page is left: what has not begun yet never will. */
  leave(): void {
    this.left = true;
    this.stop();
  }
}
