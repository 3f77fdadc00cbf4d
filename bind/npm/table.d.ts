// SPDX-License-Identifier: MIT
export interface Option {
    name: string;
    default: string;
}

export interface Game {
    game: string;
    title: string;
    players_min: number;
    players_max: number;
    options: Option[];
}

export interface Scores {
    scores: number[];
    /** Seats that won; empty while the game goes on. */
    winners: number[];
    over: boolean;
}

export interface Line {
    move: string;
    /** To win, between 0 and 1. */
    chance: number;
    /** What everybody's chances are then; partners each have that of their side. */
    seats: number[];
    /** Expected points relative to the best of the others. */
    score: number;
    visits: number;
    /** How the bot thinks the game goes on, this move first. */
    line: string[];
}

export interface Thought {
    move: string;
    simulations: number;
    /** The moves it compared, best first. */
    best: Line[];
}

export type Grade = "good" | "slip" | "mistake" | "blunder";

export interface Ply {
    /** From 1. */
    n: number;
    seat: number;
    turn: number;
    move: string;
    best: string;
    chance_best: number;
    chance_made: number;
    loss: number;
    /** What the move turned up, for every seat. */
    luck: number[];
    /** What its loss meant to every seat. */
    change: number[];
    /** There was something to decide. */
    choice: boolean;
    grade: Grade;
    /** Where at least one percentage point was lost: how it would have gone on, and why the other move was better. */
    line?: string[];
    why?: Phrase[];
    said?: string[];
}

export interface SeatReport {
    accuracy: number;
    choices: number;
    good: number;
    slip: number;
    mistake: number;
    blunder: number;
    luckiest?: { n: number; luck: number };
    unluckiest?: { n: number; luck: number };
    /** Numbers of its first choices. */
    opening: number[];
}

export interface Report {
    /** Chances before the first move. */
    start: number[];
    plies: Ply[];
    /** start + luck - own_losses + others_losses = result */
    account: { start: number; luck: number; own_losses: number; others_losses: number; result: number }[];
    seats: SeatReport[];
    /** Numbers of the plies with the largest losses, in order of time; at most three. */
    turning_points: number[];
}

export interface Start {
    players?: number;
    /** A number or 64 hex digits; drawn if left out. */
    seed?: number | string;
    options?: Record<string, string>;
    /** Of what is refused; "en" if left out. */
    language?: "en" | "fa";
}

/** Texts by language. */
export type Words = { en?: string; fa?: string };
/** A key of the game's words, and its parts (docs/protocol.md). */
export type Phrase = { key: string } & Record<string, unknown>;

export interface GameInfo {
    game: string;
    players_min: number;
    players_max: number;
    title: Words;
    about: Words;
    options: { name: string; kind: string; default: string; values: string[]; low: number; high: number; title: Words; help: Words }[];
    styles: { name: string; title: Words; about: Words }[];
}

export interface Move {
    move: string;
    say?: Phrase;
}

export type Preview = { say: Phrase } | { refused: { code: string; words: Words; clause: string; key: string } };

/** A decision as a line of a log. */
export interface LogLine {
    seat: number;
    move: string;
    /** Decisions after it. */
    ply: number;
    turn: number;
    round?: number;
    say: Phrase[];
}

export interface Result {
    ending: string;
    scores: number[];
    ranks: number[];
    sheets: { line: string; points: number; items: { points: number; why: Phrase; places: string[] }[] }[][];
}

/** What a value of a position can be. */
export interface Kind {
    form: "int" | "bool" | "name" | "text" | "row";
    /** Its values are called by words that begin so: "card" stands for card.NAME. */
    word?: string;
    /** There is one of each, which lies in one place. */
    once?: boolean;
    names?: string[];
    /** What is printed on each of them, as views have it. */
    faces?: (Record<string, unknown> | null)[];
    /** A text of letters: one at each of so many places, or (0) each as often as it is there. */
    letters?: string;
    places?: number;
    /** A number of which so many bits each say something. */
    bits?: number;
    pieces?: { before: string; kind: number; low?: number; high?: number }[];
    of?: number;
    count?: number;
}

