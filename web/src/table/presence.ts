// SPDX-License-Identifier: MIT
// How somebody sits at a table, in a word: the first of these that holds.
import { t } from '$web/i18n';
import type { Seat } from '$web/protocol';

type Now = { online: boolean; acting: boolean; played: boolean /* nobody sits there any more */ };

export function presence(seat: Seat, { online, acting, played }: Now): string {
  if (seat.resigned) return t('seat.resigned');
  if (played) return seat.kind === 'bot' ? t('seat.is.bot') : '';
  if (seat.away) return t('seat.away');
  if (seat.kind === 'bot') return acting ? t('seat.thinking') : t('seat.is.bot');
  return online ? t('seat.online') : t('seat.offline');
}
