// SPDX-License-Identifier: MIT
// Phrases of the server, written out in the reader's language. A phrase is a key of the game's word list
// and named parts; core/words.c writes the same sentences on a terminal.
import { core, figures, fill, number, type Word, type WordList } from './i18n';
import type { Line, Phrase, PhrasePart } from './protocol';
import { settings, type Language } from './settings.svelte';

/* Who reads, and what the seats are called. */
export type Speaker = {
  language: Language;
  words: WordList;
  names: readonly string[];
  you: number; // my seat, or -1
};

/* A piece of a sentence: plain text, or a part that may be drawn instead of written. `join` is what stands
 * between two parts of that name. */
export type Segment = { text: string; name?: string; part?: PhrasePart; join?: string };

/* As in core/words.c: one is one, everything else is many, in every language. */
function formOf(word: Word, n: number): string {
  if (typeof word === 'string') return figures(word);
  return figures(n === 1 ? word.one : word.other);
}

/* The parts of a phrase by name; none if it has none. */
export function partsOf(phrase: Phrase | undefined, name: string): readonly PhrasePart[] {
  const parts = phrase?.[name];
  return parts === undefined || typeof parts === 'string' ? [] : parts;
}

/* The words among the parts, with how many of each. */
export const wordsOf = (phrase: Phrase | undefined, name: string): { word: string; n?: number }[] =>
  partsOf(phrase, name).flatMap((part) => (typeof part === 'object' && 'word' in part ? [part] : []));

export function partText(part: PhrasePart, speaker: Speaker): string {
  if (typeof part === 'number') return number(part);
  if (typeof part === 'string') return part;
  if ('seat' in part) return seatName(part.seat, speaker);
  const word = speaker.words[part.word];
  if (word === undefined) return part.word;
  return part.n === undefined ? formOf(word, 1) : fill(formOf(word, part.n), { n: part.n });
}

export function seatName(seat: number, speaker: Speaker): string {
  return speaker.names[seat] ?? fill(core[speaker.language].seat, { n: seat + 1 });
}

/*
 * A sentence about me speaks to me where the list has a form for that ("key.you"); one about somebody
 * else may have its own form too ("key.they").
 */
function wordOf(phrase: Phrase, speaker: Speaker): Word | undefined {
  const who = partsOf(phrase, 'who')[0];
  if (typeof who === 'object' && 'seat' in who) {
    const own = speaker.words[`${phrase.key}.${who.seat === speaker.you ? 'you' : 'they'}`];
    if (own !== undefined) return own;
  }
  return speaker.words[phrase.key];
}

export function segments(phrase: Phrase, speaker: Speaker): Segment[] {
  const word = wordOf(phrase, speaker);
  if (word === undefined) return [{ text: phrase.key }];
  const n = partsOf(phrase, 'n')[0];
  const out: Segment[] = [];
  for (const piece of formOf(word, typeof n === 'number' ? n : 1).split(/(\{=?[\w.]+\})/)) {
    const hole = /^\{(=?)([\w.]+)\}$/.exec(piece);
    if (hole?.[2] === undefined) {
      if (piece !== '') out.push({ text: piece });
      continue;
    }
    // {=tokens.o} is a word of the list by itself, drawn as a part "tokens" would be.
    const fixed = hole[1] === '=';
    const name = fixed ? (hole[2].split('.')[0] ?? '') : hole[2];
    const parts = fixed ? [{ word: hole[2], n: 1 }] : partsOf(phrase, name);
    parts.forEach((part, i) => {
      const left = parts.length - i;
      if (i > 0) out.push({ text: core[speaker.language][left === 1 ? 'list.and' : 'list.comma'], join: name });
      out.push({ text: partText(part, speaker), name, part });
    });
  }
  return out;
}

/*
 * What stays in one line: browsers break beside a picture whatever stands there, so a picture is held together with what touches it, a
 * comma, a bracket, the next picture. Ordinary spaces and what stands between the parts of a list are where a line may end.
 */
export function held(pieces: readonly Segment[], drawn: (name: string) => boolean): Segment[][] {
  const out: Segment[][] = [];
  let open = false; // nothing lies between the last group and what comes next
  const add = (piece: Segment, touches: boolean, goesOn: boolean) => {
    const last = out.at(-1);
    if (touches && open && last) last.push(piece);
    else out.push([piece]);
    open = goesOn;
  };
  pieces.forEach((piece, i) => {
    if (piece.name !== undefined) {
      const alone = piece.name === 'who' || (!open && !drawn(piece.name));
      add(piece, !alone && !piece.text.startsWith(' '), !alone && !piece.text.endsWith(' '));
    } else if (piece.join !== undefined) {
      add(piece, false, false);
    } else {
      const next = pieces[i + 1]?.name;
      const [, head = '', middle = '', tail = ''] = /^([^ ]*)(?:( (?:.* )?)([^ ]*))?$/s.exec(piece.text) ?? [];
      if (head !== '') add({ text: head }, true, open || middle === '');
      if (middle !== '') add({ text: middle }, false, false);
      if (tail !== '') add({ text: tail }, false, next !== undefined && drawn(next));
    }
  });
  return out;
}

type Brief = { phrase: Phrase; speaker: Speaker };

/* What a line tells in few words (`last.KEY`), as far as the list has such: for where the name stands already. */
export function briefsOf(line: Line | undefined, lists: Record<Language, WordList>): Brief[] {
  const words = lists[settings.language];
  return (line?.say ?? [])
    .filter((phrase) => words[`last.${phrase.key}`] !== undefined)
    .map((phrase) => ({ phrase: { ...phrase, key: `last.${phrase.key}` }, speaker: { language: settings.language, words, names: [], you: -1 } }));
}

/* The same of what was done alone, without what came of it. */
export function briefOf(line: Line | undefined, lists: Record<Language, WordList>): Brief | undefined {
  return briefsOf(line && { ...line, say: line.say?.slice(0, 1) ?? [] }, lists)[0];
}

/* A prompt in few words (`brief.KEY`), where the list has such: a phone has room for no more. */
export function inBrief(prompt: Phrase, speaker: Speaker): Phrase {
  const key = `brief.${prompt.key}`;
  return ['', '.you', '.they'].some((form) => speaker.words[key + form] !== undefined) ? { ...prompt, key } : prompt;
}

export function phraseText(phrase: Phrase, speaker: Speaker): string {
  return segments(phrase, speaker)
    .map((segment) => segment.text)
    .join('');
}
