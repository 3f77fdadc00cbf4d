// SPDX-License-Identifier: MIT
// The rules of the three games for the page of rules. Royal Wedding and Kingdomino stand on the rules of
// Queendomino: what they take from there is shown with them, under the same numbers.
import type { GameRules } from '$web/board';
import Figure from './Figure.svelte';
import briefEn from './rules/brief-en.txt?raw';
import briefFa from './rules/brief-fa.txt?raw';
import en from './rules/en.txt?raw';
import fa from './rules/fa.txt?raw';
import './table';
import { briefOf, rulesOf } from './books';

const book = (game: 'queendomino' | 'royal-wedding' | 'kingdomino'): GameRules => ({
  text: { en: rulesOf(en, game), fa: rulesOf(fa, game) },
  brief: { en: briefOf(briefEn, game), fa: briefOf(briefFa, game) },
  Figure,
});

export const rules = { queendomino: book('queendomino'), 'royal-wedding': book('royal-wedding'), kingdomino: book('kingdomino') };
