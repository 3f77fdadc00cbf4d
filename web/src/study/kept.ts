// SPDX-License-Identifier: MIT
// Reports that were made, kept in the browser with the budget they were made with. It may refuse; then they are made again.
import { isJudgement } from '$web/engine/answers';
import { Drawer } from '$web/drawer';
import type { Report } from '$web/engine/engine';
import { integer, shape } from '$web/shape';

export type KeptReport = { simulations: number; report: Report };
const isKept = shape<KeptReport>({ simulations: integer, report: isJudgement }); // and none that an older page made

const drawer = new Drawer('takht-study', 'reports');

export async function readReport(key: string): Promise<KeptReport | undefined> {
  try {
    const found = await drawer.read<unknown>((reports) => reports.get(key));
    return isKept(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function keepReport(key: string, report: KeptReport): Promise<void> {
  try {
    await drawer.write((reports) => reports.put(report, key));
  } catch {
    // then it is made again
  }
}
