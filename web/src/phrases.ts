// Phrases of the server, written out in the reader's language. A phrase is a key of the game's word list
// and named parts; core/words.c writes the same sentences on a terminal.
import { core, fill, number, type Word, type WordList } from './i18n';
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
  if (typeof word === 'string') return word;
  return n === 1 ? word.one : word.other;
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
  for (const piece of formOf(word, typeof n === 'number' ? n : 1).split(/(\{\w+\})/)) {
    const hole = /^\{(\w+)\}$/.exec(piece);
    if (hole?.[1] === undefined) {
      if (piece !== '') out.push({ text: piece });
      continue;
    }
    const name = hole[1];
    const parts = partsOf(phrase, name);
    parts.forEach((part, i) => {
      const left = parts.length - i;
      if (i > 0) out.push({ text: core[speaker.language][left === 1 ? 'list.and' : 'list.comma'], join: name });
      out.push({ text: partText(part, speaker), name, part });
    });
  }
  return out;
}

/* A move of somebody in few words (`last.KEY`), if the list has such: for where the name stands already. */
export function briefOf(line: Line | undefined, lists: Record<Language, WordList>): { phrase: Phrase; speaker: Speaker } | undefined {
  const [phrase] = line?.say ?? [];
  const words = lists[settings.language];
  if (phrase === undefined || words[`last.${phrase.key}`] === undefined) return undefined;
  return { phrase: { ...phrase, key: `last.${phrase.key}` }, speaker: { language: settings.language, words, names: [], you: -1 } };
}

export function phraseText(phrase: Phrase, speaker: Speaker): string {
  return segments(phrase, speaker)
    .map((segment) => segment.text)
    .join('');
}
