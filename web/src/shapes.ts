// SPDX-License-Identifier: MIT
// Checks of what protocol.ts describes, for those who get it from elsewhere: the engine in its worker, what the browser has kept.
import type { GameInfo, Move, Option, Phrase, PhrasePart, Refusal, SheetItem, SheetLine, Style, View, Words } from './protocol';
import { anything, either, integer, list, maybe, number, oneOf, shape, string, values, type Check } from './shape';

export const isWords: Check<Words> = shape<Words>({ en: maybe(string), fa: maybe(string) });

const isPart: Check<PhrasePart> = either(
  number,
  string,
  shape<{ seat: number }>({ seat: integer }),
  shape<{ word: string; n?: number }>({ word: string, n: maybe(number) }),
);
const isPhraseWithParts = values(either(string, list(isPart)));
export const isPhrase: Check<Phrase> = (value): value is Phrase => isPhraseWithParts(value) && string(value['key']);

export const isMove: Check<Move> = shape<Move>({ move: string, say: maybe(isPhrase) });

export const isRefusal: Check<Refusal> = shape<Refusal>({
  code: string,
  words: isWords,
  clause: maybe(string),
  key: maybe(string),
  retry_ms: maybe(integer),
  ply: maybe(integer),
  field: maybe(string),
  detail: maybe(string),
});

/* The board is looked at by the game's own check, where somebody wants to draw it. */
export const isView: Check<View> = shape<View>({
  game: string,
  players: integer,
  options: values(string),
  seat: integer,
  actor: integer,
  turn: integer,
  prompt: isPhrase,
  scores: list(number),
  ranks: maybe(list(integer)),
  ending: maybe(string),
  board: anything,
});

const isOption: Check<Option> = shape<Option>({
  name: string,
  kind: oneOf('choice', 'range', 'seat', 'custom'),
  default: string,
  values: list(string),
  low: integer,
  high: integer,
  title: isWords,
  help: isWords,
});
const isStyle: Check<Style> = shape<Style>({ name: string, title: isWords, about: isWords });
export const isGameInfo: Check<GameInfo> = shape<GameInfo>({
  game: string,
  players_min: integer,
  players_max: integer,
  title: isWords,
  about: isWords,
  options: list(isOption),
  styles: list(isStyle),
});

const isSheetItem: Check<SheetItem> = shape<SheetItem>({ points: number, why: isPhrase, places: list(string) });
export const isSheetLine: Check<SheetLine> = shape<SheetLine>({ line: string, points: number, items: list(isSheetItem) });
