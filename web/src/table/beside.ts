// SPDX-License-Identifier: MIT
// Where a bubble has its place beside a thing: inside the window, and over none of the things that are to stay in sight.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Side = 'above' | 'below' | 'left' | 'right';
export type Beside = { side: Side; left: number; top: number; tail: number };

const [GAP, EDGE, TAIL] = [10, 8, 20];

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n));

function placeAt(side: Side, width: number, height: number, thing: Box, windowWidth: number, windowHeight: number): Beside {
  const [x, y] = [(thing.left + thing.right) / 2, (thing.top + thing.bottom) / 2];
  if (side === 'above' || side === 'below') {
    const left = clamp(x - width / 2, EDGE, windowWidth - EDGE - width);
    return { side, left, top: side === 'above' ? thing.top - GAP - height : thing.bottom + GAP, tail: clamp(x - left, TAIL, width - TAIL) };
  }
  const top = clamp(y - height / 2, EDGE, windowHeight - EDGE - height);
  return { side, left: side === 'left' ? thing.left - GAP - width : thing.right + GAP, top, tail: clamp(y - top, TAIL, height - TAIL) };
}

/* How much of a place is outside the window or over what is to be seen: none is best. */
function fault({ left, top }: Beside, width: number, height: number, free: readonly Box[], windowWidth: number, windowHeight: number): number {
  const outside = Math.max(0, EDGE - left) + Math.max(0, left + width + EDGE - windowWidth) + Math.max(0, EDGE - top) + Math.max(0, top + height + EDGE - windowHeight);
  const over = free.map((box) => Math.max(0, Math.min(left + width, box.right) - Math.max(left, box.left)) * Math.max(0, Math.min(top + height, box.bottom) - Math.max(top, box.top)));
  return outside * 1000 + over.reduce((sum, one) => sum + one, 0);
}

/* The first of `free` is the thing itself. Above is best: below it there may be a hand. */
export function placeBeside(width: number, height: number, free: readonly Box[], windowWidth: number, windowHeight: number): Beside {
  const thing = free[0] ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const places = (['above', 'below', 'right', 'left'] as const).map((side) => placeAt(side, width, height, thing, windowWidth, windowHeight));
  const faults = places.map((place) => fault(place, width, height, free, windowWidth, windowHeight));
  const best = places[faults.indexOf(Math.min(...faults))] ?? placeAt('above', width, height, thing, windowWidth, windowHeight);
  return { ...best, left: clamp(best.left, EDGE, windowWidth - EDGE - width), top: clamp(best.top, EDGE, Math.max(EDGE, windowHeight - EDGE - height)) };
}
