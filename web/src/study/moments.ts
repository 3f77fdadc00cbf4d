// SPDX-License-Identifier: MIT
// Moments of a game, asked of the engine: the board before a decision, and what the two moves are in words.
import { Game } from '$web/engine/engine';
import type { Phrase, View } from '$web/protocol';
import { sourceFrom } from './source';

export type Moment = { view: View; made: Phrase | undefined; best: Phrase | undefined };

/* Before the decision `n` (from 1), as the seat that had to decide saw it. */
export async function momentOf(record: string, n: number, seat: number, made: string, best: string): Promise<Moment> {
  const game = await Game.open(sourceFrom(record));
  try {
    const { length } = await game.standing();
    await game.back(length - (n - 1));
    const say = async (move: string) => {
      const told = await game.preview(move);
      return 'say' in told ? told.say : undefined;
    };
    return { view: await game.view(seat), made: await say(made), best: await say(best) };
  } finally {
    game.close();
  }
}
