// SPDX-License-Identifier: MIT
// The rules of Golestan for the page of rules.
import type { GameRules } from '$web/board';
import Figure from './Figure.svelte';
import en from './rules/en.txt?raw';
import fa from './rules/fa.txt?raw';
import './table';

export const rules: GameRules = { text: { en, fa }, Figure };
