// SPDX-License-Identifier: MIT
// A first game of Golestan with a guide. web/src/guide.ts tells how it works.
import type { GameGuide } from '$web/guide';
import en from './guide/en.json';
import fa from './guide/fa.json';

const golestan: GameGuide = {
  players: 2,
  options: { start: '0' },
  steps: [
    { key: 'aim', turn: 0, rule: 'GL-5.2' },
    { key: 'row', turn: 0, can: 'plant', rule: 'GL-3.1', point: '.row' },
    { key: 'again', turn: 1, rule: 'GL-3.2' },
    { key: 'bulb', turn: 1, can: 'bulb', rule: 'GL-3.3', point: '[data-pile]' },
    { key: 'bed', turn: 2, rule: 'GL-5.3', point: '[data-mine]' },
    { key: 'round', after: 'event.round', rule: 'GL-4.1', point: '.row' },
  ],
  deeds: {
    'move.plant': { key: 'deed.plant', rule: 'GL-3.1' },
    'move.bulb': { key: 'deed.bulb', rule: 'GL-3.3' },
  },
  words: { en, fa },
};

export const guides = { golestan };
