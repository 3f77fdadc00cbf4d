// What the menu of a table offers, in its order.
import { t } from '$web/i18n';
import { tell } from '$web/session.svelte';
import type { Choice } from './choice.svelte';
import type { Live } from './live.svelte';

export type Deed = { icon: string; text: string; about?: string; danger?: boolean; href?: string; do?: () => void };

/* Copied, or shown where copying is not allowed. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    tell(t('wait.copied'));
  } catch {
    tell(link);
  }
}

type Doors = { end: () => void; shuffle: () => void; help: () => void; resign: () => void };

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
    ...(live.offered ? [] : [{ icon: 'peace', text: t('menu.offer'), about: t('menu.offer.about'), do: () => void live.ask({ t: 'offer' }) }]),
    ...(gone ? [] : [{ icon: 'flag', text: t('menu.resign'), danger: true, do: doors.resign }]),
  ];
}

export function deedsOf(live: Live, choice: Choice, doors: Doors): Deed[] {
  const afterwards: Deed[] = [
    { icon: 'sheet', text: t('end.show'), do: doors.end },
    { icon: 'play', text: t('end.replay'), href: `/g/${live.id}` },
  ];
  const shuffle: Deed[] = [{ icon: 'shuffle', text: live.over ? t('shuffle.check') : t('shuffle.how'), do: doors.shuffle }];
  return [
    ...(live.playing && live.me >= 0 ? whilePlaying(live, choice, doors) : []),
    ...(live.over && live.present?.view ? afterwards : []),
    ...(live.head && (live.present?.view || live.waiting) ? shuffle : []),
    ...(live.head ? [{ icon: 'book', text: t('nav.rules'), href: `/rules/${live.head.game}` }] : []),
    { icon: 'link', text: t('menu.link'), do: () => void copyLink(`${location.origin}/t/${live.id}`) },
    { icon: 'keys', text: t('keys.title'), do: doors.help },
  ];
}
