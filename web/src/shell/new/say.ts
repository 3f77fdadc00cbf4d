// A wished table in words: who sits there, and how time runs.
import { span, t } from '$web/i18n';
import { levelAbout, levelName } from '$web/names';
import type { ClockWish, SeatWish } from '$web/protocol';
import { session } from '$web/session.svelte';

export function seatTitle(seat: SeatWish): string {
  if (seat.kind === 'me') return session.user?.name || t('you');
  if (seat.kind === 'bot') return t('bot', { level: levelName(seat.level) });
  return seat.kind === 'friend' ? t('seat.friend.title') : t('seat.open.title');
}

export function seatAbout(seat: SeatWish): string {
  if (seat.kind === 'bot') return levelAbout(seat.level);
  return seat.kind === 'me' ? t('seat.me.about') : seat.kind === 'friend' ? t('seat.friend.about') : t('seat.open.about');
}

/* Where there is little room. */
export function seatShort(seat: SeatWish): string {
  if (seat.kind === 'bot') return levelName(seat.level);
  return seat.kind === 'me' ? t('you') : seat.kind === 'friend' ? t('seat.friend') : t('seat.open');
}

export function clockText(clock: ClockWish): string {
  if (clock.kind === 'none') return t('clock.none');
  if (clock.kind === 'move') return t('clock.move', { span: span(clock.seconds * 1000) });
  if (clock.kind === 'days') return t('clock.days', { n: clock.days });
  return t('clock.game.full', { span: span(clock.seconds * 1000), increment: span(clock.increment * 1000) });
}
