// Finding things in a view of Golestan. Nothing that a rule says is worked out here.
import type { Move, View } from '$web/protocol';
import { checked } from '$web/shape';
import { isBoard, type Board, type Kind, type Plant } from './view-types';

const boardIn = checked(isBoard);
export const boardOf = (view: View): Board => boardIn(view.board);

export const ofKind = (plants: readonly Plant[], kind: Kind): Plant[] => plants.filter((plant) => plant.kind === kind);

/* The moves of the legal list: by plant, and the bulb. */
export function choicesOf(legal: readonly Move[]): { plants: ReadonlySet<string>; bulb: boolean } {
  const plants = legal.flatMap(({ move }) => (move.startsWith('plant ') ? [move.slice('plant '.length)] : []));
  return { plants: new Set(plants), bulb: legal.some(({ move }) => move === 'bulb') };
}
