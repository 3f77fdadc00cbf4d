// SPDX-License-Identifier: MIT
// A table that is being wished for: what the form holds, and what is sent.
import type { ClockWish, GameInfo, Option, SeatWish, TableWish } from '$web/protocol';

export type Draft = {
  game: string;
  players: number;
  seats: SeatWish[];
  options: Record<string, string>;
  clock: ClockWish;
  public: boolean;
  hints: boolean;
  quick: boolean;
};

export const CLOCKS: { [K in ClockWish['kind']]: Extract<ClockWish, { kind: K }> } = {
  none: { kind: 'none' },
  move: { kind: 'move', seconds: 120 },
  game: { kind: 'game', seconds: 900, increment: 10 },
  days: { kind: 'days', days: 3 },
};

/* Steps that people choose between; everything between them would be one choice too many. */
export const MOVE_SECONDS = [15, 30, 45, 60, 90, 120, 180, 300, 600, 1800, 3600];
export const GAME_SECONDS = [60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200];
export const INCREMENTS = [0, 2, 3, 5, 10, 15, 20, 30, 60];
export const DAYS = [1, 2, 3, 5, 7, 14, 30];

export function freshDraft(game: GameInfo, level: string): Draft {
  return {
    game: game.game,
    players: game.players_min,
    seats: Array.from({ length: game.players_min }, (_, i) => (i === 0 ? { kind: 'me' } : { kind: 'bot', level })),
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    clock: CLOCKS.none,
    public: false,
    hints: true,
    quick: false,
  };
}

/* More seats are filled as the last one was; a seat that an option named may no longer be there. */
export function withPlayers(draft: Draft, players: number, options: readonly Option[], level: string): Draft {
  const seats = draft.seats.slice(0, players);
  const last = seats.findLast((seat) => seat.kind !== 'me') ?? { kind: 'bot', level };
  while (seats.length < players) seats.push({ ...last });
  const kept = { ...draft.options };
  for (const option of options)
    if (option.kind === 'seat' && Number(kept[option.name]) >= players) kept[option.name] = option.default;
  return { ...draft, players, seats, options: kept };
}

/* I sit on one seat only: whoever was there takes the place I left. */
export function withSeat(draft: Draft, index: number, wish: SeatWish): Draft {
  const seats = [...draft.seats];
  const before = seats[index];
  if (wish.kind === 'me' && before !== undefined) {
    const mine = seats.findIndex((seat) => seat.kind === 'me');
    if (mine >= 0) seats[mine] = before;
  }
  seats[index] = wish;
  return { ...draft, seats };
}

export const wishOf = (draft: Draft): TableWish => ({ ...draft, share: 'later' });

export const isSwitch = (option: Option): boolean =>
  option.kind === 'choice' && option.values.length === 2 && option.values[0] === 'off' && option.values[1] === 'on';

/* Nobody has to come: the game can begin at once. */
export const isComplete = (draft: Draft): boolean =>
  draft.seats.every((seat) => seat.kind === 'me' || seat.kind === 'bot');
