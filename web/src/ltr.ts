// SPDX-License-Identifier: MIT
// Boards lie the same way in both languages. The attribute is set once by hand: written in a component it would be
// set anew with every change below it, and Chromium would then work out the style of the whole board again.
export const ltr = (node: HTMLElement): void => {
  node.dir = 'ltr';
};
