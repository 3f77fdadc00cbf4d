// SPDX-License-Identifier: MIT
// A kingdom as a position writes it, for a drawing in which its dominoes are laid by hand, and all ways in which one more could lie.
// Whether it can, the engine says.
import type { LayingProps } from '$web/board';
import { nearest, type Placement } from './choose';
import { beside, type Direction, DIRECTIONS, isDirection, type Drawing, keyOf, type Point, rightOf, type Spot, turned, within } from './look';
import type { Cell, Domino, Extent } from './view';
import { isBuilding, isDomino } from './view-types';

export type Lying = Spot & { name: string };
export type Written = readonly [name: string, x: string, y: string, dir: string];

/* undefined where somebody has written something else. */
export function lyingOf([name, x, y, dir]: readonly string[]): Lying | undefined {
  return name !== undefined && dir !== undefined && isDirection(dir) && x !== undefined && y !== undefined ? { name, x: Number(x), y: Number(y), dir } : undefined;
}
export const written = (name: string, { x, y, dir }: Spot): Written => [name, String(x), String(y), dir];

export const dominoOf = (faceOf: LayingProps['faceOf'], name: string): Domino | undefined => {
  const face = faceOf('domino', name);
  return isDomino(face) ? face : undefined;
};

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);

/* Buildings by their cell: "sawmill:-2,-2". */
const builtIn = (owner: LayingProps['owner']): ReadonlyMap<string, string> => new Map(texts(owner['buildings']).map((text) => [text.slice(text.indexOf(':') + 1), text.slice(0, text.indexOf(':'))]));

export function drawingOf({ seats, owner, faceOf }: Pick<LayingProps, 'seats' | 'owner' | 'faceOf'>, lying: readonly Lying[]): Drawing {
  const [built, knights] = [builtIn(owner), new Set(texts(owner['placed']))];
  const cells = lying.flatMap((one): Cell[] => {
    const domino = dominoOf(faceOf, one.name);
    if (domino === undefined) return [];
    const cell = (half: 'left' | 'right', { x, y }: Point): Cell => {
      const building = faceOf('building', built.get(keyOf({ x, y })) ?? '');
      return { ...domino[half], x, y, domino: domino.domino, box: domino.box, half, land: 0, knight: knights.has(keyOf({ x, y })), building: isBuilding(building) ? building : null };
    };
    return [cell('left', one), cell('right', rightOf(one))];
  });
  const extent = [{ x: 0, y: 0 }, ...cells].reduce<Extent>(
    (box, { x, y }) => ({ west: Math.min(box.west, x), east: Math.max(box.east, x), north: Math.min(box.north, y), south: Math.max(box.south, y) }),
    { west: 0, east: 0, north: 0, south: 0 },
  );
  return { seats: [...seats], extent, last: null, lands: [], cells };
}

/* Every way in which a domino lies in a frame, row by row; `move` is how it is called. */
export function waysIn(frame: Extent, twin: boolean): Placement[] {
  const ways: Placement[] = [];
  for (let y = frame.north; y <= frame.south; y++)
    for (let x = frame.west; x <= frame.east; x++)
      for (const dir of DIRECTIONS)
        if (within(frame, beside({ x, y }, dir)) && !(twin && (dir === 'w' || dir === 'n'))) ways.push({ x, y, dir, move: `${x},${y}:${dir}` });
  return ways;
}

/* Why it cannot lie where somebody pointed: of the way that is nearest, as the domino is turned, else in any direction. */
export function reasonAt(said: ReadonlyMap<string, string>, ways: readonly Placement[], at: Point, dir: Direction): string | undefined {
  const refused = ways.filter(({ move }) => (said.get(move) ?? '') !== '');
  const way = nearest(refused.filter((one) => one.dir === dir || one.dir === turned(dir, 2)), at) ?? nearest(refused, at);
  return way && said.get(way.move);
}

/* The sentence that is said most: where nothing fits, it is the reason. */
export function commonest(said: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const one of said) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
