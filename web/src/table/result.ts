// SPDX-License-Identifier: MIT
// Who won, in one sentence, and why it was over before its end.
import type { GameWords } from '$web/board';
import { maybe, t, tell } from '$web/i18n';
import type { Result } from '$web/protocol';
import { settings } from '$web/settings.svelte';

/* Why a game ended that somebody gave up: said to whoever reads it. */
function gaveUp(result: Result, names: readonly string[], me: number): string {
  const losers = names.flatMap((_, seat) => (result.ranks[seat] === 1 ? [] : [seat]));
  const [only] = losers;
  if (only !== undefined && losers.length === 1) return only === me ? t('end.resigned.you') : t('end.resigned.one', { who: names[only] ?? '' });
  if (!losers.includes(me)) return t('end.resigned.others');
  return t('end.resigned.all', { who: names.filter((_, seat) => !losers.includes(seat)).join(t('and')) });
}

/* Why it was over, in a few words without a full stop. */
export function whyOver(result: Result, names: readonly string[], me: number, words: GameWords | undefined): string {
  if (result.reason === 'closed') return t('end.closed.about');
  if (result.reason === 'resigned') return gaveUp(result, names, me);
  if (result.reason !== 'game') return maybe(`log.over.${result.reason}`) ?? '';
  const word = words?.[settings.language][result.ending ?? ''];
  return typeof word === 'string' ? word : '';
}

export function headline(result: Result, names: readonly string[], me: number, words: GameWords | undefined): string {
  if (result.reason === 'closed') return t('end.closed');
  const winners = names.flatMap((name, i) => (result.ranks[i] === 1 ? [{ name, seat: i }] : []));
  const first = winners[0];
  if (result.reason === 'agreed' || first === undefined) return t('end.undecided');
  const points = result.scores[first.seat] ?? 0;
  // Who gave up, or ran out of time, was not beaten by points.
  const early = result.reason === 'resigned' || result.reason === 'time';
  // A line that nobody else has on the sheet: it was not won by points.
  const sheets = result.sheets ?? [];
  const own = sheets[first.seat]?.some((line) => sheets.some((sheet) => sheet.every((other) => other.line !== line.line))) ?? false;
  if ((own || early) && winners.length === 1) return first.seat === me ? t('end.you.plain') : t('end.other.plain', { who: first.name });
  if (early) return t('end.shared.plain', { who: winners.map((winner) => winner.name).join(t('and')) });
  if (winners.length > 1) return tell(words, 'end.shared', { who: winners.map((winner) => winner.name).join(t('and')), n: points });
  return first.seat === me ? tell(words, 'end.you', { n: points }) : tell(words, 'end.other', { who: first.name, n: points });
}
