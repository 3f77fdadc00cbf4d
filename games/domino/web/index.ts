// SPDX-License-Identifier: MIT
// Queendomino, Royal Wedding and Kingdomino as the shell knows them: one board for the three.
import type { GamePage } from '$web/board';
import kingdomino from './kingdomino.svg';
import queendomino from './queendomino.svg';
import wedding from './wedding.svg';

const page = (id: 'queendomino' | 'royal-wedding' | 'kingdomino', minutes: number, picture: string, tile: string): GamePage => ({
  id,
  minutes,
  picture,
  tile,
  themes: {
    ...{ largest: 'points', queen: 'tower', knight: 'tower', tower: 'tower', site: 'tower', waiting: 'domino', crowns: 'domino', towns: 'domino', fits: 'domino' },
    ...{ first: 'tempo', coins: 'purse', hole: 'land', harmony: 'land', whole: 'land', grow: 'land', hope: 'land' },
  },
  words: async () => (await import('./words')).lists,
  table: async () => (await import('./table')).table,
  rules: async () => (await import('./rules')).rules[id],
});

export default [page('queendomino', 40, queendomino, '#5a1526'), page('royal-wedding', 60, wedding, '#3d1f52'), page('kingdomino', 20, kingdomino, '#14335c')];
