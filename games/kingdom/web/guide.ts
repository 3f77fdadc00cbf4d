// SPDX-License-Identifier: MIT
// A first game of Kingdom Builder with a guide, on the board and with the cards of a first game (KB-14).
import type { GameGuide } from '$web/guide';
import en from './guide/en.json';
import fa from './guide/fa.json';

const kingdom: GameGuide = {
  players: 2,
  options: { board: 'first', cards: 'first', start: '0' },
  steps: [
    { key: 'aim', turn: 0, prompt: 'prompt.build', rule: 'KB-17' },
    { key: 'cards', turn: 0, prompt: 'prompt.build', rule: 'KB-11', point: '[data-goals]' },
    { key: 'where', turn: 0, prompt: 'prompt.build', rule: 'KB-27', point: '[data-board]' },
    { key: 'place', turn: 0, prompt: 'prompt.build', rule: 'KB-40' },
    { key: 'tile', after: 'event.gain', rule: 'KB-43', point: '[data-mine]' },
    { key: 'use', can: 'use', rule: 'KB-19', point: '[data-mine]' },
    { key: 'apart', turn: 1, prompt: 'prompt.build', rule: 'KB-28' },
    { key: 'castle', turn: 2, prompt: 'prompt.build', rule: 'KB-70' },
    { key: 'score', turn: 3, prompt: 'prompt.build', rule: 'KB-68', point: '[data-goals]' },
    { key: 'move', prompt: 'prompt.move', rule: 'KB-53' },
    { key: 'finish', prompt: 'prompt.end', rule: 'KB-22' },
    { key: 'stay', prompt: 'prompt.use_or_end', rule: 'KB-19' },
    { key: 'lose', after: 'event.lose', rule: 'KB-45' },
    { key: 'another', after: 'event.replaced', rule: 'KB-33' },
    { key: 'last', after: 'event.closing', rule: 'KB-67' },
  ],
  deeds: {
    'move.build': { key: 'deed.build', rule: 'KB-17' },
    'move.use': { key: 'deed.use', rule: 'KB-19' },
    'move.lift': { key: 'deed.lift', rule: 'KB-53' },
    'move.to': { key: 'deed.to', rule: 'KB-54' },
  },
  words: { en, fa },
};

export const guides = { 'kingdom-builder': kingdom };
