// SPDX-License-Identifier: MIT
// The pyramid with every card face up, for those who analyse. A card's face comes from the engine: it is shown a position in which that card
// has changed places with one that lies open.
import type { View } from '$web/protocol';
import { anything, list, object, values } from '$web/shape';
import { boardOf } from './look';
import type { Card } from './view';

type Position = Readonly<Record<string, unknown>>;
const isState = object({ layout: list(anything), hidden: values(list(anything)) });
type Look = (position: object) => Promise<View>;

const replaced = (list: readonly unknown[], index: number, value: unknown): unknown[] => list.map((one, i) => (i === index ? value : one));

/* The same position with the card of `slot` lying open at `open`. */
export function exchanged(position: Position, age: string, slot: number, open: number): object {
  const { state } = position;
  if (!isState(state)) return position;
  const { layout, hidden } = state;
  const faces = hidden[age] ?? [];
  const changed = { layout: replaced(replaced(layout, open, faces[slot]), slot, 'down'), hidden: { ...hidden, [age]: replaced(faces, slot, layout[open]) } };
  return { ...position, state: { ...state, ...changed } };
}

export async function turnUp(view: View, position: Position, look: Look): Promise<View> {
  const board = boardOf(view);
  const age = `age${board.age}`;
  const open = board.layout.findIndex((slot) => slot.there && slot.face_up);
  if (open < 0) return view;
  const face = async (slot: number): Promise<Card | undefined> => {
    try {
      return boardOf(await look(exchanged(position, age, slot, open))).layout[open]?.card;
    } catch {
      return undefined; // then it stays face down
    }
  };
  const layout = await Promise.all(
    board.layout.map(async (slot, i) => {
      const card = slot.there && !slot.face_up ? await face(i) : undefined;
      return card ? { ...slot, card, face_up: true } : slot;
    }),
  );
  return { ...view, board: { ...board, layout } };
}
