// SPDX-License-Identifier: MIT
// The legal list as choices: where to build, what each location tile can do, where a lifted settlement can go.
import type { Move } from '$web/protocol';
import { centre, isTile, neighbours, type Point } from './look';
import type { Tile } from './view';

export type Targets = ReadonlyMap<string, string>; // hex -> move

export type Choices = {
  build: Targets;
  use: ReadonlyMap<Tile, Targets>;
  to: Targets;
  end: boolean;
};

/* What the next click on the board is for. */
export type Aim = 'build' | Tile;

export function choicesOf(legal: readonly Move[]): Choices {
  const build = new Map<string, string>();
  const use = new Map<Tile, Map<string, string>>();
  const to = new Map<string, string>();
  let end = false;
  for (const { move } of legal) {
    const [verb, first = '', second = ''] = move.split(' ');
    if (verb === 'build') build.set(first, move);
    else if (verb === 'to') to.set(first, move);
    else if (verb === 'end') end = true;
    else if (verb === 'use' && isTile(first)) {
      const targets = use.get(first) ?? new Map<string, string>();
      use.set(first, targets.set(second, move));
    }
  }
  return { build, use, to, end };
}

const NONE: Targets = new Map();

export function targetsOf(choices: Choices, aim: Aim): Targets {
  if (choices.to.size > 0) return choices.to;
  return aim === 'build' ? choices.build : (choices.use.get(aim) ?? NONE);
}

/* The hex nearest to where one was: the focus goes there when its own hex is gone. */
export function nearest(hexes: Iterable<string>, from: string | undefined): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  const start: Point = from === undefined ? { x: 0, y: 0 } : centre(from);
  for (const hex of hexes) {
    const { x, y } = centre(hex);
    const far = from === undefined ? y * 1000 + x : Math.hypot(x - start.x, y - start.y);
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

/* The smallest box around all of these hexes. */
export function around(hexes: Iterable<string>): { left: number; top: number; right: number; bottom: number } | undefined {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const hex of hexes) {
    const { x, y } = centre(hex);
    box.left = Math.min(box.left, x - 50);
    box.right = Math.max(box.right, x + 50);
    box.top = Math.min(box.top, y - 58);
    box.bottom = Math.max(box.bottom, y + 58);
  }
  return box.left === Infinity ? undefined : box;
}

/* Why can I not build there, though the land is right? Because I could build beside this settlement of mine: the nearest
 * one that has an open place next to it. */
export function couldBeside(hex: string, mine: readonly string[], targets: Targets): string | undefined {
  return nearest(mine.filter((own) => neighbours(own).some((next) => targets.has(next))), hex);
}
