// SPDX-License-Identifier: MIT
// Dominoes that nobody can see yet, for those who analyse.

/* A position calls a domino by its box and number ("q7") where one may lie beside those of another box; what is still to come, it tells by
   number alone, box by box. */
export const numbered = (box: string, n: number): { word: string; name: string } => ({ word: 'domino', name: `${box.charAt(0)}${n}` });
