// SPDX-License-Identifier: MIT
// What lies hidden of the ages, for those who analyse. Guilds have a back of their own; cards beyond the layout are left out of the game.
import { listOf, thingOf, type Place, type Position } from '$web/study/hidden';

const AGE = /^age(\d)$/;
const backOf = ({ value, back }: Place): string => (String(value).endsWith('_guild') ? 'guild' : back);

export function hiddenPlaces(all: readonly Place[], position: Position): Place[] {
  const state = thingOf(position['state']);
  const [layout, now] = [listOf(state['layout']), Number(state['age'])];
  const isLaid = (index: number) => layout.length === 0 || index < layout.length;
  /* An age that is over has nothing hidden any more, and of the one under way only what still lies face down, or was left out. */
  const isThere = (age: number, index: number) => age > now || (age === now && (!isLaid(index) || ['down', 'guild'].includes(String(layout[index]))));
  return all.flatMap((place): Place[] => {
    const [, age] = AGE.exec(place.group) ?? [];
    if (age === undefined) return [place];
    if (!isThere(Number(age), place.index)) return [];
    const laid = isLaid(place.index) ? {} : { group: 'out', title: 'hidden.out' };
    return [{ ...place, ...laid, back: backOf(place) }];
  });
}
