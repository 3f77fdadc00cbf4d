// SPDX-License-Identifier: MIT
// What lies above a page: dialogs, sheets, the rules beside a table. Back puts away what lies uppermost, as everywhere on a phone, and
// the page below stays. For that each has an entry of its own in the browser's history, and how many there are stands in its state.

const open: (() => void)[] = [];
let returning = false; // the browser is on its way back, because something was put away otherwise
let waiting: (() => void)[] = []; // what is to be done when it has arrived
let soon: ReturnType<typeof setTimeout> | undefined;
let overdue: ReturnType<typeof setTimeout> | undefined;
const PATIENCE = 1000; // ms

function entries(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'above' in state && typeof state.above === 'number' ? state.above : 0;
}

/* Is the present entry of the history that of a dialog? Whoever goes elsewhere from there takes its place. */
export const isAbove = (): boolean => entries() > 0;

/* Not at once: a menu that is put away may open a dialog, which takes over its entry. */
function agree(): void {
  soon ??= setTimeout(() => {
    soon = undefined;
    if (returning) return;
    const there = entries();
    for (let n = there + 1; n <= open.length; n++) history.pushState({ above: n }, '');
    if (there > open.length) {
      returning = true;
      history.go(open.length - there);
      overdue = setTimeout(giveUp, PATIENCE);
    }
  });
}

/* A browser that does not go back says nothing. Then this entry counts as the page's own: a step too many is less than links that lead nowhere. */
function giveUp(): void {
  history.replaceState({ above: open.length }, '');
  stepped();
}

/* Does it as soon as the browser is where it goes: an address that is written meanwhile would be lost. */
export function arrived(deed: () => void): void {
  if (returning) waiting.push(deed);
  else deed();
}

/* The browser has gone back or forward. */
export function stepped(): void {
  if (!returning) {
    for (const close of open.splice(entries()).reverse()) close();
    return;
  }
  returning = false;
  clearTimeout(overdue);
  const deeds = waiting;
  waiting = [];
  for (const deed of deeds) deed();
  agree();
}

/* For whatever lies above a page, as long as it is there: `{@attach closedByBack(() => onclose())}`. */
export const closedByBack = (close: () => void) => (): (() => void) => {
  open.push(close);
  agree();
  return () => {
    const at = open.indexOf(close);
    if (at < 0) return; // Back has put it away
    open.splice(at, 1);
    agree();
  };
};
