// SPDX-License-Identifier: MIT
// What a table that is not full yet says to whoever looks at it: the host, a guest who sits, one who may sit, one who may not.
import { t } from '$web/i18n';
import type { Head, Seat } from '$web/protocol';

type Waits = { head: Head; seats: readonly Seat[]; me: number; key: boolean /* a link for friends led here */; names: readonly string[] };

const free = (seat: Seat) => seat.kind === 'open' || seat.kind === 'friend';
export const mayTake = (kind: string, { head, key }: Pick<Waits, 'head' | 'key'>): boolean => kind === 'open' || (kind === 'friend' && (key || head.you.owner));

export function waitText({ head, seats, me, key, names }: Waits): string {
  const n = seats.filter(free).length;
  if (head.you.owner) return me >= 0 ? t('wait.host', { n }) : t('wait.host.standing', { n });
  if (me >= 0) return t('wait.guest', { n });
  if (!seats.some((seat) => free(seat) && mayTake(seat.kind, { head, key }))) return t('wait.kept');
  const there = names.filter((_, i) => seats[i] && !free(seats[i]) && seats[i].kind === 'person');
  return there.length > 0 ? t('wait.invited', { who: there.join(t('and')) }) : t('wait.invited.nobody');
}
