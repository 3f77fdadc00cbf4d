// SPDX-License-Identifier: MIT
// The words of the rules, and those that only the page needs.
import rulesEn from '../words/en.json';
import rulesFa from '../words/fa.json';
import { writer } from '$web/i18n';
import type { GameWords } from '$web/board';
import pageEn from './words/en.json';
import pageFa from './words/fa.json';
import type { Token } from './view';

const en = { ...rulesEn, ...pageEn };
const fa = { ...rulesFa, ...pageFa };

export const lists: GameWords = { en, fa };
export const s = writer<keyof typeof en>({ en, fa });

/* What it is called, with its colour: for those who hear it, and where there is room. */
export const gem = (token: Token): string => (token === 'o' ? s('gold') : s('gem.of', { gem: s(`gem.${token}`), colour: s(`colour.${token}`) }));

export const colour = (token: Token): string => (token === 'o' ? s('gold') : s(`colour.${token}`));
