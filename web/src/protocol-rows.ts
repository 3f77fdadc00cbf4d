// SPDX-License-Identifier: MIT
// Made by tools/protocol.c from the server's rows (make tables). Do not edit.
import type { Phrase } from './protocol';
import { boolean, list, maybe, number, oneOf, shape, string, type Check } from './shape';
import { isPhrase } from './shapes';

export const LINE_KINDS = [
  'created',
  'sat',
  'stood',
  'bot',
  'shared',
  'started',
  'move',
  'undone',
  'resigned',
  'offered',
  'answered',
  'away',
  'back',
  'late',
  'over',
  'rematch',
  'resumed',
  'chat',
  'quiet',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/* A line of the log. Which keys it has depends on what happened. */
export type Line = {
  seq: number;
  at: number;
  what: LineKind;
  seat?: number;
  name?: string;
  level?: string;
  style?: string;
  move?: string;
  late?: boolean;
  to?: number;
  yes?: boolean;
  reason?: string;
  pause?: number;
  text?: string;
  gone?: boolean;
  partners?: boolean;
  ply?: number;
  turn?: number;
  round?: number;
  say?: Phrase[];
};

export const isLine: Check<Line> = shape<Line>({
  seq: number,
  at: number,
  what: oneOf(...LINE_KINDS),
  seat: maybe(number),
  name: maybe(string),
  level: maybe(string),
  style: maybe(string),
  move: maybe(string),
  late: maybe(boolean),
  to: maybe(number),
  yes: maybe(boolean),
  reason: maybe(string),
  pause: maybe(number),
  text: maybe(string),
  gone: maybe(boolean),
  partners: maybe(boolean),
  ply: maybe(number),
  turn: maybe(number),
  round: maybe(number),
  say: maybe(list(isPhrase)),
});

/* What is asked of a table; whoever follows the table adds `table`. */
export type TableRequest =
  | { t: 'watch'; since?: number }
  | { t: 'unwatch' }
  | { t: 'log'; before: number }
  | { t: 'sample' }
  | { t: 'preview'; ply: number; move: string }
  | { t: 'hint'; ply: number }
  | { t: 'sit'; seat: number; key?: string; random?: string }
  | { t: 'stand' }
  | { t: 'bot'; seat: number; level: string; style?: string }
  | { t: 'share'; random: string }
  | { t: 'start' }
  | { t: 'move'; ply: number; move: string }
  | { t: 'undo'; ply: number }
  | { t: 'resign' }
  | { t: 'offer' }
  | { t: 'answer'; yes: boolean }
  | { t: 'away' }
  | { t: 'back' }
  | { t: 'rematch'; random?: string }
  | { t: 'chat'; text: string; partners?: boolean };

export type RefusalCode =
  | 'bad_request'
  | 'not_signed_in'
  | 'wrong_password'
  | 'forbidden'
  | 'not_found'
  | 'taken'
  | 'not_now'
  | 'stale'
  | 'refused'
  | 'too_large'
  | 'too_many'
  | 'full'
  | 'busy'
  | 'frozen';
