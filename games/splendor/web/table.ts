// SPDX-License-Identifier: MIT
// What is loaded when a table of Splendor is opened.
import type { GameTable } from '$web/board';
import { hang } from '$web/pieces';
import type { View } from '$web/protocol';
import Board from './Board.svelte';
import Part from './Part.svelte';
import pieces from './pieces.svg?raw';
import Seat from './Seat.svelte';
import Thing from './Thing.svelte';
import './style.css';
import { changes } from './changes';
import { hiddenPlaces, thingName } from './hidden';
import { boardOf } from './look';
import { s } from './words';

hang(pieces);

function about(view: View): string {
  const { last_round, round, target } = boardOf(view);
  return last_round ? s('header.last', { n: round }) : s('header', { n: round, target });
}

/* Tokens by the first pile, cards by themselves, also those in the hand. */
function pointAt(move: string): string | undefined {
  const [verb = '', thing = ''] = move.split(' ');
  if (verb === 'take') return `[data-at="bank:${thing.charAt(0)}"]`;
  if (verb === 'noble') return `[data-noble="${thing}"]`;
  if (verb !== 'buy' && verb !== 'reserve') return undefined;
  return thing.startsWith('deck') ? `[data-at="deck:${thing.slice('deck'.length)}"]` : `[data-card="${thing}"]`;
}

/* Of each colour that is taken its pile. */
function pointsAt(move: string): string[] | undefined {
  const [verb = '', tokens = ''] = move.split(' ');
  return verb === 'take' ? [...new Set(tokens)].map((one) => `[data-at="bank:${one}"]`) : undefined;
}

export const table: GameTable = {
  Board,
  Seat,
  Part,
  parts: ['tokens', 'card', 'noble'],
  about,
  changes,
  hiddenPlaces,
  pointAt,
  pointsAt,
  Thing,
  thingName,
  pictured: ['card', 'noble'],
  keys: () => [
    ['1 2 3 4 5', s('keys.tokens')],
    ['B', s('keys.buy')],
    ['R', s('keys.reserve')],
    ['⌫', s('keys.back')],
  ],
};
