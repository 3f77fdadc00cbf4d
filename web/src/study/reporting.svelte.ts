// SPDX-License-Identifier: MIT
// A report in the making: quick first, then deeper pass by pass, kept after each; it can be stopped and taken up again.
import { isStopped, report as reportOn, type Report } from '$web/engine/engine';
import { keepReport, readReport } from './kept';
import { sourceFrom } from './source';

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

  constructor(
    private readonly record: string,
    private readonly key: string,
  ) {}

  async begin(): Promise<void> {
    const kept = await readReport(this.key);
    if (kept) [this.report, this.simulations] = [kept.report, kept.simulations];
    await this.deepen();
  }

  /* All passes that are still to be made. */
  async deepen(): Promise<void> {
    if (this.next > 0) return;
    this.stopper = new AbortController();
    this.problem = undefined;
    try {
      for (const simulations of PASSES) if (simulations > this.simulations) await this.pass(simulations, this.stopper.signal);
    } catch (why) {
      if (!isStopped(why)) this.problem = why instanceof Error ? why.message : String(why);
    }
    this.next = 0;
  }

  private async pass(simulations: number, signal: AbortSignal): Promise<void> {
    [this.next, this.done, this.all] = [simulations, 0, 0];
    const report = await reportOn(sourceFrom(this.record), { simulations, signal, onprogress: (done, all) => ([this.done, this.all] = [done, all]) });
    [this.report, this.simulations] = [report, simulations];
    await keepReport(this.key, { simulations, report });
  }

  stop = (): void => this.stopper?.abort();
}
