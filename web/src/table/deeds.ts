// SPDX-License-Identifier: MIT
// What the menu of a table offers, in its order.
import { copyLink } from '$web/copy';
import { t } from '$web/i18n';
import { tellError } from '$web/session.svelte';
import { download } from '$web/source';
import type { Choice } from './choice.svelte';
import type { Live } from './live.svelte';

export type Deed = { icon: string; text: string; about?: string; danger?: boolean; href?: string; do?: () => void };

type Doors = { rules: () => void; end: () => void; shuffle: () => void; help: () => void; resign: () => void };

function whilePlaying(live: Live, choice: Choice, doors: Doors): Deed[] {
  const { seat, head, present } = live;
  const gone = seat?.resigned ?? false;
  const away: Deed = seat?.away
    ? { icon: 'person', text: t('menu.back'), about: t('menu.back.about'), do: () => void live.ask({ t: 'back' }) }
    : { icon: 'away', text: t('menu.away'), about: t('menu.away.about'), do: () => void live.ask({ t: 'away' }) };
  return [
    ...(head?.hints && live.acting ? [{ icon: 'hint', text: t('hint'), do: () => void choice.askHint() }] : []),
    ...(present?.undo ? [{ icon: 'undo', text: t('undo'), do: live.undo }] : []),
    ...(gone ? [] : [away]),
    ...(live.offered || live.local ? [] : [{ icon: 'peace', text: t('menu.offer'), about: t('menu.offer.about'), do: () => void live.ask({ t: 'offer' }) }]),
    ...(gone ? [] : [{ icon: 'flag', text: t('menu.resign'), danger: true, do: doors.resign }]),
  ];
}

export function deedsOf(live: Live, choice: Choice, doors: Doors): Deed[] {
  const afterwards: Deed[] = [
    { icon: 'sheet', text: t('end.show'), do: doors.end },
    { icon: 'play', text: t('end.replay'), href: `/g/${live.id}` },
  ];
  const record: Deed[] = [{ icon: 'download', text: t('replay.record'), do: () => void download(live.id, live.head?.game ?? '').catch(tellError) }];
  const shuffle: Deed[] = [{ icon: 'shuffle', text: live.over ? t('shuffle.check') : t('shuffle.how'), do: doors.shuffle }];
  return [
    ...(live.playing && live.me >= 0 ? whilePlaying(live, choice, doors) : []),
    ...(live.over && live.present?.view ? afterwards : []),
    ...(live.local ? record : live.head && (live.present?.view || live.waiting) ? shuffle : []),
    ...(live.head ? [{ icon: 'book', text: t('nav.rules'), do: doors.rules }] : []),
    ...(live.local ? [] : [{ icon: 'link', text: t('menu.link'), do: () => void copyLink(`${location.origin}/t/${live.id}`) }]),
    { icon: 'keys', text: t('keys.title'), do: doors.help },
    { icon: 'door', text: t('lost.home'), href: '/' },
  ];
}
