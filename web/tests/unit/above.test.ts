// @vitest-environment jsdom
// SPDX-License-Identifier: MIT
// What lies above a page, and the browser's history.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrived, closedByBack, isAbove, stepped } from '$web/above';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a browser that does not go back when a dialog is put away holds no link up for ever', () => {
  const back = vi.spyOn(history, 'go').mockImplementation(() => {});
  const putAway = closedByBack(() => {})();
  vi.runAllTimers();
  expect(isAbove()).toBe(true);
  putAway();
  vi.advanceTimersByTime(10);
  expect(back).toHaveBeenCalledWith(-1);
  const deed = vi.fn();
  arrived(deed);
  expect(deed).not.toHaveBeenCalled(); // it is on its way
  vi.advanceTimersByTime(2000);
  expect(deed).toHaveBeenCalledOnce();
  expect(isAbove()).toBe(false);
});

test('what Back puts away is closed once, the uppermost first', () => {
  const closed: string[] = [];
  for (const name of ['menu', 'rules']) closedByBack(() => closed.push(name))();
  vi.runAllTimers();
  expect(history.state).toEqual({ above: 2 });
  history.replaceState(null, ''); // as two steps back would leave it
  stepped();
  expect(closed).toEqual(['rules', 'menu']);
});
