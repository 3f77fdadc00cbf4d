// SPDX-License-Identifier: MIT
// The frame of a table: sizes by name, bubbles beside things, what the others changed, and turns that are played in order.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sizesOf } from '$web/layout.svelte';
import type { Line, View } from '$web/protocol';
import { partsOf } from '$web/router.svelte';
import { chaptersOf, found } from '$web/rules';
import { placeBeside } from '$web/table/beside';
import { othersPlies } from '$web/table/changed.svelte';
import { Pacer } from '$web/table/pace';
import { newestLast } from '$web/table/strip.svelte';
import { UNKNOWN, type TableView } from '$web/table';

test('every window has its size', () => {
  expect(sizesOf(320, 640)).toEqual(['hand', 'portrait', 'short', 'narrow']);
  expect(sizesOf(320, 568)).toEqual(['hand', 'portrait', 'short', 'squat', 'narrow']);
  expect(sizesOf(320, 460)).toEqual(['hand', 'portrait', 'short', 'squat', 'narrow']); // under the bars of a browser; never two columns
  expect(sizesOf(390, 844)).toEqual(['hand', 'portrait']);
  expect(sizesOf(667, 375)).toEqual(['hand', 'landscape', 'small']);
  expect(sizesOf(640, 400)).toEqual(['hand', 'landscape', 'small']); // 1280 by 800 at twice the size
  expect(sizesOf(932, 430)).toEqual(['hand', 'landscape']);
  expect(sizesOf(768, 1024)).toEqual(['tablet', 'low']);
  expect(sizesOf(820, 1180)).toEqual(['tablet']);
  expect(sizesOf(1180, 820)).toEqual(['desk', 'close', 'low']);
  expect(sizesOf(1280, 800)).toEqual(['desk', 'low']);
  expect(sizesOf(1920, 1080)).toEqual(['desk', 'wide']);
  expect(sizesOf(2560, 1440)).toEqual(['desk', 'wide', 'vast']);
});

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height });
const over = (a: ReturnType<typeof box>, b: ReturnType<typeof box>) => Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

test('a bubble lies inside the window, over neither the thing nor what is in its way', () => {
  for (const [x, y] of [[4, 4], [340, 4], [4, 760], [340, 760], [170, 400]] as const) {
    const thing = box(x, y, 46, 46);
    const cause = box(x, y > 100 ? y - 120 : y + 60, 46, 100);
    const { left, top } = placeBeside(264, 100, [thing, cause], 390, 844);
    const bubble = box(left, top, 264, 100);
    expect(over(bubble, thing) || over(bubble, cause), `at ${x}, ${y}`).toBe(false);
    expect([left >= 0, top >= 0, bubble.right <= 390, bubble.bottom <= 844]).toEqual([true, true, true, true]);
  }
});

const move = (seat: number, turn: number, ply: number): Line => ({ seq: ply, at: 0, what: 'move', seat, turn, ply });
const viewOf = (actor: number, turn: number) => ({ actor, turn }) as View;

test('what the others changed: since my last turn, until my next turn ends', () => {
  const lines = [move(0, 1, 1), move(1, 2, 2), move(2, 3, 3), move(2, 3, 4)];
  expect(othersPlies(lines, 0, viewOf(0, 4))).toMatchObject({ from: 1, to: 4 });
  // I have begun my turn: the marks stay as they were.
  expect(othersPlies([...lines, move(0, 4, 5)], 0, viewOf(0, 4))).toMatchObject({ from: 1, to: 4 });
  // It is over, and nobody has moved since.
  expect(othersPlies([...lines, move(0, 4, 5)], 0, viewOf(1, 5))).toBeUndefined();
  // Whoever watches sees the last turn.
  expect(othersPlies(lines, -1, viewOf(0, 4))).toMatchObject({ from: 2, to: 4 });
});

test('the strip has the others alone, the newest last', () => {
  const turns = [[move(0, 4, 9)], [move(1, 5, 12)], [], [move(3, 3, 7), move(3, 3, 8)]];
  expect(newestLast(turns, 0).map((turn) => turn[0]?.seat)).toEqual([3, 1]);
});

test('searching the rules leaves the clauses that speak of something', () => {
  const chapters = chaptersOf('Intro\n## A-1 First\nA-1.1 Gold is rare.\nA-1.2 Cards cost.\n## A-2 Second\nA-2.1 Nothing.');
  expect(found(chapters, 'gold').flatMap((chapter) => chapter.lines)).toEqual([{ kind: 'clause', id: 'A-1.1', text: 'Gold is rare.' }]);
  expect(found(chapters, 'a-2.1')).toHaveLength(1);
  expect(found(chapters, '')).toHaveLength(3);
});

/* --- turns of the others, one after the other --- */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function after(line: Line): TableView {
  return { ...UNKNOWN, state: { seq: line.seq, fresh: [line], present: { ply: line.ply } } as unknown as NonNullable<TableView['state']> };
}

test('what bots do at once is shown one after the other; skipping shows the present', () => {
  const shown: number[] = [];
  const pacer = new Pacer((view) => shown.push(view.state?.seq ?? 0), () => 0, () => 1000);
  for (const ply of [1, 2, 3, 4]) pacer.take(after(move(1 + (ply % 3), ply, ply)));
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2]);
  pacer.skip();
  expect(shown).toEqual([1, 2, 4]);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 2, 4]);
});

test('my own move makes nobody wait, and without a pace everything is there at once', () => {
  const shown: number[] = [];
  const pacer = new Pacer((view) => shown.push(view.state?.seq ?? 0), () => 0, () => 1000);
  pacer.take(after(move(1, 1, 1)));
  pacer.take(after(move(2, 2, 2)));
  pacer.take(after(move(0, 3, 3)));
  expect(shown).toEqual([1, 3]);
  const at: number[] = [];
  const quick = new Pacer((view) => at.push(view.state?.seq ?? 0), () => 0, () => 0);
  for (const ply of [1, 2, 3]) quick.take(after(move(1, ply, ply)));
  expect(at).toEqual([1, 2, 3]);
});

test('an address that nobody can read is one without a page, not an error', () => {
  expect(partsOf('/')).toEqual(['']);
  expect(partsOf('/g/abc/report')).toEqual(['g', 'abc', 'report']);
  expect(partsOf('/t/%E2%98%86')).toEqual(['t', '☆']);
  expect(partsOf('/t/%E0%A4%A')).toEqual(['t', '%E0%A4%A']);
});
