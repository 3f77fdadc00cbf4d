// SPDX-License-Identifier: MIT
// Terrain cards that nobody can see, for those who analyse: those in the hands of players have the back of the deck.
import type { Place } from '$web/study/hidden';

export const hiddenPlaces = (all: readonly Place[]): Place[] => all.map((place) => (place.group === 'hands' ? { ...place, seat: place.index, back: 'deck' } : place));
