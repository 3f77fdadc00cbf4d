// SPDX-License-Identifier: MIT
// Every refusal speaks: whoever clicks what cannot be done now is told why, beside the thing, in the words of the rules.
import type { More } from '$web/board';
import { t } from '$web/i18n';
import { phraseText } from '$web/phrases';
import { Lost, Refused } from '$web/refused';
import { refusalText, speak, tellError } from '$web/session.svelte';
import type { Live } from './live.svelte';
import type { Loaded } from './loaded.svelte';
import type { Past } from './past.svelte';

/* A sentence beside a thing; `cause` is what is in the way, and stays in sight like the thing itself. */
export type Answer = { thing: Element; cause?: Element | undefined; text: string; clause?: string; more?: More | undefined };

const withMore = (text: string, more: More | undefined) => (more?.said === undefined ? text : `${text} ${more.said}`);

export class Why {
  answer: Answer | undefined = $state.raw();

  constructor(
    private readonly live: Live,
    private readonly loaded: Loaded,
    private readonly past: Past,
  ) {
    $effect(() => {
      void live.ply;
      this.close();
    });
  }

  /* Why can this move not be made? The thing is what was clicked. */
  ask = async (move: string, thing: Element, cause?: Element, more?: More): Promise<void> => {
    const reason = this.notNow();
    if (reason !== undefined) return this.say({ thing, text: reason });
    try {
      await this.live.preview(move);
    } catch (why) {
      if (why instanceof Refused) this.say({ thing, cause, more, text: withMore(refusalText(why.refusal), more), ...(why.refusal.clause && { clause: why.refusal.clause }) });
      else if (!(why instanceof Lost)) tellError(why);
    }
  };

  close = (): void => {
    this.answer = undefined;
  };

  private say(answer: Answer): void {
    this.answer = answer;
    speak(answer.text);
  }

  /* What stands in the way before any rule does. */
  private notNow(): string | undefined {
    const { live, past, loaded } = this;
    if (past.on) return t('why.past');
    if (live.over) return t('why.over');
    if (live.me < 0) return t('why.watching');
    if (live.seat?.away) return t('away.you');
    const view = live.present?.view;
    return view && view.actor !== live.me ? phraseText(view.prompt, loaded.speaker) : undefined;
  }
}
