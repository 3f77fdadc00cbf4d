// SPDX-License-Identifier: MIT
// Whoever tries what cannot be done on a board that is studied is told why, beside the thing: the engine of the page knows the rules.
import type { More } from '$web/board';
import type { Preview } from '$web/engine/engine';
import { refusalText, speak } from '$web/session.svelte';
import type { Answer } from '$web/table/why.svelte';

export class Explain {
  answer: Answer | undefined = $state.raw();

  constructor(private readonly preview: (move: string) => Promise<Preview> | undefined) {}

  ask = async (move: string, thing: Element, cause?: Element, more?: More): Promise<void> => {
    const told = await this.preview(move)?.catch(() => undefined);
    if (told === undefined || !('refused' in told)) return;
    const { refused } = told;
    const text = [refusalText(refused), more?.said].filter((one) => one !== undefined).join(' ');
    this.answer = { thing, cause, more, text, ...(refused.clause && { clause: refused.clause }) };
    speak(text);
  };

  close = (): void => {
    this.answer = undefined;
  };
}
