// SPDX-License-Identifier: MIT
// Small things that a browser keeps for us, for good or as long as the tab is there. It may refuse; then they are not kept.
const PLACES = { local: () => localStorage, session: () => sessionStorage };
type Place = keyof typeof PLACES;

export function readKept(place: Place, key: string): string | null {
  try {
    return PLACES[place]().getItem(key);
  } catch {
    return null;
  }
}

/* null forgets it. */
export function writeKept(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) PLACES[place]().removeItem(key);
    else PLACES[place]().setItem(key, value);
  } catch {
    // then it is not kept
  }
}
