// SPDX-License-Identifier: MIT
// What the server speaks: docs/protocol.md as types, and nothing else. wire.ts is where it comes in.

import type { Line, RefusalCode, TableRequest } from './protocol-rows';

/* --- words --- */

export type Words = { en?: string; fa?: string };

/* A key of the game's word list and named parts: phrases.ts writes it out. */
export type PhrasePart = number | string | { seat: number } | { word: string; n?: number };
export type Phrase = { key: string } & { [part: string]: string | readonly PhrasePart[] };

/* --- people, games, tables --- */

export type User = { id: string; name: string; guest: boolean; has_password: boolean };

/* A device on which I am signed in. */
export type Device = { id: string; created: number; seen: number; agent: string; this: boolean };

export type Refusal = {
  code: RefusalCode | string;
  words: Words;
  clause?: string;
  key?: string;
  retry_ms?: number;
  ply?: number;
  field?: string; // what was wrong in a message
  detail?: string; // what was wrong in a wish
};

export type Option = {
  name: string;
  kind: 'choice' | 'range' | 'seat' | 'custom';
  default: string;
  values: string[];
  low: number;
  high: number;
  title: Words;
  help: Words;
};

export type GameInfo = {
  game: string;
  players_min: number;
  players_max: number;
  title: Words;
  about: Words;
  options: Option[];
  styles: Style[]; // characters that bots can have
};

export type Style = { name: string; title: Words; about: Words };

export type Status = 'open' | 'playing' | 'over';
export type SeatKind = 'open' | 'friend' | 'person' | 'bot';

export type Seat = {
  kind: SeatKind;
  name: string;
  user?: string;
  level?: string;
  style?: string;
  random?: string;
  away: boolean;
  resigned: boolean;
};

export type Clock =
  | { kind: 'none' }
  | {
      kind: 'move' | 'game' | 'days';
      base_ms: number;
      increment_ms: number;
      now: number;
      running: number;
      left_ms: number[];
    };

export type Move = { move: string; say?: Phrase };

/* A move that is recommended, with the chance to win as a master sees it. */
export type Advice = Move & { win?: number };

/* What a seat may see. `board` is the game's own: wire.ts gives it its type. */
export type View = {
  game: string;
  players: number;
  options: Readonly<Record<string, string>>;
  seat: number;
  actor: number;
  turn: number;
  prompt: Phrase;
  scores: number[];
  ranks?: number[];
  ending?: string;
  board: unknown;
};

export type { Line, LineKind, RefusalCode, TableRequest } from './protocol-rows';

export type SheetItem = { points: number; why: Phrase; places: string[] };
export type SheetLine = { line: string; points: number; items: SheetItem[] };

export type Result = {
  reason: string;
  ending?: string;
  scores: number[];
  ranks: number[];
  secret: string;
  seed: string;
  sheets?: SheetLine[][]; // not of a table that was closed before it began
};

/* What every event may change, as one: it is replaced whole, never patched. */
export type Present = {
  status: Status;
  frozen: boolean;
  ply: number;
  offer: number; // bit p: seat p wants to end it
  seats: Seat[];
  clock: Clock;
  view?: View;
  legal?: Move[];
  undo?: boolean;
  partners?: boolean; // somebody plays on my side
  result?: Result;
  next?: string; // the table of the rematch
  next_key?: string;
};

export type People = { online: boolean[]; watchers: number };

export type Head = {
  table: string;
  game: string;
  players: number;
  options: Readonly<Record<string, string>>;
  public: boolean;
  hints: boolean;
  offline?: boolean; // it was played elsewhere
  created: number;
  commit: string;
  you: { seat: number; owner: boolean; key?: string; share?: boolean }; // share: the table waits for my part in the shuffle
};

/* --- messages of the server --- */

export type Snapshot = { t: 'table'; seq: number; log: Line[]; log_from: number; ahead: number } & Head & People & Present;
/* An event tells the whole present, or only its line (somebody said something). */
export type TableEvent = { t: 'event'; table: string; seq: number; line: Line } & (Present | { status?: undefined });
export type Gap = { t: 'gap'; table: string; since: number; seq: number; lines: Line[]; ahead: number } & People & Present;
export type PeopleMessage = { t: 'people'; table: string } & People;
/* So many thoughts of bots are before that of this table. */
export type QueueMessage = { t: 'queue'; table: string; ahead: number };
export type TableMessage = Snapshot | TableEvent | Gap | PeopleMessage | QueueMessage;

export type Announcement = { t: 'announce'; text: string };
export type Reply = { t: 'reply'; n: number } & ({ ok: true } | { ok: false; error?: Refusal });
export type ServerMessage = TableMessage | Announcement | Reply;

/* --- what is asked over the socket, and what comes back beside `ok` --- */

export type Request = { t: 'hello'; v: 1 } | { t: 'ping' } | (TableRequest & { table: string });

export type LogPage = { lines: Line[]; log_from: number };

type Told = {
  log: LogPage;
  hello: { user: User; now: number };
  hint: { moves: Advice[] };
  rematch: { next: string; next_key?: string };
};
/* The device that is handed on, at a table of this device, is asked for in the same way. */
export type Replies = { [K in Request['t'] | 'take']: K extends keyof Told ? Told[K] : object };
export type ReplyTo<T extends keyof Replies> = Replies[T];

/* --- lists and answers over HTTP --- */

export type Summary = {
  table: string;
  game: string;
  players: number;
  options?: Readonly<Record<string, string>>; // not of a table that an older server kept
  status: Status;
  seats: { kind: SeatKind; name: string; level?: string }[];
  actor: number;
  ply: number;
  you: number;
  created: number;
  updated: number;
  watchers: number;
  clock: Clock;
  prompt?: Phrase;
  offline?: boolean; // it was played elsewhere
  ranks?: number[];
  scores?: number[];
  reason?: string; // how it ended
};

export type SeatWish = { kind: 'me' | 'friend' | 'open' } | { kind: 'bot'; level: string; style?: string };
export type ClockWish =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'game'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type TableWish = {
  game: string;
  players: number;
  options: Record<string, string>;
  seats: SeatWish[];
  clock: ClockWish;
  public: boolean;
  hints: boolean;
  quick: boolean;
  share: 'later'; // my part in the shuffle follows when the commitment was seen
};

/* A game that was played without the server: dealt from its seed, and nobody is waited for. */
export type OfflineWish = Omit<TableWish, 'seats' | 'share'> & { offline: string; seats: (SeatWish | { kind: 'other' })[] };

export type Answers = {
  user: { user: User };
  done: object;
  games: { games: GameInfo[]; levels: string[] };
  tables: { tables: Summary[] };
  created: { table: string; key: string; commit: string };
  table: Snapshot;
  view: { ply: number; view: View };
  log: LogPage;
  sessions: { sessions: Device[] };
  export: { tables: unknown[]; next?: string };
};
