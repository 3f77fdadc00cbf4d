// SPDX-License-Identifier: MIT
// From one view to the next: which pieces travelled where, so that everybody sees who did what.
import type { Flight } from '$web/motion';
import type { Journey } from '$web/travel.svelte';
import { cityOf } from './look';
import type { Board } from './view';

/* Where every open card lies. */
function where(board: Board): Map<string, string> {
  const places = new Map<string, string>();
  board.layout.forEach((slot, i) => {
    if (slot.there && slot.card) places.set(slot.card.key, `slot:${board.age}:${i}`);
  });
  for (const card of board.discard) places.set(card.key, 'discard');
  board.seats.forEach((seat, p) => {
    for (const card of cityOf(seat)) places.set(card.key, `seat:${p}:city:${card.colour}`);
    for (const wonder of seat.wonders) if (wonder.tucked) places.set(wonder.tucked.key, `seat:${p}:wonder:${wonder.key}`);
  });
  return places;
}

function cards(before: Board, after: Board): Flight[] {
  const flights: Flight[] = [];
  const now = where(after);
  for (const [key, from] of where(before)) {
    const to = now.get(key);
    // A card of the city is drawn there by itself, so that its likeness is the card and not the column.
    const piece = from.startsWith('seat:') ? `card:${key}` : from;
    if (to !== undefined && to !== from && !to.startsWith('slot:')) flights.push({ piece, to, fade: true });
  }
  return flights;
}

function tokens(before: Board, after: Board): Flight[] {
  const flights: Flight[] = [];
  after.seats.forEach((seat, p) => {
    const had = new Set(before.seats[p]?.tokens.map((token) => token.key));
    for (const token of seat.tokens) if (!had.has(token.key)) flights.push({ piece: `token:${token.key}`, to: `seat:${p}:tokens`, fade: true });
  });
  return flights;
}

function wonders(before: Board, after: Board): Flight[] {
  const flights: Flight[] = [];
  after.seats.forEach((seat, p) => {
    const had = new Set(before.seats[p]?.wonders.map((wonder) => wonder.key));
    for (const wonder of seat.wonders) if (!had.has(wonder.key)) flights.push({ piece: `offer:${wonder.key}`, to: `seat:${p}:wonder:${wonder.key}` });
  });
  return flights;
}

/* Coins go from a purse to what was paid for, and come from what was sold; what the war costs goes to the track. */
function coins(before: Board, after: Board, pieces: readonly Flight[]): Flight[] {
  const thing = pieces.find(({ piece }) => piece.startsWith('slot:'))?.piece ?? (before.pawn === after.pawn ? 'discard' : 'track');
  return after.seats.flatMap((seat, p) => {
    const more = seat.coins - (before.seats[p]?.coins ?? seat.coins);
    if (more === 0) return [];
    const [purse, piece] = [`seat:${p}:coins`, `seat:${p}:coins:one`];
    const place = p === before.active ? thing : 'track';
    const many = Math.min(3, Math.abs(more));
    return Array.from({ length: many }, () => (more < 0 ? { piece, to: place, stays: true, fade: true } : { piece, from: place, to: purse, stays: true, fade: true }));
  });
}

export function journey(before: Board, after: Board): Journey {
  const pieces = [...cards(before, after), ...tokens(before, after), ...wonders(before, after)];
  const turned =
    before.age === after.age
      ? after.layout.flatMap((slot, i) => (slot.there && slot.card && before.layout[i]?.there && !before.layout[i]?.card ? [`slot:${after.age}:${i}`] : []))
      : [];
  // More than an action lies between the two: nothing to be told by movement.
  return pieces.length > 3 || turned.length > 2 ? { flights: [], turned: [] } : { flights: [...pieces, ...coins(before, after, pieces)], turned };
}
