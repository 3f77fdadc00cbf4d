// SPDX-License-Identifier: MIT
// From one view to the next: which pieces travelled where, so that everybody sees who did what.
import type { Flight } from '$web/motion';
import type { Journey } from '$web/travel.svelte';
import { findCard } from './look';
import { COLOURS, TOKENS, type Board } from './view';

const where = (board: Board): Map<string, string> => {
  const places = new Map<string, string>();
  for (const row of board.market) for (const card of row) if (card) places.set(card.id, `card:${card.id}`);
  board.seats.forEach((seat, p) => {
    seat.reserved.forEach((reserved, i) => {
      if (reserved.card) places.set(reserved.card.id, `seat:${p}:hand:${i}`);
    });
    for (const card of seat.cards) places.set(card.id, `seat:${p}:bonus:${card.bonus}`);
  });
  return places;
};

function tokens(before: Board, after: Board): Flight[] {
  const flights: Flight[] = [];
  after.seats.forEach((seat, p) => {
    for (const token of TOKENS) {
      const change = seat.tokens[token] - (before.seats[p]?.tokens[token] ?? 0);
      const flight: Flight =
        change > 0
          ? { piece: `bank:${token}:chip`, to: `seat:${p}:${token}`, fade: true }
          : { piece: `bank:${token}:chip`, from: `seat:${p}:${token}`, to: `bank:${token}`, fade: true };
      for (let i = Math.abs(change); i > 0; i--) flights.push(flight);
    }
  });
  return flights;
}

function cards(before: Board, after: Board): Flight[] {
  const flights: Flight[] = [];
  const [old, now] = [where(before), where(after)];
  for (const [id, to] of now) {
    const from = old.get(id);
    if (from !== undefined && from !== to && !to.startsWith('card:')) flights.push({ piece: from, to, fade: true });
  }
  // A card that somebody reserved unseen comes from its deck.
  after.seats.forEach((seat, p) => {
    const had = before.seats[p]?.reserved.length ?? 0;
    seat.reserved.slice(had).forEach((reserved, i) => {
      const known = reserved.card && findCard(before, reserved.card.id);
      if (reserved.blind && !known) flights.push({ piece: `deck:${reserved.level}`, to: `seat:${p}:hand:${had + i}`, fade: true });
    });
  });
  return flights;
}

function nobles(before: Board, after: Board): Flight[] {
  return after.nobles.flatMap((noble, i) =>
    noble.owner !== null && before.nobles[i]?.owner === null
      ? [{ piece: `noble:${noble.id}`, to: `seat:${noble.owner}:nobles`, fade: true }]
      : [],
  );
}

export function journey(before: Board, after: Board): Journey {
  const seen = new Set(before.market.flat().flatMap((card) => (card ? [card.id] : [])));
  const turned = after.market.flat().flatMap((card) => (card && !seen.has(card.id) ? [`card:${card.id}`] : []));
  const flights = [...cards(before, after), ...tokens(before, after), ...nobles(before, after)];
  // More than a turn lies between the two: nothing to be told by movement.
  const changed = COLOURS.length + 6;
  return flights.length > changed || turned.length > 2 ? { flights: [], turned: [] } : { flights, turned };
}
