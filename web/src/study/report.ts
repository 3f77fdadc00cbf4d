// SPDX-License-Identifier: MIT
// What the page makes of a report: turns for the chart, accounts in tenths that add up, and the one sentence that explains it.
import type { Report } from '$web/engine/engine';
import type { Phrase } from '$web/protocol';

export type Ply = Report['plies'][number];
export type Account = Report['account'][number];

/* From this loss on, in chance, a move is one of these. */
export const GRADES = ['good', 'slip', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number];

/* A turn of a player: all decisions of it, and the chances of everybody after them. */
export type Step = { ply: number /* its last decision, from 1 */; turn: number; seat: number; chances: number[]; loss: number; luck: number[] };

const add = (a: readonly number[], ...more: readonly (readonly number[])[]) => a.map((value, i) => more.reduce((sum, b) => sum + (b[i] ?? 0), value));

/* What everybody's chances were before the first decision and after each. */
export function chancesOf(report: Report): number[][] {
  const all = [[...report.start]];
  for (const ply of report.plies) all.push(add(all.at(-1) ?? [], ply.luck, ply.change));
  return all;
}

/* The same by turns. */
export function stepsOf(report: Report): Step[] {
  const steps: Step[] = [];
  const all = chancesOf(report);
  for (const ply of report.plies) {
    const chances = all[ply.n] ?? [];
    const last = steps.at(-1);
    if (last && last.turn === ply.turn && last.seat === ply.seat) {
      Object.assign(last, { ply: ply.n, chances, loss: last.loss + ply.loss, luck: add(last.luck, ply.luck) });
    } else {
      steps.push({ ply: ply.n, turn: ply.turn, seat: ply.seat, chances, loss: ply.loss, luck: [...ply.luck] });
    }
  }
  return steps;
}

/* Where the parts of a game begin, after so many steps: those that have names, and its rounds. */
export type Mark = { at: number; text: string };
type Told = { ply: number; round?: number | undefined; say?: readonly Phrase[] | undefined };

const stepAt = (steps: readonly Step[], ply: number) => steps.filter((step) => step.ply <= ply).length;

export function chaptersOf(steps: readonly Step[], lines: readonly Told[], chapter: (said: readonly Phrase[]) => string | undefined): Mark[] {
  return lines.flatMap(({ ply, say }) => {
    const text = chapter(say ?? []);
    return text === undefined ? [] : [{ at: stepAt(steps, ply), text }];
  });
}

/* Along a short game every tenth turn is marked, along a long one its rounds, if it has some. */
const LONG = 80;
export function ticksOf(steps: readonly Step[], lines: readonly Told[]): { rounds: boolean; marks: { at: number; n: number }[] } {
  const all = lines.map(({ round }) => round ?? 0);
  const last = Math.max(0, ...all);
  if (steps.length <= LONG || last < 4) {
    const every = steps.length > LONG ? 20 : steps.length > 30 ? 10 : 5;
    return { rounds: false, marks: steps.flatMap((_, i) => ((i + 1) % every === 0 ? [{ at: i + 1, n: i + 1 }] : [])) };
  }
  const every = last > 40 ? 10 : last > 12 ? 5 : last > 6 ? 2 : 1;
  const marks = Array.from({ length: Math.floor(last / every) }, (_, i) => {
    const n = (i + 1) * every;
    return { at: stepAt(steps, lines[all.indexOf(n) - 1]?.ply ?? 0), n };
  });
  return { rounds: true, marks };
}

/* Parts of one whole, to be drawn: partners each have the chance of their side, and all together are more than one. */
export function sharesOf(chances: readonly number[]): number[] {
  const bounded = chances.map((chance) => Math.max(0, chance));
  const sum = bounded.reduce((a, b) => a + b, 0);
  return bounded.map((chance) => (sum > 0 ? chance / sum : 1 / bounded.length));
}

