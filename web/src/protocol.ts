// What the server speaks: docs/protocol.md as types.
import type { Phrase } from './phrases';
import type { Language } from './settings.svelte';

export type Words = Partial<Record<Language, string>>;

export type User = { id: string; name: string; guest: boolean; has_password: boolean };

export type Refusal = {
  code: string;
  words: Words;
  clause?: string;
  key?: string;
  retry_ms?: number;
  ply?: number;
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
};

export type Status = 'open' | 'playing' | 'over';
export type SeatKind = 'open' | 'friend' | 'person' | 'bot';

export type Seat = {
  kind: SeatKind;
  name: string;
  user?: string;
  level?: string;
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

/* What a seat may see. `board` is the game's own; only its folder knows more about it. */
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

export type Line = {
  seq: number;
  at: number;
  what: string;
  seat?: number;
  ply?: number;
  turn?: number;
  move?: string;
  say?: Phrase[];
  to?: number;
  name?: string;
  text?: string;
  level?: string;
  reason?: string;
  yes?: boolean;
};

export type SheetItem = { points: number; why: Phrase; places: string[] };
export type SheetLine = { line: string; points: number; items: SheetItem[] };

export type Result = {
  reason: string;
  ending?: string;
  scores: number[];
  ranks: number[];
  secret: string;
  seed: string;
  sheets: SheetLine[][];
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
  created: number;
  commit: string;
  you: { seat: number; owner: boolean; key?: string };
};

export type Snapshot = { t: 'table'; seq: number; log: Line[] } & Head & People & Present;
export type TableEvent = { t: 'event'; table: string; seq: number; line: Line } & Partial<Present>;
export type Gap = { t: 'gap'; table: string; since: number; seq: number; lines: Line[] } & People & Present;
export type PeopleMessage = { t: 'people'; table: string } & People;
export type TableMessage = Snapshot | TableEvent | Gap | PeopleMessage;

export type Reply = { t: 'reply'; n: number; ok: boolean; error?: Refusal; [extra: string]: unknown };

export type Summary = {
  table: string;
  game: string;
  players: number;
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
  ranks?: number[];
  scores?: number[];
};

export type SeatWish = { kind: 'me' | 'friend' | 'open' } | { kind: 'bot'; level: string };
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
  random: string;
};
