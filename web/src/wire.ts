// SPDX-License-Identifier: MIT
// Where JSON of the server comes in: whoever reads a message, an answer or a board has it from here, looked at by the checks of
// checks.ts. What has not the shape that protocol.ts describes is refused in a sentence; it gets no further.
import { ANSWERS, MESSAGES, REPLIES } from './checks';
import type { Answers, Refusal, Replies, ServerMessage, View } from './protocol';
import { LINE_KINDS } from './protocol-rows';
import { Refused } from './refused';
import { checked, integer, string, thing, type Check } from './shape';
import { isRefusal } from './shapes';

/* Server and page do not understand each other: one of them is older than the other thinks. */
const garbled: Refusal = { code: 'garbled', words: {} };

/* A message of a kind that is known, but not of its shape: as much of it as tells whom it was for. */
export class Garbled extends Refused {
  constructor(
    readonly table?: string,
    readonly n?: number,
  ) {
    super(garbled);
  }
}

const kinds: readonly string[] = LINE_KINDS;

/* Lines of a kind that is new to the page are none for it, as those that are not for its ears. */
function hush(lines: unknown): void {
  for (const line of Array.isArray(lines) ? lines : [lines])
    if (thing(line) && string(line['what']) && !kinds.includes(line['what'])) line['what'] = 'quiet';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isKind = (t: unknown): t is ServerMessage['t'] => string(t) && Object.hasOwn(MESSAGES, t);

/* A message of the socket; undefined if it is none that the page knows. */
export function messageOf(text: string): ServerMessage | Garbled | undefined {
  const json = jsonOf(text);
  if (!thing(json) || !isKind(json['t'])) return undefined;
  hush(json['line']);
  hush(json['lines']);
  hush(json['log']);
  const fits: Check<ServerMessage> = MESSAGES[json['t']];
  if (fits(json)) return json;
  const { table, n } = json;
  return new Garbled(string(table) ? table : undefined, integer(n) ? n : undefined);
}

/* What came back beside `ok`. */
export function replyTo<K extends keyof Replies>(asked: K, message: unknown): Replies[K] {
  const fits: Check<Replies[K]> = REPLIES[asked];
  if (thing(message)) hush(message['lines']);
  if (fits(message)) return message;
  throw new Refused(garbled);
}

/* An answer over HTTP, or the refusal in it. */
export async function answerOf<K extends keyof Answers>(asked: K, response: Response): Promise<Answers[K]> {
  const json: unknown = await response.json().catch(() => undefined);
  const fits: Check<Answers[K]> = ANSWERS[asked];
  if (thing(json) && isRefusal(json['error'])) throw new Refused(json['error']);
  if (!response.ok || json === undefined) throw new Refused({ code: 'busy', words: {} });
  if (thing(json)) {
    hush(json['lines']);
    hush(json['log']);
  }
  if (fits(json)) return json;
  throw new Refused(garbled);
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