/* Whole percents that add up to a hundred where the chances do: what rounding leaves goes to those it took most from. */
export function percentsOf(chances: readonly number[]): number[] {
  const [exact, sum] = [chances.map((chance) => 100 * Math.max(0, chance)), chances.reduce((a, b) => a + b, 0)];
  if (Math.abs(sum - 1) > 0.005) return exact.map(Math.round);
  const whole = exact.map(Math.floor);
  const short = 100 - whole.reduce((a, b) => a + b, 0);
  const most = exact.map((value, i) => ({ i, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of most.slice(0, Math.max(0, short))) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/* Tenths of a percentage point: start + luck − own + others = result, in whole numbers. What rounding leaves goes to the largest of the
   three between, so that two players stay each other's mirror. */
export type Tenths = { start: number; luck: number; own: number; others: number; result: number };
export function inTenths(account: Account): Tenths {
  const tenths = (chance: number) => Math.sign(chance) * Math.round(Math.abs(chance) * 1000 + 1e-9); // the same on both sides of 0
  const found = { start: tenths(account.start), luck: tenths(account.luck), own: tenths(account.own_losses), others: tenths(account.others_losses), result: tenths(account.result) };
  const rest = found.result - (found.start + found.luck - found.own + found.others);
  const [luck, own, others] = [Math.abs(account.luck), account.own_losses, Math.abs(account.others_losses)];
  if (luck >= own && luck >= others) found.luck += rest;
  else if (own >= others) found.own -= rest;
  else found.others += rest;
  return found;
}

/* In tenths, so that they add up to what they add up to before: what rounding takes goes to those it took most from. */
function together(chances: readonly number[]): number[] {
  const exact = chances.map((chance) => Math.round(chance * 10_000) / 10);
  const whole = exact.map(Math.floor);
  const short = Math.round(exact.reduce((a, b) => a + b, 0)) - whole.reduce((a, b) => a + b, 0);
  const most = exact.map((value, i) => ({ i, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of most.slice(0, short)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/* All accounts of a game. With two players one is the mirror of the other: rounded apart, they would differ by a tenth. With more the
   starts add up to 100 and all luck to nothing, and losses take what rounding leaves. */
export function accountsInTenths(accounts: readonly Account[]): Tenths[] {
  const all = accounts.map(inTenths);
  const [one] = all;
  if (all.length === 2 && one !== undefined) return [one, { start: 1000 - one.start, luck: -one.luck, own: one.others, others: one.own, result: 1000 - one.result }];
  const [starts, lucks] = [together(accounts.map(({ start }) => start)), together(accounts.map(({ luck }) => luck))];
  return accounts.map((account, seat) => {
    const { result } = inTenths(account);
    const [start = 0, luck = 0] = [starts[seat], lucks[seat]];
    const [own, others] = [Math.round(account.own_losses * 1000), Math.round(account.others_losses * 1000)];
    const rest = result - (start + luck - own + others);
    return account.own_losses >= Math.abs(account.others_losses) ? { start, luck, own: own - rest, others, result } : { start, luck, own, others: others + rest, result };
  });
}

/* The rows of an account as floating bars: from where to where, in tenths. */
export type Bar = { row: 'start' | 'luck' | 'own' | 'others' | 'result'; from: number; to: number; value: number };
export function barsOf(tenths: Tenths): Bar[] {
  const luck = tenths.start + tenths.luck;
  const own = luck - tenths.own;
  return [
    { row: 'start', from: 0, to: tenths.start, value: tenths.start },
    { row: 'luck', from: tenths.start, to: luck, value: tenths.luck },
    { row: 'own', from: luck, to: own, value: -tenths.own },
    { row: 'others', from: own, to: own + tenths.others, value: tenths.others },
    { row: 'result', from: 0, to: tenths.result, value: tenths.result },
  ];
}

/* One scale for all accounts of a game: the whole of 0 to 100, and whatever leaves it. */
export function scaleOf(accounts: readonly Tenths[]): { low: number; high: number } {
  const ends = accounts.flatMap((tenths) => barsOf(tenths).flatMap(({ from, to }) => [from, to]));
  return { low: Math.min(0, ...ends), high: Math.max(1000, ...ends) };
}

/* Which sentence explains the result of a seat: what it won by, or lost by. */
export type Verdict = 'luck' | 'others' | 'own' | 'against';
export function verdictOf(tenths: Tenths, won: boolean): Verdict {
  if (won) return tenths.luck > tenths.others ? 'luck' : 'others';
  return -tenths.luck > tenths.own ? 'against' : 'own';
}

/* What is marked on the chart; the smallest go first where there are too many. */
export type Marker = { kind: 'turning' | 'blunder' | 'luck'; step: number; seat: number; number?: number; good?: boolean; size: number };
const MARKERS = 8;
const [BLUNDER, LUCK] = [0.08, 0.04];

export function markersOf(report: Report, steps: readonly Step[], me: number): Marker[] {
  const stepOf = (n: number) => steps.findIndex((step) => step.ply >= n);
  const turning = report.turning_points.map((n, i): Marker => ({ kind: 'turning', step: stepOf(n), seat: report.plies[n - 1]?.seat ?? 0, number: i + 1, size: 1 }));
  const others = report.plies.flatMap((ply): Marker[] => {
    const step = stepOf(ply.n);
    const luck = me >= 0 ? (ply.luck[me] ?? 0) : 0;
    return [
      ...(ply.loss >= BLUNDER ? [{ kind: 'blunder' as const, step, seat: ply.seat, size: ply.loss }] : []),
      ...(Math.abs(luck) >= LUCK ? [{ kind: 'luck' as const, step, seat: me, good: luck > 0, size: Math.abs(luck) }] : []),
    ];
  });
  return [...turning, ...others.sort((a, b) => b.size - a.size).slice(0, MARKERS - turning.length)];
}

/* The seats as they are stacked: mine at the bottom, then in order. */
export const stacked = (players: number, me: number): number[] => Array.from({ length: players }, (_, i) => (Math.max(0, me) + i) % players);
