// SPDX-License-Identifier: MIT
// What the engine answers, and how it is known: whatever comes out of its worker is looked at before anybody believes it.
import type { Form, Kind, Report, Row, Thought } from '$engine/table.js';
import type { GameInfo, Line, Move, Phrase, Refusal, Result, View } from '$web/protocol';
import { boolean, either, integer, list, maybe, nothing, nullable, number, oneOf, shape, string, thing, type Check } from '$web/shape';
import { isGameInfo, isMove, isPhrase, isRefusal, isSheetLine, isView } from '$web/shapes';

export type Standing = { players: number; actor: number /* -1: it is over */; length: number };
export type Played = Pick<Line, 'turn' | 'round' | 'say'> & { seat: number; move: string; ply: number };
export type Preview = { say: Phrase } | { refused: Refusal };
export type Ending = Pick<Result, 'scores' | 'ranks'> & { ending: string; sheets: NonNullable<Result['sheets']> };
/* A position that somebody set up: what it is completed to, how it looks, and what can be changed; or what is wrong with it, and where. */
export type Checked = { position: Record<string, unknown>; view: View; form: Form } | { problem: string; where: string };
/* A report with reasons as the page writes them out. */
export type Ply = Omit<Report['plies'][number], 'why'> & { why?: Phrase[] };
export type Judgement = Omit<Report, 'plies'> & { plies: Ply[] };

export type Answers = {
  catalogue: GameInfo[];
  open: number;
  close: undefined;
  standing: Standing;
  view: View;
  moves: Move[];
  preview: Preview;
  lines: Played[];
  revealed: boolean;
  secret: boolean;
  result: Ending;
  record: string;
  dump: Record<string, unknown>;
  play: Standing;
  back: Standing;
  told: Phrase[];
  check: Checked;
  fitting: number;
  against: string[];
  net: undefined;
  think: Thought;
  report: Judgement;
};

const isStanding: Check<Standing> = shape<Standing>({ players: integer, actor: integer, length: integer });
const isPlayed: Check<Played> = shape<Played>({ seat: integer, move: string, ply: integer, turn: maybe(integer), round: maybe(integer), say: maybe(list(isPhrase)) });
const isEnding: Check<Ending> = shape<Ending>({ scores: list(number), ranks: list(integer), ending: string, sheets: list(list(isSheetLine)) });

const isRow: Check<Row> = (value): value is Row => isRowShape(value);
const isRowShape: Check<Row> = shape<Row>({
  name: string,
  kind: maybe(integer),
  rows: maybe(list(isRow)),
  low: maybe(integer),
  high: maybe(integer),
  seat: maybe(boolean),
  null: maybe(boolean),
  list: maybe(oneOf('set', 'places', 'list')),
  most: maybe(integer),
  along: maybe(string),
});
type Piece = NonNullable<Kind['pieces']>[number];
const isPiece: Check<Piece> = shape<Piece>({ before: string, kind: integer, low: maybe(integer), high: maybe(integer) });
const isKind: Check<Kind> = shape<Kind>({
  form: oneOf('int', 'bool', 'name', 'text', 'row'),
  word: maybe(string),
  once: maybe(boolean),
  names: maybe(list(string)),
  faces: maybe(list(nullable(thing))),
  letters: maybe(string),
  places: maybe(integer),
  bits: maybe(integer),
  pieces: maybe(list(isPiece)),
  of: maybe(integer),
  count: maybe(integer),
});
const isForm: Check<Form> = shape<Form>({ rows: list(isRow), kinds: list(isKind) });

type Best = Thought['best'][number];
const isBest: Check<Best> = shape<Best>({ move: string, chance: number, seats: list(number), score: number, visits: integer, line: list(string) });
const isThought: Check<Thought> = shape<Thought>({ move: string, simulations: integer, best: list(isBest) });

const isPly: Check<Ply> = shape<Ply>({
  n: integer,
  seat: integer,
  turn: integer,
  move: string,
  best: string,
  chance_best: number,
  chance_made: number,
  loss: number,
  luck: list(number),
  change: list(number),
  choice: boolean,
  grade: oneOf('good', 'slip', 'mistake', 'blunder'),
  line: maybe(list(string)),
  why: maybe(list(isPhrase)),
  said: maybe(list(string)),
});
type Account = Judgement['account'][number];
const isAccount: Check<Account> = shape<Account>({ start: number, luck: number, own_losses: number, others_losses: number, result: number });
type Seat = Judgement['seats'][number];
const isLuck = shape<{ n: number; luck: number }>({ n: integer, luck: number });
const isSeat: Check<Seat> = shape<Seat>({
  accuracy: number,
  choices: integer,
  good: integer,
  slip: integer,
  mistake: integer,
  blunder: integer,
  luckiest: maybe(isLuck),
  unluckiest: maybe(isLuck),
  opening: list(integer),
});
export const isJudgement: Check<Judgement> = shape<Judgement>({
  start: list(number),
  plies: list(isPly),
  account: list(isAccount),
  seats: list(isSeat),
  turning_points: list(integer),
});

const CHECKS: { [K in keyof Answers]: Check<Answers[K]> } = {
  catalogue: list(isGameInfo),
  open: integer,
  close: nothing,
  standing: isStanding,
  view: isView,
  moves: list(isMove),
  preview: either(shape<{ say: Phrase }>({ say: isPhrase }), shape<{ refused: Refusal }>({ refused: isRefusal })),
  lines: list(isPlayed),
  revealed: boolean,
  secret: boolean,
  result: isEnding,
  record: string,
  dump: thing,
  play: isStanding,
  back: isStanding,
  told: list(isPhrase),
  check: either(shape<{ position: Record<string, unknown>; view: View; form: Form }>({ position: thing, view: isView, form: isForm }), shape<{ problem: string; where: string }>({ problem: string, where: string })),
  fitting: integer,
  against: list(string),
  net: nothing,
  think: isThought,
  report: isJudgement,
};

export function isAnswer<K extends keyof Answers>(call: K, value: unknown): value is Answers[K] {
  const fits: Check<Answers[K]> = CHECKS[call];
  return fits(value);
}
