// SPDX-License-Identifier: MIT
// The words of the rules, and those that only the page needs.
import rulesEn from '../words/en.json';
import rulesFa from '../words/fa.json';
import type { GameWords } from '$web/board';
import { writer } from '$web/i18n';
import pageEn from './words/en.json';
import pageFa from './words/fa.json';

const en = { ...rulesEn, ...pageEn };
const fa = { ...rulesFa, ...pageFa };

export const lists: GameWords = { en, fa };
export const s = writer<keyof typeof en>({ en, fa });
