// SPDX-License-Identifier: MIT
// How the options of Kingdom Builder are named in the form for a new table.
import BoardChooser from './BoardChooser.svelte';
import CardsChooser from './CardsChooser.svelte';
import { readBoard, readCards, writeBoard } from './quadrants';
import './table';

export const choosers = {
  board: { first: writeBoard(readBoard('')), Chooser: BoardChooser },
  cards: { first: readCards('').join(','), Chooser: CardsChooser },
};
