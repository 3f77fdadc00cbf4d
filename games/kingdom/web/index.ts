// SPDX-License-Identifier: MIT
// Kingdom Builder as the shell knows it. The board and its words are loaded when a table is opened.
import type { GamePage } from '$web/board';
import picture from './picture.svg';

const page: GamePage = {
  id: 'kingdom-builder',
  minutes: 45,
  picture,
  tile: '#1d2750',
  themes: {
    ...{ gold: 'points', castle: 'points', poorest: 'points', lords: 'points', merchants: 'points', rows: 'points' },
    ...{ tile: 'growth', near: 'reach', spots: 'reach', free: 'reach' },
  },
  words: async () => (await import('./words')).lists,
  table: async () => (await import('./table')).table,
  choosers: async () => (await import('./choosers')).choosers,
  rules: async () => (await import('./rules')).rules,
};

export default [page];
