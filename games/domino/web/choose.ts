// SPDX-License-Identifier: MIT
// The legal list as choices: where a domino fits, which squares can be taxed, what can be built and where.
import { partsOf } from '$web/phrases';
import type { Move } from '$web/protocol';
import { centreOf, DIRECTIONS, isDirection, keyOf, rightOf, turned, type Direction, type Point, type Spot } from './look';
import type { Outcome, Part } from './view';

export type Placement = Spot & { move: string };
export type Tax = { move: string; which: 'left' | 'right' | 'both'; coins: number };

export type Choices = {
  places: readonly Placement[];
  discard: boolean;
  taxes: readonly Tax[];
  builds: ReadonlyMap<number, readonly string[]>; // slot -> sites, as "x,y"
  burns: ReadonlySet<number>; // slots
  picks: ReadonlySet<number>; // numbers of dominoes
  none: string | undefined; // the move that leaves this step out
};

const isTaxed = (which: string): which is Tax['which'] => which === 'left' || which === 'right' || which === 'both';

/* How many coins a phrase speaks of. */
function coinsOf(move: Move): number {
  const [n] = partsOf(move.say, 'n');
  return typeof n === 'number' ? n : 0;
}

export function choicesOf(legal: readonly Move[]): Choices {
  const places: Placement[] = [];
  const taxes: Tax[] = [];
  const builds = new Map<number, string[]>();
  const burns = new Set<number>();
  const picks = new Set<number>();
  let discard = false;
  let none: string | undefined;
  for (const one of legal) {
    const [verb, thing = '', more = ''] = one.move.split(' ');
    if (thing === 'none') none = one.move;
    else if (verb === 'place') {
      const [x = 0, y = 0] = thing.split(',').map(Number);
      if (isDirection(more)) places.push({ x, y, dir: more, move: one.move });
    } else if (verb === 'discard') discard = true;
    else if (verb === 'tax' && isTaxed(thing)) taxes.push({ move: one.move, which: thing, coins: coinsOf(one) });
    else if (verb === 'build') builds.set(Number(thing), [...(builds.get(Number(thing)) ?? []), more]);
    else if (verb === 'burn') burns.add(Number(thing));
    else if (verb === 'pick') picks.add(Number(thing));
  }
  // Reading order, so that walking through them by keyboard goes along the rows.
  places.sort((a, b) => centreOf(a).y - centreOf(b).y || centreOf(a).x - centreOf(b).x);
  return { places, discard, taxes, builds, burns, picks, none };
}

/* A domino with equal halves is listed to the east and south only: turned round it is the same. */
const fold = (dir: Direction): Direction => (dir === 'w' ? 'e' : dir === 'n' ? 's' : dir);
export const faces = (dir: Direction, twin: boolean): Direction => (twin ? fold(dir) : dir);

/* What fits in this direction. */
export const facing = (places: readonly Placement[], dir: Direction): Placement[] => places.filter((place) => place.dir === dir);

/* The next direction in which the domino fits anywhere; the same one if there is no other. */
export function nextTurn(places: readonly Placement[], from: Direction, by: number): Direction {
  for (let i = 1; i <= DIRECTIONS.length; i++) {
    const dir = turned(from, by * i);
    if (places.some((place) => place.dir === dir)) return dir;
  }
  return from;
}

/* The spot nearest to a point (in cells), if it is near enough to snap to. */
export function nearest(places: readonly Placement[], at: Point, within = Infinity): Placement | undefined {
  let best: Placement | undefined;
  let least = within;
  for (const place of places) {
    const centre = centreOf(place);
    const far = Math.hypot(centre.x - at.x, centre.y - at.y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/* Turned where it lies: the next direction in which it fits on a cell that it covers now, else anywhere near. */
export function turnedAt(places: readonly Placement[], from: Placement, by: number): Placement {
  const cells = new Set([keyOf(from), keyOf(rightOf(from))]);
  const covers = (place: Placement) => cells.has(keyOf(place)) || cells.has(keyOf(rightOf(place)));
  for (let i = 1; i < DIRECTIONS.length; i++) {
    const dir = turned(from.dir, by * i);
    const here = facing(places, dir).filter(covers);
    const same = here.find((place) => keyOf(place) === keyOf(from));
    const best = same ?? nearest(here, centreOf(from));
    if (best !== undefined) return best;
  }
  const dir = nextTurn(places, from.dir, by);
  return nearest(facing(places, dir), centreOf(from)) ?? from;
}

/* Cells that some placement would cover. */
export const covered = (places: readonly Placement[]): Map<string, Point> => new Map(places.flatMap((place) => [place, rightOf(place)]).map((at) => [keyOf(at), { x: at.x, y: at.y }]));

export const outcomeOf = (outcomes: readonly Outcome[] | undefined, move: string | undefined): Outcome | undefined => (move === undefined ? undefined : outcomes?.find((one) => one.move === move));
export const changeOf = (outcome: Outcome | undefined, part: Part): number => outcome?.[part] ?? 0;
