// SPDX-License-Identifier: MIT
// Names for dominoes that nobody can see yet, for those who analyse: a number alone says little.
import type { GameTable } from '$web/board';
import { anything, object, thing, values } from '$web/shape';
import { dominoOf } from './laying';
import { dominoName } from './words';

const isState = object({ hidden: values(anything) });

/* A position calls a domino by its box and number ("q7") where one may lie beside those of another box; what is still to come, it tells by
   number alone, box by box. */
export const hiddenNames: NonNullable<GameTable['hiddenNames']> = async (_open, position, _look, faceOf) => {
  const { state } = position;
  const boxes = thing(state) && isState(state) ? Object.entries(state.hidden) : [];
  return new Map(
    boxes.flatMap(([box, numbers]) =>
      (Array.isArray(numbers) ? numbers : []).flatMap((n): [string, string][] => {
        const domino = dominoOf(faceOf, `${box.charAt(0)}${n}`);
        return typeof n === 'number' && domino ? [[`${box} ${n}`, dominoName(domino)]] : [];
      }),
    ),
  );
};
