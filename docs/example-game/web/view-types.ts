// SPDX-License-Identifier: MIT
// What a view of golestan holds, made from its field table by tools/views: make tables.
import { integer, list, nullable, object, oneOf, string, type Check } from '$web/shape';

export type Kind = 'rose' | 'tulip' | 'cypress' | 'pomegranate';
export const isKind: Check<Kind> = oneOf('rose', 'tulip', 'cypress', 'pomegranate');

export type Plant = {
  id: string;
  kind: Kind;
  points: number;
};
export const isPlant: Check<Plant> = object({ id: string, kind: isKind, points: integer });

export type Player = {
  plants: Plant[];
  bulbs: number;
  own_bulbs?: Plant[];
  points: number;
  beds: Kind[];
};
export const isPlayer: Check<Player> = object({ plants: list(isPlant), bulbs: integer, points: integer, beds: list(isKind) }, { own_bulbs: list(isPlant) });

export type Board = {
  round: number;
  rounds: number;
  bulb_limit: number;
  bed_points: number;
  row: (Plant | null)[];
  pile: number;
  seats: Player[];
};
export const isBoard: Check<Board> = object({ round: integer, rounds: integer, bulb_limit: integer, bed_points: integer, row: list(nullable(isPlant)), pile: integer, seats: list(isPlayer) });
