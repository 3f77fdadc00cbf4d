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
