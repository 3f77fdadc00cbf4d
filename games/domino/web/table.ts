// SPDX-License-Identifier: MIT
// What is loaded when a table of one of the three games is opened.
import type { GameTable } from '$web/board';
import { is } from '$web/layout.svelte';
import { hang } from '$web/pieces';
import type { View } from '$web/protocol';
import Board from './Board.svelte';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';
import './style.css';
import { changes } from './changes';
import { numbered } from './hidden';
import { boardOf } from './look';
import { isDomino } from './view-types';
import { dominoName, s } from './words';

hang(pieces);

function about(view: View): string {
  const { round, rounds, game } = boardOf(view);
  const now = round === 0 ? s('table.draft') : s('table.round', { round, rounds });
  return game === undefined ? now : s('header.dynasty', { n: game, now });
}

/* By the domino, the place in the kingdom, or the building. */
function pointAt(move: string): string | undefined {
  const [verb = '', thing = ''] = move.split(' ');
  if (verb === 'pick') return `[data-pick="${thing}"]`;
  if (verb === 'place') return `[data-spot="${move}"]`;
  return (verb === 'build' || verb === 'burn') && thing !== 'none' ? `[data-at="slot:${thing}"]` : undefined;
}

export const table: GameTable = {
  Board,
  Seat,
  Part,
  parts: ['left', 'right', 'building', 'buildings', 'gifts', 'sign'],
  joined: (name) => name === 'buildings' || (name === 'gifts' && !is('hand')),
  about,
  changes,
  Thing,
  pointAt,
  numbered,
  pictured: ['domino'],
  laying: { placed: async () => (await import('./Laying.svelte')).default },
  thingName: ({ word, face }) => (word === 'domino' && isDomino(face) ? dominoName(face) : undefined),
  crowd: 5,
  keys: () => [
    ['R', s('keys.turn')],
    ['↵', s('keys.place')],
    ['1 2 3 …', s('keys.pick')],
    ['0', s('keys.none')],
    ['⎋', s('keys.back')],
  ],
};
