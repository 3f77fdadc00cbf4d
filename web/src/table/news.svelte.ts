// SPDX-License-Identifier: MIT
// What happened at a table, told as it comes: spoken for those who listen, by a sound, and as messages not yet read.
import { untrack } from 'svelte';
import { t } from '$web/i18n';
import { phraseText } from '$web/phrases';
import type { Line } from '$web/protocol';
import { speak } from '$web/session.svelte';
import { play as sound } from '$web/sound';
import { lineText, saidText, whoOf } from './lines';
import type { Live } from './live.svelte';
import type { Loaded } from './loaded.svelte';
import { headline } from './result';

export class News {
  unread = $state(0);
  private actor = -1; // whose turn was told

  /* `reading`: is the chat open now; `undone`: a move was taken back. */
  constructor(live: Live, loaded: Loaded, reading: () => boolean, undone: () => void) {
    let heard: unknown;
    const waits = $derived(live.ahead > 0); // told once, not with every thought that is done meanwhile
    $effect(() => {
      if (waits) untrack(() => speak(t('queue', { n: live.ahead })));
    });
    $effect(() => {
      const now = live.now;
      if (now === undefined || now === heard || loaded.words === undefined) return;
      const first = heard === undefined;
      heard = now;
      if (first) return untrack(() => this.greet(live, loaded));
      const fresh = now.fresh;
      if (fresh.some((line) => line.what === 'undone')) undone();
      if (fresh.length === 0) return;
      const chats = fresh.filter((line) => line.what === 'chat' && line.text !== undefined && line.seat !== live.me).length;
      if (chats > 0 && (!reading() || document.hidden)) this.unread += chats;
      this.speak(fresh, live, loaded);
      this.sound(fresh, live, chats);
    });
  }

  private text(line: Line, live: Live, loaded: Loaded): string {
    if (line.what === 'chat') return t('chat.said', { who: whoOf(line, live.names), text: saidText(line) });
    const told = line.say?.map((phrase) => phraseText(phrase, loaded.speaker)) ?? [];
    const more = line.say && !line.late ? undefined : lineText(line, live.names);
    return [...told, ...(more === undefined ? [] : [more])].join('. ');
  }

  /* Whoever arrives hears where the game stands. */
  private greet(live: Live, loaded: Loaded): void {
    this.actor = live.present?.view?.actor ?? -1;
    if (live.present?.view) speak(`${this.stand(live, loaded)}.`);
  }

  /* Whose turn it is and what is to be decided, or who won. */
  private stand(live: Live, loaded: Loaded): string {
    if (live.result) return headline(live.result, live.names, live.me, loaded.words);
    return live.present?.view ? phraseText(live.present.view.prompt, loaded.speaker) : '';
  }

  private speak(fresh: readonly Line[], live: Live, loaded: Loaded): void {
    const texts = fresh.map((line) => this.text(line, live, loaded)).filter((text) => text !== '');
    // Not with every decision of somebody's turn: when it is another's, when something else is asked of me, and at the end.
    const { actor = -1 } = live.present?.view ?? {};
    const moved = fresh.some((line) => line.what === 'move' || line.what === 'undone' || line.what === 'started');
    const over = fresh.some((line) => line.what === 'over');
    if (over || (moved && actor >= 0 && (live.acting || actor !== this.actor))) texts.push(this.stand(live, loaded));
    this.actor = actor;
    if (texts.length > 0) speak(`${texts.slice(-5).join('. ')}.`);
  }

  private sound(fresh: readonly Line[], live: Live, chats: number): void {
    if (fresh.some((line) => line.what === 'over')) sound('end');
    else if (live.acting && fresh.some((line) => line.what === 'move')) sound('turn');
    else if (fresh.some((line) => line.what === 'move')) sound('move');
    else if (chats > 0) sound('chat');
  }
}
