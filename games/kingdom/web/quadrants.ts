// SPDX-License-Identifier: MIT
// A board that is named: four quadrants, each perhaps turned, as text ("harbor,paddock,barn:180,tavern"), and their land.
import { isTile } from './look';
import { isCard } from './view-types';
import { TILES, type Card, type Tile } from './view';

export type Chosen = { name: Tile; turned: boolean };
export const PLACES = [0, 1, 2, 3] as const; // as one reads: upper left, upper right, lower left, lower right

const files = import.meta.glob<string>('../boards/*.txt', { query: '?raw', import: 'default', eager: true });

/* Ten rows of ten letters; a quadrant that is turned is read from its end. */
export function landOf({ name, turned }: Chosen): string[] {
  const rows = (files[`../boards/${name}.txt`] ?? '').trim().split('\n');
  return turned ? rows.toReversed().map((row) => [...row].reverse().join('')) : rows;
}

const FIRST: readonly Chosen[] = TILES.slice(0, PLACES.length).map((name) => ({ name, turned: false }));

const areDifferent = (things: readonly string[], count: number): boolean => things.length === count && new Set(things).size === count;

/* As many different quadrants as there are places; what is not such is the first one that can be named. */
export function readBoard(text: string): readonly Chosen[] {
  const chosen = text.split(',').flatMap((word): Chosen[] => {
    const [name = '', turn] = word.split(':');
    return isTile(name) ? [{ name, turned: turn === '180' }] : [];
  });
  return areDifferent(chosen.map((one) => one.name), PLACES.length) ? chosen : FIRST;
}

export const writeBoard = (board: readonly Chosen[]): string => board.map(({ name, turned }) => (turned ? `${name}:180` : name)).join(',');

/* A quadrant comes to a place; if it lay elsewhere, the two change places. */
export function withQuadrant(board: readonly Chosen[], place: number, name: Tile): readonly Chosen[] {
  const [there, from] = [board[place], board.findIndex((one) => one.name === name)];
  return board.map((one, i) => (i === place ? (board[from] ?? { name, turned: false }) : i === from && there ? there : one));
}

export const withTurn = (board: readonly Chosen[], place: number): readonly Chosen[] => board.map((one, i) => (i === place ? { ...one, turned: !one.turned } : one));

/* --- the three cards --- */

const FIRST_CARDS: readonly Card[] = ['fishermen', 'knights', 'merchants'];

export function readCards(text: string): readonly Card[] {
  const cards = text.split(',').filter((word): word is Card => isCard(word));
  return areDifferent(cards, FIRST_CARDS.length) ? cards : FIRST_CARDS;
}

/* Another card takes the place of the one that was chosen first. */
export const withCard = (cards: readonly Card[], card: Card): readonly Card[] => (cards.includes(card) ? cards : [...cards.slice(1), card]);
