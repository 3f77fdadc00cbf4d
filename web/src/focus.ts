// SPDX-License-Identifier: MIT
// Moving about by keyboard: arrow keys go to the nearest thing in their direction.
import type { Attachment } from 'svelte/attachments';

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Box = { left: number; top: number; width: number; height: number };

/* How far away `to` is for somebody who looks from `from` in a direction; Infinity behind one's back. */
export function distance(from: Box, to: Box, [dx, dy]: readonly [number, number]): number {
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const ahead = x * dx + y * dy;
  const aside = Math.abs(x * dy) + Math.abs(y * dx);
  return ahead < 4 || aside > 2.5 * ahead ? Infinity : ahead + 2 * aside;
}

/* Things with data-nav inside the node can be walked through. */
export const arrows: Attachment<HTMLElement> = (node) => {
  const walk = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-nav]') : null;
    if (direction === undefined || from === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const box = from.getBoundingClientRect();
    let best: HTMLElement | undefined;
    let least = Infinity;
    for (const other of node.querySelectorAll<HTMLElement>('[data-nav]')) {
      if (other === from || other.getClientRects().length === 0 || other.matches(':disabled')) continue;
      const far = distance(box, other.getBoundingClientRect(), direction);
      if (far < least) [best, least] = [other, far];
    }
    event.preventDefault();
    best?.focus();
  };
  node.addEventListener('keydown', walk);
  return () => node.removeEventListener('keydown', walk);
};

/* A finger that rests on something looks at it; letting go ends the look, and does not click. */
export function longPress(look: (on: boolean) => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looking = false;
    const begin = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return;
      timer = setTimeout(() => {
        looking = true;
        look(true);
      }, 350);
    };
    const end = () => {
      clearTimeout(timer);
      if (looking) setTimeout(() => (looking = false), 0);
      if (looking) look(false);
    };
    const click = (event: MouseEvent) => {
      if (!looking) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event) => {
      if (looking) event.preventDefault();
    };
    node.addEventListener('pointerdown', begin);
    node.addEventListener('pointerup', end);
    node.addEventListener('pointercancel', end);
    node.addEventListener('pointerleave', end);
    node.addEventListener('click', click, { capture: true });
    node.addEventListener('contextmenu', menu);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointerdown', begin);
      node.removeEventListener('pointerup', end);
      node.removeEventListener('pointercancel', end);
      node.removeEventListener('pointerleave', end);
      node.removeEventListener('click', click, { capture: true });
      node.removeEventListener('contextmenu', menu);
    };
  };
}

/* One stop for Tab, and up and down from there: for lists that would be a long way otherwise. Its stops have data-stop. */
export const oneStop: Attachment<HTMLElement> = (node) => {
  const stops = () => [...node.querySelectorAll<HTMLElement>('[data-stop]')];
  const walk = (event: KeyboardEvent) => {
    const all = stops();
    const here = all.findIndex((one) => one === event.target);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (here < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
  };
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !('stop' in target.dataset)) return;
    for (const one of stops()) one.tabIndex = one === target ? 0 : -1;
  };
  node.addEventListener('keydown', walk);
  node.addEventListener('focusin', enter);
  return () => {
    node.removeEventListener('keydown', walk);
    node.removeEventListener('focusin', enter);
  };
};

let byKeys = false;
let last: { element: Element; around: Element[]; box: Box } | undefined; // what had the focus, and what lay around it

const DOABLE = '[data-area="board"] [data-nav]:not(:disabled, [aria-disabled="true"])';
const CAN = '[data-area] [data-can], [data-area="choice"] [data-play]';
const STOPS = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), [tabindex="0"]';
const seen = (selector: string, inside: ParentNode = document) => [...inside.querySelectorAll<HTMLElement>(selector)].filter((one) => one.tabIndex >= -1 && one.getClientRects().length > 0);

/* Of those things, the one that is nearest to where one was. */
function nearest(things: readonly HTMLElement[], box: Box | undefined): HTMLElement | undefined {
  if (box === undefined) return things[0];
  const far = (one: HTMLElement) => {
    const there = one.getBoundingClientRect();
    return Math.hypot(there.left + there.width / 2 - box.left - box.width / 2, there.top + there.height / 2 - box.top - box.height / 2);
  };
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const one of things) {
    const distance = far(one);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/* Onto the board: something that can be done, or at least something. */
export function enterBoard(from?: Box): boolean {
  const doable = seen(DOABLE);
  const to = nearest(doable.length > 0 ? doable : seen('[data-area="board"] [data-nav]'), from);
  to?.focus({ preventScroll: true });
  return to !== undefined;
}

/* Where to go on when what had the focus is gone: the end of the game, what can be done on the board, or what lay around it. */
function goOn(): void {
  const end = seen('[data-end] .btn')[0];
  if (end) return end.focus({ preventScroll: true });
  const can = nearest(seen(CAN).filter((one) => one.tabIndex >= 0 || 'nav' in one.dataset), last?.box);
  if (can) return can.focus({ preventScroll: true });
  if (seen(DOABLE).length > 0 && enterBoard(last?.box)) return;
  const around = last?.around.find((one) => one.isConnected && seen(STOPS, one).length > 0);
  const next = around && nearest(seen(STOPS, around), last?.box);
  if (next) next.focus({ preventScroll: true });
  else enterBoard(last?.box);
}

/* Whoever plays by keys goes on where something can be done, when what had the focus is gone. */
export function keepFocus(): void {
  const nowhere = document.activeElement === null || document.activeElement === document.body;
  if (byKeys && nowhere && document.querySelector('dialog[open]') === null) goOn();
}

/* Watches over the focus: a button that goes away, or can no longer be pressed, takes it along. */
export function startFocus(): void {
  addEventListener('keydown', () => (byKeys = true), { capture: true });
  addEventListener('pointerdown', () => (byKeys = false), { capture: true });
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const around: Element[] = [];
    for (let one = target.parentElement; one !== null && one !== document.body; one = one.parentElement) around.push(one);
    last = { element: target, around, box: target.getBoundingClientRect() };
  });
  const gone = () => last !== undefined && (!last.element.isConnected || last.element.matches(':disabled'));
  new MutationObserver(() => {
    if (byKeys && gone()) keepFocus();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
