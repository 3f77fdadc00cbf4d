// SPDX-License-Identifier: MIT
// Thoughts of several workers about the same position as one: what each has tried counts as often as it was tried.
import type { Thought } from '$engine/table.js';

type Line = Thought['best'][number];

function joined(lines: readonly Line[]): Line {
  // eslint-disable-next-line no-restricted-syntax -- lines are grouped by their move, so that a group has at least one
  const [first] = lines as [Line, ...Line[]];
  const visits = lines.reduce((sum, line) => sum + line.visits, 0);
  if (visits === 0) return first;
  const mean = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line) * line.visits, 0) / visits;
  const longest = lines.reduce((best, line) => (line.visits > best.visits ? line : best), first);
  return { ...first, visits, chance: mean((line) => line.chance), seats: first.seats.map((_, seat) => mean((line) => line.seats[seat] ?? 0)), score: mean((line) => line.score), line: longest.line };
}

export function mergeThoughts(thoughts: readonly Thought[]): Thought | undefined {
  const [first, ...others] = thoughts;
  if (first === undefined || others.length === 0) return first;
  const moves = [...new Set(thoughts.flatMap(({ best }) => best.map(({ move }) => move)))];
  const best = moves
    .map((move) => joined(thoughts.flatMap((thought) => thought.best.filter((line) => line.move === move))))
    .sort((a, b) => b.visits - a.visits || b.chance - a.chance);
  return { move: best[0]?.move ?? first.move, simulations: thoughts.reduce((sum, { simulations }) => sum + simulations, 0), best };
}
