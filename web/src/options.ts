// SPDX-License-Identifier: MIT
// The options of a table and its clock, in words.
import type { GameWords } from './board';
import { either, span, t } from './i18n';
import type { Clock, ClockWish, GameInfo, Option } from './protocol';
import { settings } from './settings.svelte';

/* A value in words: the game's own where it has some, else what every page knows. A value made of several is told one by one. */
export function optionValue(option: Pick<Option, 'name' | 'kind'>, value: string, words: GameWords | undefined, names: readonly string[] = []): string {
  const word = words?.[settings.language][`option.${option.name}.${value}`];
  if (typeof word === 'string') return word;
  if (option.kind === 'seat' && /^\d+$/.test(value)) return names[Number(value)] ?? t('new.seat', { n: Number(value) + 1 });
  if (/^\d+$/.test(value)) return t('number', { n: Number(value) });
  const parts = value.split(/[,+ ]+/);
  if (parts.length > 1) return parts.map((part) => optionValue(option, part, words, names)).join(t('comma'));
  return { on: t('on'), off: t('off'), random: t('new.random') }[value] ?? value;
}

export type Fact = { title: string; value: string; bare: boolean /* a figure or somebody's name, which says nothing by itself */ };

/* What is not as usual at a table. */
export function optionFacts(info: GameInfo | undefined, options: Readonly<Record<string, string>>, words: GameWords | undefined, names: readonly string[] = []): Fact[] {
  return (info?.options ?? [])
    .filter((option) => (options[option.name] ?? option.default) !== option.default)
    .map((option) => {
      const value = options[option.name] ?? '';
      const spoken = typeof words?.[settings.language][`option.${option.name}.${value}`] === 'string';
      return { title: either(option.title), value: optionValue(option, value, words, names), bare: !spoken && (option.kind === 'seat' || /^\d+$/.test(value)) };
    });
}

export function clockText(clock: ClockWish): string {
  if (clock.kind === 'none') return t('clock.none');
  if (clock.kind === 'move') return t('clock.move', { span: span(clock.seconds * 1000) });
  if (clock.kind === 'days') return t('clock.days', { n: clock.days });
  const whole = span(clock.seconds * 1000);
  return clock.increment > 0 ? t('clock.game.full', { span: whole, increment: span(clock.increment * 1000) }) : t('clock.game', { span: whole });
}

/* The clock of a table that is there, as it was wished for. */
export function clockOf(clock: Clock): string {
  if (clock.kind === 'none') return clockText(clock);
  const seconds = clock.base_ms / 1000;
  if (clock.kind === 'days') return clockText({ kind: 'days', days: Math.round(seconds / 86400) });
  return clockText(clock.kind === 'move' ? { kind: 'move', seconds } : { kind: 'game', seconds, increment: clock.increment_ms / 1000 });
}
