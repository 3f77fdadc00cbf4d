// SPDX-License-Identifier: MIT
// What is loaded when a table of Kingdom Builder is opened.
import type { GameTable, ThingProps } from '$web/board';
import { hang } from '$web/pieces';
import type { View } from '$web/protocol';
import Board from './Board.svelte';
import { changes } from './changes';
import Deeds from './Deeds.svelte';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';
import './style.css';
import { hiddenPlaces } from './hidden';
import { boardOf, hexOf, isTile } from './look';
import { hexText, s } from './words';

hang(pieces);

function about(view: View): string {
  const { last_round, round: n } = boardOf(view);
  return last_round ? s('header.last', { n }) : s('header', { n });
}

/* Hexes and quadrants are put together from what the words have. */
function thingName({ word, name }: ThingProps): string | undefined {
  if (word === 'location') return hexText(name);
  const [tile = '', turned] = name.split(':');
  if (word !== 'quadrant' || !isTile(tile)) return undefined;
  return turned === undefined ? s(`tile.${tile}`) : s('quadrant.turned', { name: s(`tile.${tile}`) });
}

const hexIn = (move: string): string | undefined => / ([a-t]\d{1,2})$/.exec(move)?.[1];
function pointAt(move: string): string | undefined {
  const hex = hexIn(move);
  return hex === undefined ? undefined : `[data-hex="${hex}"]`;
}

/* Rows of settlements have a letter for each hex. */
function placeOf(move: string): { field: string; index: number; letter: number } | undefined {
  const hex = hexIn(move);
  if (hex === undefined) return undefined;
  const { row, column } = hexOf(hex);
  return { field: 'settlements', index: row, letter: column };
}

export const table: GameTable = {
  Board,
  Seat,
  Part,
  Turn: Deeds,
  parts: ['terrain', 'tile', 'card', 'what', 'hex'],
  about,
  changes,
  Thing,
  pointAt,
  thingName,
  placeOf,
  hiddenPlaces,
  keys: () => [
    ['← ↑ → ↓', s('keys.walk')],
    ['Enter', s('keys.do')],
    ['1 2 3 4', s('keys.tiles')],
    ['B', s('keys.build')],
    ['E', s('end')],
    ['+ − 0', s('keys.zoom')],
  ],
};
