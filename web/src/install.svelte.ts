// SPDX-License-Identifier: MIT
// Keeping Takht on this device: the browser's own question, held back until somebody wants it.
import { readKept, writeKept } from './kept';

/* What browsers with such a question hand over. */
type Question = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

const isQuestion = (event: Event): event is Question => 'prompt' in event;

const ANSWER = 'takht.install'; // 'no' once somebody did not want it
type State = { question: Question | undefined; answered: boolean; installed: boolean; asking: boolean };
const state: State = $state({ question: undefined, answered: readKept('local', ANSWER) !== null, installed: false, asking: false });

export function followInstall(): void {
  state.installed = matchMedia('(display-mode: standalone)').matches;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isQuestion(event)) state.question = event;
  });
  addEventListener('appinstalled', () => (state.installed = true));
}

/* Asked once, after the third game that somebody finished. */
const FINISHED = 'takht.finished';
const THIRD = 3;
export function finished(): void {
  const games = Math.min(THIRD + 1, Number(readKept('local', FINISHED) ?? 0) + 1);
  writeKept('local', FINISHED, String(games));
  if (games === THIRD && mayInstall()) state.asking = true;
}
export const asking = (): boolean => state.asking && mayInstall();

/* Browsers of Apple's phones have no question: there it is two taps. */
export const byHand = (): boolean => /iPhone|iPad/.test(navigator.userAgent) && !state.installed;
export const mayInstall = (): boolean => !state.installed && !state.answered && (state.question !== undefined || byHand());

export function notNow(): void {
  state.answered = true;
  writeKept('local', ANSWER, 'no');
}

export async function install(): Promise<void> {
  const { question } = state;
  state.question = undefined;
  if ((await question?.prompt())?.outcome === 'accepted') state.installed = true;
  else notNow();
}
