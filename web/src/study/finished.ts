// SPDX-License-Identifier: MIT
// A finished game for those who study it: its record and what the page knows about it besides.
import { catalogue, Game, type Played } from '$web/engine/engine';
import { either, t } from '$web/i18n';
import { briefNames, seatNames } from '$web/names';
import type { Result, View } from '$web/protocol';
import { patiently, Problem, Refused } from '$web/refused';
import { arrive, refusalText, session } from '$web/session.svelte';
import { here, isHere, pastOf } from '$web/source';
import { stateOf } from '$web/table';
import { sourceFrom } from './source';

export type Finished = { game: string; title: string; names: string[]; brief: string[] /* where there is little room */; me: number; ranks: readonly number[]; result: Result; gone: readonly boolean[] /* who gave up */; record: string; lines: Played[]; end: View };

async function recordOf(id: string): Promise<string> {
  if (isHere(id)) return await (await here()).record(id);
  const answer = await fetch(await pastOf(id).record(), { credentials: 'same-origin' });
  if (!answer.ok) throw new Problem(t('study.unfinished'));
  return await answer.text();
}

/* A game of the server or of this device that is over; otherwise a sentence that says why not. */
export async function finishedGame(id: string): Promise<Finished> {
  try {
    await arrive().catch((why: unknown) => {
      if (!isHere(id)) throw why; // without a network there are still the games of this device
    });
    const { head, present } = stateOf(await patiently(pastOf(id).table), Date.now());
    if (present.result === undefined) throw new Problem(t('study.unfinished'));
    const info = (session.games ?? (await catalogue())).find((one) => one.game === head.game);
    const [names, brief] = [seatNames(present.seats, info), briefNames(present.seats, info)];
    const record = await recordOf(id);
    const game = await Game.open(sourceFrom(record));
    const [lines, end] = [await game.lines(0, -1), await game.view(-1)];
    game.close();
    const me = head.you.seat ?? -1;
    return { game: head.game, title: either(info?.title ?? {}), names, brief, me, ranks: present.result.ranks, result: present.result, gone: present.seats.map((seat) => seat.resigned), record, lines, end };
  } catch (why) {
    throw why instanceof Refused ? new Problem(refusalText(why.refusal)) : why;
  }
}
