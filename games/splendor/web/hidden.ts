// SPDX-License-Identifier: MIT
// Names for cards that nobody can see, for those who analyse: colour and points. The faces come from the engine: it is shown positions in
// which four cards of every deck have changed places with those on the table.
import type { ThingProps } from '$web/board';
import { number } from '$web/i18n';
import type { View } from '$web/protocol';
import { list, nullable, object, string, values } from '$web/shape';
import { boardOf } from './look';
import type { Card, Noble } from './view';
import { isCard, isNoble } from './view-types';
import { s } from './words';

type Position = Readonly<Record<string, unknown>>;
type Look = (position: object) => Promise<View>;
const isState = object({ hidden: values(list(string)) });
const isMarket = list(nullable(string));
const LEVELS = [1, 2, 3] as const;

/* The cards of every deck from `first` on lie on the table, and those of the table in their places. */
export function laidOut(position: Position, first: number): object {
  const state: unknown = structuredClone(position['state']);
  if (!isState(state)) return position;
  const lying: Readonly<Record<string, unknown>> = { ...state };
  for (const level of LEVELS) {
    const [market, deck] = [lying[`market${level}`], state.hidden[`deck${level}`] ?? []];
    if (!isMarket(market)) continue;
    market.forEach((card, slot) => {
      const hidden = deck[first + slot];
      if (card === null || hidden === undefined) return;
      [market[slot], deck[first + slot]] = [hidden, card];
    });
  }
  return { ...position, state };
}

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

/* `open` is the view with everything that players hold open. */
export async function hiddenNames(open: View, position: Position, look: Look): Promise<ReadonlyMap<string, string>> {
  const { state } = position;
  const decks = isState(state) ? Object.values(state.hidden) : [];
  const most = Math.max(0, ...decks.map((deck) => deck.length));
  const looks = await Promise.all(Array.from({ length: Math.ceil(most / 4) }, (_, i) => look(laidOut(position, 4 * i)).catch(() => undefined)));
  const held = boardOf(open).seats.flatMap(({ reserved }) => reserved.flatMap(({ card }) => card ?? []));
  const seen = looks.flatMap((view) => (view ? boardOf(view).market.flat().flatMap((card) => card ?? []) : []));
  return new Map([...held, ...seen].map((card) => [card.id, nameOf(card)]));
}
