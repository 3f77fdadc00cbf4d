// SPDX-License-Identifier: MIT
// What is loaded when a table of Kingdom Builder is opened.
import type { GameTable } from '$web/board';
import { hang } from '$web/pieces';
import type { View } from '$web/protocol';
import Board from './Board.svelte';
import { changes } from './changes';
import Deeds from './Deeds.svelte';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import './style.css';
import { boardOf } from './look';
import { s } from './words';

hang(pieces);

function about(view: View): string {
  const { last_round, round: n } = boardOf(view);
  return last_round ? s('header.last', { n }) : s('header', { n });
}

export const table: GameTable = {
  Board,
  Seat,
  Part,
  Turn: Deeds,
  parts: ['terrain', 'tile', 'card', 'what', 'hex'],
  about,
  changes,
  keys: () => [
    ['← ↑ → ↓', s('keys.walk')],
    ['Enter', s('keys.do')],
    ['1 2 3 4', s('keys.tiles')],
    ['B', s('keys.build')],
    ['E', s('end')],
    ['+ − 0', s('keys.zoom')],
  ],
};
