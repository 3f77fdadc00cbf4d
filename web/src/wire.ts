// SPDX-License-Identifier: MIT
// Where JSON of the server comes in and gets its types: the only place that trusts what it says. Whoever reads a message, an
// answer or a board has it from here, so that a type that is wrong is wrong in protocol.ts alone.
import type { Answers, Refusal, ReplyTo, ServerMessage, View } from './protocol';
import { checked, type Check } from './shape';

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null;

/* A message of the socket; undefined if it is none. */
export function messageOf(text: string): ServerMessage | undefined {
  const json: unknown = JSON.parse(text);
  return isObject(json) && 't' in json ? (json as ServerMessage) : undefined;
}

/* What came back beside `ok`. The server answers the number of a request with what that request asks for. */
export const replyTo = <T>(message: object): ReplyTo<T> => message as ReplyTo<T>;

/* An answer over HTTP, or the refusal in it. */
export async function answerOf<K extends keyof Answers>(response: Response): Promise<Answers[K] | { error: Refusal }> {
  const json: unknown = await response.json().catch(() => undefined);
  if (isObject(json) && 'error' in json) return json as { error: Refusal };
  if (!response.ok || !isObject(json)) return { error: { code: 'busy', words: {} } };
  return json as Answers[K];
}

/* The shapes of boards by game: the view.ts of a game's folder adds its own. */
export interface Boards {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/* Reads the board of a view of these games, by the check in view-types.ts of their folder: nothing is believed without a look. A
   folder that is given the view of another game has a mistake. */
export function boardReader<G extends keyof Boards>(fits: Check<Boards[G]>, ...games: readonly G[]): (view: View) => Boards[G] {
  const look = checked(fits);
  const names: readonly string[] = games;
  return (view) => {
    if (!names.includes(view.game)) throw new Error(`a view of ${view.game} came to ${names.join()}`);
    return look(view.board);
  };
}
