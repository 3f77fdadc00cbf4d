// SPDX-License-Identifier: MIT
// A wished table in words: who sits there.
import { t } from '$web/i18n';
import { botName, levelAbout, levelName, styleAbout } from '$web/names';
import type { GameInfo, SeatWish } from '$web/protocol';
import { session } from '$web/session.svelte';

export function seatTitle(seat: SeatWish, game?: GameInfo): string {
  if (seat.kind === 'me') return session.user?.name || t('you');
  if (seat.kind === 'bot') return botName(seat.level, seat.style, game);
  return seat.kind === 'friend' ? t('seat.friend.title') : t('seat.open.title');
}

export function seatAbout(seat: SeatWish, game?: GameInfo): string {
  if (seat.kind === 'bot') return styleAbout(seat.style, game) || levelAbout(seat.level);
  return seat.kind === 'me' ? t('seat.me.about') : seat.kind === 'friend' ? t('seat.friend.about') : t('seat.open.about');
}

/* Where there is little room. */
export function seatShort(seat: SeatWish): string {
  if (seat.kind === 'bot') return levelName(seat.level);
  return seat.kind === 'me' ? t('you') : seat.kind === 'friend' ? t('seat.friend') : t('seat.open');
}
