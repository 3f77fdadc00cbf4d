// SPDX-License-Identifier: MIT
// Splendor as the shell knows it. The board and its words are loaded when a table is opened.
import type { GamePage } from '$web/board';
import picture from './picture.svg';

const page: GamePage = {
  id: 'splendor',
  minutes: 30,
  picture,
  tile: '#221437',
  themes: { target: 'win', noble: 'noble', card: 'growth', colour: 'growth', covered: 'growth', tokens: 'purse', gold: 'purse', reserve: 'reach', reach: 'reach', near: 'reach' },
  words: async () => (await import('./words')).lists,
  table: async () => (await import('./table')).table,
  rules: async () => (await import('./rules')).rules,
};

export default [page];
