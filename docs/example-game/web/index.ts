// SPDX-License-Identifier: MIT
// Golestan as the shell knows it. The board and its words are loaded when a table is opened.
import type { GamePage } from '$web/board';
import picture from './picture.svg';

const page: GamePage = {
  id: 'golestan',
  minutes: 5,
  picture,
  tile: '#1d4a35',
  words: async () => (await import('./words')).lists,
  table: async () => (await import('./table')).table,
  rules: async () => (await import('./rules')).rules,
};

export default [page];
