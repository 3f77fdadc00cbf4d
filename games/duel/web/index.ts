// SPDX-License-Identifier: MIT
// 7 Wonders Duel as the shell knows it. The board and its words are loaded when a table is opened.
import type { GamePage } from '$web/board';
import picture from './picture.svg';

const page: GamePage = {
  id: 'seven-wonders-duel',
  minutes: 30,
  picture,
  tile: '#0e3a4a',
  themes: {
    ...{ five: 'win', siege: 'win', pawn: 'war', symbol: 'science', pair: 'science', wonder: 'wonder', grand: 'wonder', again: 'tempo', coins: 'purse' },
    ...{ token: 'growth', units: 'growth', kind: 'growth', trade: 'growth', chain: 'growth' },
  },
  words: async () => (await import('./words')).lists,
  table: async () => (await import('./table')).table,
  rules: async () => (await import('./rules')).rules,
};

export default [page];