/** A member of a position: a value, or an object with members of its own. */
export interface Row {
    name: string;
    /** Of `kinds`. */
    kind?: number;
    rows?: Row[];
    /** The ends of a number; of a name its places among the names. */
    low?: number;
    high?: number;
    /** The number is a seat. */
    seat?: boolean;
    null?: boolean;
    /** Several: each once in no order, all places always there, or as many as one likes up to `most`. */
    list?: "set" | "places" | "list";
    most?: number;
    /** The list that this one is as long as. */
    along?: string;
}

/** What a position is made of. */
export interface Form {
    rows: Row[];
    kinds: Kind[];
}

/** WebAssembly.Module, where the types of the platform have it: those of node alone do not. */
export type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;

/** A face over a module; `progress` hears how far a report is. */
export function open(module: Module, progress?: (done: number, all: number) => void): Promise<Takht>;

export class Takht {
    readonly games: Game[];
    /** A new game, dealt; an unknown game, number of players or option is an Error. */
    start(game: string, about?: Start): Table;
    /** What is wrong with a record is an Error in that language, with its line. */
    read(record: string, language?: "en" | "fa"): Table;
    /** What is wrong with a position is an Error in that language; its `where` names the member, such as "seats[1].tokens". */
    load(game: string, position: object | string, language?: "en" | "fa"): Table;
    /** All that there is to say of the games, in both languages: what a form for a new table needs. */
    readonly catalogue: GameInfo[];
    /** The bytes of a net, for all bots from now on; which game it is for, it says itself. */
    giveNet(name: string, bytes: Uint8Array): void;
}

/** A game under way. Whatever is refused throws an Error with a sentence, and nothing has changed. */
export class Table {
    readonly players: number;
    /** The seat that is to act, or -1 when the game is over. */
    readonly actor: number;
    readonly over: boolean;
    /** Decisions so far. */
    readonly length: number;
    /** Gives its memory back; nothing may be asked of it afterwards. Tables that nobody frees stay as long as the module. */
    free(): void;
    /** The language of refusals and of `said`. */
    speak(language: "en" | "fa"): this;
    /** The position as a seat sees it; left out, as those see it who watch. `takht schema GAME` prints what is in `board`. */
    view(seat?: number): Record<string, unknown>;
    /** The moves that can be made, as texts. */
    legal(): string[];
    /** Points as they stand, and who won. */
    scores(): Scores;
    /** What the last decision did, as sentences for that seat. */
    said(seat?: number): string[];
    /** The game as text: `read` opens it again, and so does the page. */
    record(): string;
    /** What a player is called, for the record. */
    name(seat: number, name: string): this;
    /** The moves that can be made, with what each says. */
    moves(): Move[];
    /** What a move would do, or which rule forbids it; nothing is played. */
    preview(move: string): Preview;
    /** `view` after so many decisions. */
    viewAt(ply: number, seat?: number): Record<string, unknown>;
    /** The decisions since then, as lines of a log. */
    lines(since?: number, seat?: number): LogLine[];
    /** Did a decision, counted from 1, show something hidden? */
    revealed(ply: number): boolean;
    /** Does this seat know something that another does not? */
    secret(seat: number): boolean;
    /** How it ended: scores, ranks and score sheets. */
    result(): Result;
    /** The whole position, hidden things too, for `load`. */
    dump(): object;
    /** What a position of this game is made of, and what each member can be. */
    form(): Form;
    /** Makes a move; one that cannot be made is an Error that says why. */
    play(move: string): this;
    /** Takes decisions back; one, if left out. */
    back(decisions?: number): this;
    /** Draws anew what this seat cannot know: for programs that search by themselves. */
    sample(seat: number, seed?: number): this;
    /** What a bot ("novice" … "master", "greedy", "mcts:sims=800") would do for the seat that acts; "expert", if left out. Nothing is played. */
    think(bot?: string, seed?: number): Thought;
    /** What became of the game and why: chances, losses and luck, between 0 and 1; "mcts" with 200 simulations a decision, if left out. */
    report(about?: { bot?: string; simulations?: number; seed?: number }): Report;
}
