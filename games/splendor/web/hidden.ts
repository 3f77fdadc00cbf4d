// SPDX-License-Identifier: MIT
// Cards that nobody can see, for those who analyse: where they lie, and what they are called, by what is printed on them.
import type { ThingProps } from '$web/board';
import { number } from '$web/i18n';
import { isValue, listOf, thingOf, type Place, type Position } from '$web/study/hidden';
import type { Card, Noble } from './view';
import { isCard, isNoble } from './view-types';
import { s } from './words';

const COLOURS = ['w', 'u', 'g', 'r', 'k'] as const;
const costOf = ({ cost }: Card): string => COLOURS.flatMap((one) => (cost[one] > 0 ? [s(`tokens.${one}`, { n: cost[one] })] : [])).join(s('hidden.and'));
const nameOf = (card: Card): string => s('hidden.card', { colour: s(`colour.${card.bonus}`), points: number(card.points), cost: costOf(card) });

/* What is printed on a thing that a position names. A noble that nobody has is printed without an owner. */
type Face = ThingProps['face'];
export const asCard = (face: Face): Card | undefined => (isCard(face) ? face : undefined);
export function asNoble(face: Face): Noble | undefined {
  const noble = { ...face, owner: null };
  return isNoble(noble) ? noble : undefined;
}
const needOf = ({ need }: Noble): string => COLOURS.flatMap((one) => (need[one] > 0 ? [s(`tokens.${one}`, { n: need[one] })] : [])).join(s('hidden.and'));
export function thingName({ word, face }: ThingProps): string | undefined {
  const [card, noble] = [word === 'card' ? asCard(face) : undefined, word === 'noble' ? asNoble(face) : undefined];
  return card ? nameOf(card) : noble ? s('hidden.noble', { points: number(noble.points), need: needOf(noble) }) : undefined;
}

/* Cards reserved blind lie with their owners. Backs tell the deck, as names do: "s2-13" is of the second. */
export function hiddenPlaces(all: readonly Place[], position: Position): Place[] {
  const seats = listOf(thingOf(position['state'])['seats']);
  const blind = seats.flatMap((one, seat) => {
    const { reserved, blind } = thingOf(one);
    return listOf(reserved).flatMap((value, index): Place[] => {
      const unseen = isValue(value) && ((Number(blind) >> index) & 1) === 1;
      return unseen ? [{ group: 'blind', title: 'hidden.blind', index, value, back: '', seat, path: ['state', 'seats', seat, 'reserved', index] }] : [];
    });
  });
  return [...blind, ...all].map((place) => ({ ...place, back: String(place.value).split('-')[0] ?? '' }));
}
