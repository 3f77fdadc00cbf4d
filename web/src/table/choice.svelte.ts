// SPDX-License-Identifier: MIT
// What I can do at a table now: the legal moves, a move that waits for a word of confirmation, and a hint.
import type { Stage } from '$web/board';
import type { Advice, Move, Phrase } from '$web/protocol';
import { settings } from '$web/settings.svelte';
import type { Live } from './live.svelte';
import type { Past } from './past.svelte';

const NONE: readonly Move[] = [];

export class Choice {
  asked: string | undefined = $state();
  hint: string | undefined = $state();
  advice: readonly Advice[] = $state.raw([]);
  readonly stage: Stage = $state({ tray: undefined, note: undefined });
  private readonly live: Live;
  private readonly past: Past;

  readonly legal = $derived.by(() => (this.live.acting && !this.past.on && this.live.pending === undefined ? (this.live.present?.legal ?? NONE) : NONE));

  constructor(live: Live, past: Past) {
    [this.live, this.past] = [live, past];
    $effect(() => {
      void live.ply;
      this.asked = undefined;
      this.hint = undefined;
      this.advice = [];
    });
  }

  say = (move: string): Phrase | undefined => this.live.present?.legal?.find((one) => one.move === move)?.say;

  play = (move: string): void => {
    if (!this.legal.some((one) => one.move === move)) return;
    if (settings.confirm && this.asked !== move) this.asked = move;
    else {
      this.asked = undefined;
      this.live.play(move);
    }
  };

  askHint = async (): Promise<void> => {
    if (!this.live.acting || !this.live.head?.hints) return;
    const moves = (await this.live.ask({ t: 'hint', ply: this.live.ply }))?.moves ?? [];
    if (moves[0] === undefined) return;
    this.hint = moves[0].move;
    this.advice = moves;
  };
}
