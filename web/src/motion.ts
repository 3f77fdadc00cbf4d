// SPDX-License-Identifier: MIT
// Pieces that travel from where they were to where they are now. The page shows the new view at once;
// a likeness of the piece makes the way above it, so that nothing has to wait for a movement.
import { moves } from './settings.svelte';

/* Places are named by data-at: "bank:w", "seat:1:bonus:r". */
export type Flight = {
  piece: string; // whose likeness travels
  from?: string; // from where, if not from where the piece is
  stays?: boolean; // a piece of the same kind remains there: it can be measured afterwards, which saves a layout
  to: string;
  turn?: boolean; // it is turned over on the way
  fade?: boolean; // it vanishes into its target
};

type Likeness = { likeness: HTMLElement; from: DOMRect };
type Prepared = { flight: Flight; seen: Likeness | undefined };

const CALM = 320;
const STEP = 70;
const EASE = 'cubic-bezier(.2, .7, .2, 1)';
const running = new Set<Animation>();
let slowness = 1;

/* How many times slower than usual pieces travel; 0: they do not travel at all. */
export function pace(times: number): void {
  slowness = times;
}

/* The element at a place, or at the nearest larger place that can be seen: "seat:1:r" is in "seat:1". */
export function placeOf(name: string): HTMLElement | undefined {
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf(':')))) {
    for (const found of document.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(at)}"]`))
      if (found.getClientRects().length > 0) return found;
  }
  return undefined;
}

/* As large as the piece, in the middle of the place where it starts. */
function startOf(piece: HTMLElement, start: HTMLElement): DOMRect {
  const [size, place] = [piece.getBoundingClientRect(), start.getBoundingClientRect()];
  if (piece === start) return size;
  const x = place.left + (place.width - size.width) / 2;
  const y = place.top + (place.height - size.height) / 2;
  return new DOMRect(x, y, size.width, size.height);
}

function likenessOf(flight: Flight): Likeness | undefined {
  const element = placeOf(flight.piece);
  const start = flight.from === undefined ? element : placeOf(flight.from);
  if (element === undefined || start === undefined) return undefined;
  const likeness = element.cloneNode(true) as HTMLElement;
  likeness.removeAttribute('data-at');
  for (const inner of likeness.querySelectorAll('[data-at], [id]')) {
    inner.removeAttribute('data-at');
    inner.removeAttribute('id');
  }
  return { likeness, from: startOf(element, start) };
}

/* To be called while the old view is still on the page. */
export function prepare(flights: readonly Flight[]): Prepared[] {
  if (!moves() || document.hidden || slowness === 0) return [];
  return flights.map((flight) => ({ flight, seen: flight.stays ? undefined : likenessOf(flight) }));
}

function layer(): HTMLElement {
  let found = document.querySelector<HTMLElement>('.flights');
  if (found === null) {
    found = document.createElement('div');
    found.className = 'flights';
    found.dir = 'ltr';
    found.setAttribute('aria-hidden', 'true');
    found.inert = true;
    document.body.append(found);
  }
  return found;
}

function track(animation: Animation, done: () => void): void {
  running.add(animation);
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    done();
  };
}

/* A slow journey is to be followed with the eyes: its way is dotted, and what it leads from and to is set off. */
function takePart(flight: Flight, from: DOMRect, to: DOMRect): () => void {
  const things = [flight.from ?? flight.piece, flight.to].flatMap((name) => placeOf(name) ?? []);
  for (const thing of things) thing.setAttribute('data-part', '');
  const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
  const [dx, dy] = [to.left + to.width / 2 - x, to.top + to.height / 2 - y];
  const way = document.createElement('i');
  way.className = 'way';
  Object.assign(way.style, { left: `${x}px`, top: `${y}px`, width: `${Math.hypot(dx, dy)}px`, rotate: `${Math.atan2(dy, dx)}rad` });
  layer().prepend(way);
  return () => {
    way.remove();
    for (const thing of things) thing.removeAttribute('data-part');
  };
}

type Begin = () => void;

/*
 * To be called when the new view is on the page. Everything is measured first, and only then something is put onto the page, by
 * what these functions give back: measuring after a change costs a layout each time.
 */
export function launch(prepared: readonly Prepared[]): Begin[] {
  return prepared.flatMap(({ flight, seen = flight.stays ? likenessOf(flight) : undefined }, i) => {
    const target = placeOf(flight.to)?.getBoundingClientRect();
    return seen === undefined || target === undefined || target.width === 0 ? [] : [() => fly(flight, seen, target, i)];
  });
}

function fly(flight: Flight, { likeness, from }: Likeness, target: DOMRect, i: number): void {
  const scale = Math.min(1.4, Math.max(0.2, Math.min(target.width / from.width, target.height / from.height)));
  const x = target.left + target.width / 2 - (from.left + from.width / 2);
  const y = target.top + target.height / 2 - (from.top + from.height / 2);
  Object.assign(likeness.style, {
    position: 'absolute',
    margin: '0',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  layer().append(likeness);
  const done = slowness > 1 ? takePart(flight, from, target) : () => {};
  const animation = likeness.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x * 0.8}px, ${y * 0.8}px) scale(${1 + (scale - 1) * 0.8})`, opacity: 1, offset: 0.8 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: flight.fade ? 0 : 0.85 },
    ],
    { duration: CALM * slowness, delay: i * STEP * slowness, easing: slowness > 1 ? 'ease-in-out' : EASE, fill: 'both' },
  );
  track(animation, () => {
    likeness.remove();
    done();
  });
}

/* A piece that was turned up. */
export function turnUp(name: string, delay = 0): Begin[] {
  const element = moves() && !document.hidden ? placeOf(name) : undefined;
  if (element === undefined) return [];
  const timing = { duration: CALM, delay, easing: EASE, fill: 'backwards' } as const;
  return [() => track(element.animate([{ transform: 'perspective(600px) rotateY(90deg)' }, { transform: 'none' }], timing), () => {})];
}

/* A piece that is new where it is now: it comes from another place. To be called when it is on the page. */
export function comeFrom(name: string, from: string, delay = 0): Begin[] {
  const [element, start] = moves() && !document.hidden ? [placeOf(name), placeOf(from)] : [];
  if (element === undefined || start === undefined || element === start) return [];
  const [a, b] = [start.getBoundingClientRect(), element.getBoundingClientRect()];
  const x = a.left + a.width / 2 - (b.left + b.width / 2);
  const y = a.top + a.height / 2 - (b.top + b.height / 2);
  const scale = Math.min(1.4, Math.max(0.2, a.width / Math.max(1, b.width)));
  const timing = { duration: 1.5 * CALM, delay, easing: EASE, fill: 'backwards' } as const;
  return [() => track(element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], timing), () => {})];
}

/* Somebody is in a hurry: everything is where it belongs. */
export function settle(): void {
  for (const animation of [...running]) animation.finish();
}

export function startMotion(): void {
  addEventListener('pointerdown', settle, { capture: true });
  addEventListener('keydown', settle, { capture: true });
}
