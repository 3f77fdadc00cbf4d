// SPDX-License-Identifier: MIT
// What the page makes of a report: accounts add up in the digits that are shown, turns hold all their decisions, markers stay few.
import { describe, expect, test } from 'vitest';
import { layersOf, stopsOf } from '$web/study/course';
import { accountsInTenths, barsOf, chancesOf, chaptersOf, inTenths, markersOf, percentsOf, scaleOf, sharesOf, stacked, stepsOf, ticksOf, verdictOf, type Ply } from '$web/study/report';
import type { Report } from '$web/engine/engine';

const ply = (n: number, seat: number, turn: number, more: Partial<Ply> = {}): Ply => ({
  n, seat, turn, move: 'a', best: 'b', chance_best: 0.5, chance_made: 0.5, loss: 0, luck: [0, 0], change: [0, 0], choice: true, grade: 'good', ...more,
}); // prettier-ignore
const seat = { accuracy: 1, choices: 1, good: 1, slip: 0, mistake: 0, blunder: 0, opening: [] };
const report = (plies: Ply[], more: Partial<Report> = {}): Report => ({ start: [0.5, 0.5], plies, account: [], seats: [seat, seat], turning_points: [], ...more });

describe('an account in tenths', () => {
  test('adds up, whatever was rounded', () => {
    for (let i = 0; i < 2000; i++) {
      const [start, luck, own] = [(i * 37) % 10000, ((i * 7919) % 12000) - 6000, (i * 101) % 9000];
      const result = [0, 5000, 10000][i % 3] ?? 0;
      const others = result - start - luck + own;
      const told = inTenths({ start: start / 1e4, luck: luck / 1e4, own_losses: own / 1e4, others_losses: others / 1e4, result: result / 1e4 });
      expect(told.start + told.luck - told.own + told.others).toBe(told.result);
      expect(Math.abs(told.luck - luck / 10)).toBeLessThan(2.1);
    }
  });
  test('of two players mirror each other', () => {
    const one = inTenths({ start: 0.5126, luck: 0.1855, own_losses: 0.2813, others_losses: 0.5832, result: 1 });
    const other = inTenths({ start: 0.4874, luck: -0.1855, own_losses: 0.5832, others_losses: 0.2813, result: 0 });
    expect(one.luck).toBe(-other.luck);
    expect(one.own).toBe(other.others);
  });
  test('of many add up over the table, too', () => {
    for (let i = 0; i < 500; i++) {
      const players = 3 + (i % 6);
      const of = (most: number, total: number, by: number) => {
        const found = Array.from({ length: players - 1 }, (_, seat) => ((i * by + seat * 7919) % (2 * most)) - most);
        return [...found, total - found.reduce((a, b) => a + b, 0)];
      };
      const [starts, lucks] = [of(900, 10000, 37), of(3000, 0, 101)];
      const accounts = starts.map((start, seat) => {
        const [luck, own, result] = [lucks[seat] ?? 0, (i * 13 + seat * 577) % 4000, seat === i % players ? 10000 : 0];
        return { start: start / 1e4, luck: luck / 1e4, own_losses: own / 1e4, others_losses: (result - start - luck + own) / 1e4, result: result / 1e4 };
      });
      const told = accountsInTenths(accounts);
      for (const one of told) expect(one.start + one.luck - one.own + one.others).toBe(one.result);
      expect(told.reduce((sum, { start }) => sum + start, 0)).toBe(1000);
      expect(told.reduce((sum, { luck }) => sum + luck, 0)).toBe(0);
      for (const [seat, one] of told.entries()) for (const [shown, exact] of [[one.luck, accounts[seat]?.luck], [one.own, accounts[seat]?.own_losses], [one.others, accounts[seat]?.others_losses]] as const) expect(Math.abs(shown - 1000 * (exact ?? 0))).toBeLessThan(3.1);
      for (const { own } of told) expect(own).toBeGreaterThanOrEqual(0);
    }
  });
  test('is drawn as bars that begin where the one before ended, and may leave 0 to 100', () => {
    const tenths = inTenths({ start: 0.49, luck: -0.185, own_losses: 0.586, others_losses: 0.281, result: 0 });
    const bars = barsOf(tenths);
    expect(bars.map((bar) => bar.from).slice(1, 4)).toEqual([490, 305, -281]);
    expect(scaleOf([tenths]).low).toBe(-281);
    expect(scaleOf([tenths]).high).toBe(1000);
  });
});

test('all decisions of a turn are one step, their losses and luck added', () => {
  const steps = stepsOf(report([ply(1, 0, 1, { loss: 0.02, change: [-0.02, 0.02] }), ply(2, 0, 1, { luck: [0.1, -0.1] }), ply(3, 1, 2)]));
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatchObject({ ply: 2, loss: 0.02, luck: [0.1, -0.1] });
  expect(steps[0]?.chances[0]).toBeCloseTo(0.58);
});

