// SPDX-License-Identifier: MIT
// Drawings that the page uses by name (<use href="#…">): they have to hang in the page somewhere.

export function hang(symbols: string): void {
  const holder = document.createElement('div');
  holder.hidden = true;
  holder.innerHTML = symbols;
  document.body.append(holder);
}
