// SPDX-License-Identifier: MIT
// What the frame and the board of a game have to do with each other.
import type { Component, Snippet } from 'svelte';
import type { Word } from './i18n';
import type { Line, Move, Phrase, PhrasePart, View } from './protocol';
import type { Language } from './settings.svelte';
import type { Place } from './study/hidden';
import type { Theme } from './study/puzzles';

/* What a board may put into the frame while a choice is under way. */
export type Stage = {
  tray: Snippet | undefined; // at the end of the status line
  note: string | undefined; // instead of the prompt
};

/* Places (data-at) that somebody else changed since my last turn, each with the seat that did it. */
export type Changes = ReadonlyMap<string, number>;

/* What a board adds to the sentence of a refusal: what the thing is, what more there is to say or to note, and a deed that helps. */
export type More = { title?: string; said?: string; note?: string; deed?: { text: string; do: () => void } };

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
  changed: Changes; // what stays marked until my next turn ends
  stage: Stage;
  play: (move: string) => void;
  why: (move: string, thing: Element, cause?: Element, more?: More) => void; // a move that cannot be made was tried: says so beside the thing
};

/* The game's things of one player, in the panel that the frame draws for each. */
export type SeatProps = {
  view: View;
  seat: number;
  me: number;
  last: Line | undefined;
  turn: readonly Line[]; // all moves of its last turn
  pointed: readonly string[];
  changed: Changes;
  row: boolean; // one compact row, on a phone; otherwise everything
  who: Snippet; // sign, name, presence and clock, drawn by the frame
};

/* A part of a sentence that the game draws instead of writing it. */
export type PartProps = { name: string; part: PhrasePart; text: string; view: View | undefined };

/* A whole turn in one line, where the game has a shorter way than its words one after the other. */
export type TurnProps = { turn: readonly Line[]; view: View | undefined; running: number | undefined /* the ply that is played just now */ };

/* How one of the game's own options is chosen in the form for a new table; its value is text. */
export type ChooserProps = { value: string; onchange: (value: string) => void };
export type Chooser = { first: string /* what is chosen to begin with */; Chooser: Component<ChooserProps> };

/* Something of the game as it is named in a position, for those who set one up: a card with what is printed on it, a gem, a terrain. */
export type ThingProps = { word: string; name: string; face: Readonly<Record<string, unknown>> | undefined };

/* Things that are laid on the board by hand while a position is set up: what one owner has of them, each taken apart as the engine
 * writes it (name, place, direction), and those that could be laid. What cannot lie somewhere, the engine says. */
export type LayingProps = {
  seats: readonly number[]; // whose
  owner: Readonly<Record<string, unknown>>; // all that the position says of them
  lying: readonly (readonly string[])[];
  left: readonly string[]; // names
  faceOf: (word: string, name: string) => Readonly<Record<string, unknown>> | undefined; // what is printed on a thing
  reach: number; // how far from the middle anything can lie
  against: (values: readonly (readonly string[])[]) => Promise<readonly string[]>; // what the engine has against each as one more; '': nothing
  onlay: (value: readonly string[]) => void;
  ontake: (index: number) => void;
  onwhy: (text: string, thing: Element) => void; // says it beside the thing
};

export type GameTable = {
  Board: Component<BoardProps>;
  Seat: Component<SeatProps>;
  Part?: Component<PartProps>;
  Turn?: Component<TurnProps>;
  /* Names of parts that the game draws. */
  parts?: readonly string[];
  /* Of those: whether commas stay between several of a name, because words stand beside their pictures. */
  joined?: (name: string) => boolean;
  /* What the frame's header says beside the name of the game. */
  about?: (view: View) => string;
  /* The part of a game that begins after a decision, where it has parts with a name: the ages of a Duel. `said` is what the log says of it. */
  chapter?: (said: readonly Phrase[]) => string | undefined;
  /* What others changed from one position to another, by the moves of these lines. */
  changes?: (before: View, after: View, lines: readonly Line[]) => Changes;
  /* From so many players on their panels are small: mine stands among them, so that all compare, and what just happened is told
   * by the strip at every size. */
  crowd?: number;
  /* The same view with what lies face down turned up, for those who analyse; `look` shows another position. */
  turnUp?: (view: View, position: Readonly<Record<string, unknown>>, look: (position: object) => Promise<View>) => Promise<View>;
  /* Where cards lie that nobody can see, if it is not simply in the lists under "hidden", each with a back of its own (`all`); see study/hidden.ts. */
  hiddenPlaces?: (all: readonly Place[], position: Readonly<Record<string, unknown>>) => Place[];
  /* Things that a position calls by their numbers alone in a list of what is hidden: their kind, and how it calls them elsewhere. */
  numbered?: (group: string, value: number) => { word: string; name: string };
  /* The thing on the board with which a move is made, as a selector, for those who analyse: it is marked with the move's chance. */
  pointAt?: (move: string, view: View) => string | undefined;
  /* All things of the board that a move is made with, where that is more than the one. */
  pointsAt?: (move: string) => string[] | undefined;
  /* Setting up a position: things drawn small; what those are called that have no word of their own; and which letter of which text
   * of a position stands for the place of a move that somebody tried on the board. */
  Thing?: Component<ThingProps>;
  pictured?: readonly string[]; // kinds of things whose picture says it all
  thingName?: (thing: ThingProps) => string | undefined;
  laying?: Readonly<Record<string, () => Promise<Component<LayingProps>>>>; // by kind of thing
  placeOf?: (move: string) => { field: string; index: number; letter: number } | undefined;
  /* Keys of the board, for the help. */
  keys?: () => readonly (readonly [string, string])[];
};

export type GameWords = Record<Language, Readonly<Record<string, Word>>>;

/* The rules as text (see rules.ts), how to play in two minutes (a paragraph a line), and the pictures that the text names. */
export type GameRules = { text: Record<Language, string>; brief?: Record<Language, string>; Figure: Component<{ name: string }> };

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
  themes?: Readonly<Record<string, Theme>>; // of puzzles, by the key of what makes a move better (`better.KEY` of its words)
  choosers?: () => Promise<Readonly<Record<string, Chooser>>>; // by option, for those of the kind `custom`
  rules: () => Promise<GameRules>;
};