test('who has two turns in a row has two steps', () => {
  expect(stepsOf(report([ply(1, 0, 1), ply(2, 0, 2)]))).toHaveLength(2);
});

test('at most eight markers: all turning points, then the largest of the others', () => {
  const plies = Array.from({ length: 30 }, (_, i) => ply(i + 1, i % 2, i + 1, { loss: 0.08 + i / 1000, luck: [0.05, -0.05] }));
  const told = report(plies, { turning_points: [28, 29, 30] });
  const markers = markersOf(told, stepsOf(told), 0);
  expect(markers).toHaveLength(8);
  expect(markers.filter((marker) => marker.kind === 'turning')).toHaveLength(3);
  expect(Math.min(...markers.filter((marker) => marker.kind === 'blunder').map((marker) => marker.size))).toBeGreaterThan(0.1);
});

test('the sentence tells what weighed most', () => {
  const tenths = { start: 500, luck: 200, own: 100, others: 400, result: 1000 };
  expect(verdictOf(tenths, true)).toBe('others');
  expect(verdictOf({ ...tenths, luck: 500 }, true)).toBe('luck');
  expect(verdictOf({ ...tenths, luck: -300 }, false)).toBe('against');
  expect(verdictOf(tenths, false)).toBe('own');
});

test('I lie at the bottom, then in order of seats', () => {
  expect(stacked(4, 2)).toEqual([2, 3, 0, 1]);
  expect(stacked(3, -1)).toEqual([0, 1, 2]);
});

test('of two players one account is the mirror of the other, also where both would be rounded up', () => {
  const one = { start: 0.5045, luck: -0.0455, own_losses: 0.8005, others_losses: 0.3415, result: 0 };
  const two = { start: 0.4955, luck: 0.0455, own_losses: 0.3415, others_losses: 0.8005, result: 1 };
  const [a, b] = accountsInTenths([one, two]);
  if (a === undefined || b === undefined) throw new Error('two accounts');
  expect([a.start + b.start, a.luck + b.luck, a.own - b.others, a.others - b.own, a.result + b.result]).toEqual([1000, 0, 0, 0, 1000]);
  for (const { start, luck, own, others, result } of [a, b]) expect(start + luck - own + others).toBe(result);
});

describe('the chances over a game', () => {
  test('are those of the beginning, and what luck and losses made of them', () => {
    const told = chancesOf(report([ply(1, 0, 1, { luck: [0.1, -0.1] }), ply(2, 1, 1, { change: [0.2, -0.2] })]));
    expect(told.map((chances) => chances.map((chance) => Math.round(100 * chance)))).toEqual([[50, 50], [60, 40], [80, 20]]);
  });
  test('are parts of one whole: partners each have the chance of their side', () => {
    expect(sharesOf([0.7, 0.3, 0.7, 0.3])).toEqual([0.35, 0.15, 0.35, 0.15]);
    expect(sharesOf([0, 0])).toEqual([0.5, 0.5]);
    expect(sharesOf([-0.01, 1.01])).toEqual([0, 1]);
  });
  test('are told in percents that add up', () => {
    expect(percentsOf([0.485, 0.515])).toEqual([49, 51]);
    expect(percentsOf([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(percentsOf([0.7, 0.3, 0.7, 0.3])).toEqual([70, 30, 70, 30]); // partners
    expect(percentsOf([])).toEqual([]);
  });
  test('lie one upon the other where somebody has thought', () => {
    const stops = stopsOf([[0.5, 0.5], undefined, [0.25, 0.75]]);
    expect(stops.map(({ at }) => at)).toEqual([0, 2]);
    expect(stops.map((stop) => layersOf(stop, [1, 0]))).toEqual([[[0, 0.5], [0.5, 1]], [[0, 0.75], [0.75, 1]]]);
  });
});

test('along a short game turns are marked, along a long one its rounds; chapters begin where they are told', () => {
  const steps = Array.from({ length: 100 }, (_, i) => ({ ply: i + 1, turn: i + 1, seat: i % 4, chances: [], loss: 0, luck: [] }));
  const lines = steps.map(({ ply }) => ({ ply, round: Math.ceil(ply / 4), say: ply === 20 ? [{ key: 'begins' }] : [] }));
  expect(ticksOf(steps.slice(0, 40), lines.slice(0, 40))).toEqual({ rounds: false, marks: [10, 20, 30, 40].map((n) => ({ at: n, n })) });
  expect(ticksOf(steps, lines)).toEqual({ rounds: true, marks: [5, 10, 15, 20, 25].map((n) => ({ at: 4 * (n - 1), n })) });
  expect(ticksOf(steps, lines.map(({ ply }) => ({ ply }))).rounds).toBe(false);
  expect(chaptersOf(steps, lines, (said) => said[0]?.key)).toEqual([{ at: 20, text: 'begins' }]);
});
