// SPDX-License-Identifier: MIT
// What is loaded when a table of 7 Wonders Duel is opened.
import type { GameTable } from '$web/board';
import { hang } from '$web/pieces';
import type { Phrase, View } from '$web/protocol';
import Board from './Board.svelte';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';
import './style.css';
import { changes } from './changes';
import { hiddenPlaces } from './hidden';
import { boardOf, slotOf } from './look';
import { turnUp } from './turnup';
import { ageName, s, word } from './words';

hang(pieces);

function about(view: View): string {
  const board = boardOf(view);
  if (board.phase === 'draft') return s('header.draft');
  return s('header', { age: ageName(board.age), n: board.cards_left });
}

/* Every age is one. */
function chapter(said: readonly Phrase[]): string | undefined {
  const begun = said.find(({ key }) => key === 'event.age')?.['age'];
  const [age] = Array.isArray(begun) ? begun : [];
  return typeof age === 'object' && typeof age.word === 'string' ? word(age.word) : undefined;
}

/* By the card that is taken, also for what is raised with it; else by what is chosen. */
function pointAt(move: string, view: View): string | undefined {
  const [verb = '', thing = '', under] = move.split(' ');
  if (verb === 'draft') return `[data-at="offer:${thing}"]`;
  if (verb === 'token') return `[data-at="token:${thing}"]`;
  const board = boardOf(view);
  const slot = slotOf(board, under ?? thing);
  return slot < 0 ? undefined : `[data-at="slot:${board.age}:${slot}"]`;
}

export const table: GameTable = {
  Board,
  Seat,
  Part,
  parts: ['card', 'giver', 'wonder', 'token', 'coins', 'cards', 'tokens', 'wonders'],
  about,
  chapter,
  changes,
  Thing,
  pointAt,
  turnUp,
  hiddenPlaces,
  keys: () => [
    ['← ↑ → ↓', s('keys.walk')],
    ['B', s('keys.build')],
    ['D', s('keys.discard')],
    ['1 2 3 4', s('keys.wonder')],
    ['Esc', s('keys.close')],
  ],
};
