// SPDX-License-Identifier: MIT
// Finding things in a view of Golestan. Nothing that a rule says is worked out here.
import type { Move } from '$web/protocol';
import { boardReader } from '$web/wire';
import type { Kind, Plant } from './view';
import { isBoard } from './view-types';

export const boardOf = boardReader(isBoard, 'golestan');

export const ofKind = (plants: readonly Plant[], kind: Kind): Plant[] => plants.filter((plant) => plant.kind === kind);

/* The moves of the legal list: by plant, and the bulb. */
export function choicesOf(legal: readonly Move[]): { plants: ReadonlySet<string>; bulb: boolean } {
  const plants = legal.flatMap(({ move }) => (move.startsWith('plant ') ? [move.slice('plant '.length)] : []));
  return { plants: new Set(plants), bulb: legal.some(({ move }) => move === 'bulb') };
}
