// SPDX-License-Identifier: MIT
// Reasons as sentences: those of the core stand in its own list, the others in the game's.
import { core, fill, type Word } from '$web/i18n';
import { phraseText, type Speaker } from '$web/phrases';
import type { Phrase } from '$web/protocol';

export function sentence(phrase: Phrase, speaker: Speaker): string {
  const words: Readonly<Record<string, Word>> = core[speaker.language];
  const word = words[phrase.key];
  if (word === undefined || phrase.key in speaker.words) return phraseText(phrase, speaker);
  const n = Array.isArray(phrase['n']) && typeof phrase['n'][0] === 'number' ? phrase['n'][0] : 1;
  return fill(typeof word === 'string' ? word : n === 1 ? word.one : word.other, { n });
}

/* Two moves of which the words say the same: a domino laid here or there. */
export const isSaidAlike = (one: Phrase | undefined, other: Phrase | undefined, speaker: Speaker): boolean => one !== undefined && other !== undefined && phraseText(one, speaker) === phraseText(other, speaker);

export const sentences = (why: readonly Phrase[] | undefined, speaker: Speaker): string => (why ?? []).map((phrase) => sentence(phrase, speaker)).join(' ');
