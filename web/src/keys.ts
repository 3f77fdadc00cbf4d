// SPDX-License-Identifier: MIT
// Keys of the table. Letters are taken by their place on the keyboard, so that they work with a Persian
// layout too.

/* Is somebody writing, or is a dialog open? Then keys are not for the table. */
export function isFree(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  return !(target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'));
}

/* "KeyZ" is z, "Digit3" and "Numpad3" are 3, whatever they write. */
export function keyOf(event: KeyboardEvent): string {
  if (event.key === '?' || event.key === '؟') return '?';
  const plain = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code);
  return plain?.[1]?.toLowerCase() ?? event.key;
}
