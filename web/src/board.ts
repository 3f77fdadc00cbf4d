// What the frame and the board of a game have to do with each other.
import type { Component, Snippet } from 'svelte';
import type { Word } from './i18n';
import type { Line, Move, PhrasePart, View } from './protocol';
import type { Language } from './settings.svelte';

/* What a board may put into the frame while a choice is under way. */
export type Stage = {
  tray: Snippet | undefined; // at the end of the status line
  note: string | undefined; // instead of the prompt
};

export type BoardProps = {
  view: View; // as it is to be shown: the present or a position of the past
  me: number; // my seat, or -1 for a watcher
  legal: readonly Move[]; // what I can do now; empty when it is not for me to do anything
  last: readonly (Line | undefined)[]; // the last move of every seat
  turns: readonly (readonly Line[])[]; // all moves of every seat's last turn
  names: readonly string[];
  past: boolean; // a position of the past is shown
  hint: string | undefined; // a move that was recommended
  pointed: readonly string[]; // places to point at
  stage: Stage;
  play: (move: string) => void;
};

/* The game's things of one player, in the panel that the frame draws for each. */
export type SeatProps = {
  view: View;
  seat: number;
  me: number;
  last: Line | undefined;
  turn: readonly Line[]; // all moves of its last turn
  pointed: readonly string[];
  who: Snippet; // sign, name, presence and clock, drawn by the frame
};

/* A part of a sentence that the game draws instead of writing it. */
export type PartProps = { name: string; part: PhrasePart; text: string; view: View | undefined };

export type GameTable = {
  Board: Component<BoardProps>;
  Seat: Component<SeatProps>;
  Part?: Component<PartProps>;
  /* Names of parts that the game draws. */
  parts?: readonly string[];
  /* What the frame's header says beside the name of the game. */
  about?: (view: View) => string;
  /* Is the log headed by rounds, one turn of each seat? */
  rounds?: boolean;
  /* Keys of the board, for the help. */
  keys?: () => readonly (readonly [string, string])[];
};

export type GameWords = Record<Language, Readonly<Record<string, Word>>>;

/* The rules as text (see rules.ts), and the pictures that it names. */
export type GameRules = { text: Record<Language, string>; Figure: Component<{ name: string }> };

/*
 * A game as the shell knows it, by games/GAME/web/index.ts. A guide for the first game stands beside it in guide.ts
 * (see web/src/guide.ts): `export const guides = { GAME: … }`.
 *
 * This much is enough for the home page; the rest is loaded when it is opened.
 */
export type GamePage = {
  id: string;
  minutes: number;
  picture: string; // address of the picture, 320 by 180, what matters in the middle
  tile: string; // colour of the arch around it
  words: () => Promise<GameWords>;
  table: () => Promise<GameTable>;
  rules: () => Promise<GameRules>;
};
