// SPDX-License-Identifier: MIT
// The rules of Kingdom Builder for the page of rules.
import type { GameRules } from '$web/board';
import Figure from './Figure.svelte';
import briefEn from './rules/brief-en.txt?raw';
import briefFa from './rules/brief-fa.txt?raw';
import en from './rules/en.txt?raw';
import fa from './rules/fa.txt?raw';
import './table';

export const rules: GameRules = { text: { en, fa }, brief: { en: briefEn, fa: briefFa }, Figure };
