// SPDX-License-Identifier: MIT
// What is loaded when a table of Golestan is opened.
import type { GameTable } from '$web/board';
import { hang } from '$web/pieces';
import Board from './Board.svelte';
import { changes } from './changes';
import { boardOf } from './look';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import './style.css';
import { s } from './words';

hang(pieces);

export const table: GameTable = {
  Board,
  Seat,
  Part,
  parts: ['plant'],
  about: (view) => {
    const { round, rounds } = boardOf(view);
    return s('header', { n: round, all: rounds });
  },
  changes,
  keys: () => [
    ['1 … 9', s('keys.plant')],
    ['B', s('keys.bulb')],
    ['← ↑ → ↓', s('keys.walk')],
  ],
};
