// SPDX-License-Identifier: MIT
// Keys of the table. Letters are taken by their place on the keyboard, so that they work with a Persian
// layout too.

/* Sliders and switches have some keys of their own; nobody writes in them. */
const SLIDES = 'input:is([type=range], [type=radio], [type=checkbox])';
const OWN = /^(Arrow|Home|End|Page|Enter| )/;

/* Is somebody writing, or is a dialog open? Then keys are not for the table. */
export function isFree(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.matches(SLIDES)) return !OWN.test(event.key);
  return target.closest('input, textarea, select, [contenteditable]') === null;
}

/* "KeyZ" is z, "Digit3" and "Numpad3" are 3, whatever they write. */
export function keyOf(event: KeyboardEvent): string {
  if (event.key === '?' || event.key === '؟') return '?';
  const plain = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code);
  return plain?.[1]?.toLowerCase() ?? event.key;
}
