// SPDX-License-Identifier: MIT
// How what the server says is known: a check for every message, reply and answer of protocol.ts. The compiler sees to it that none is
// forgotten. Whatever more there is does not matter: a server may be newer than the page.
import type { Advice, Announcement, Answers, Clock, Device, Gap, Head, Line, LogPage, People, Present, QueueMessage, Refusal, Replies, Reply, Result, Seat, ServerMessage, Snapshot, Summary, TableEvent, User } from './protocol';
import { isLine } from './protocol-rows';
import { anything, boolean, both, either, integer, list, maybe, number, oneOf, only, shape, string, thing, values, type Check } from './shape';
import { isGameInfo, isMove, isPhrase, isRefusal, isSheetLine, isView } from './shapes';

/* --- people and tables --- */

const isUser: Check<User> = shape<User>({ id: string, name: string, guest: boolean, has_password: boolean });
const isDevice: Check<Device> = shape<Device>({ id: string, created: number, seen: number, agent: string, this: boolean });

const isStatus = oneOf('open', 'playing', 'over');
const isSeatKind = oneOf('open', 'friend', 'person', 'bot');
const isSeat: Check<Seat> = shape<Seat>({
  kind: isSeatKind,
  name: string,
  user: maybe(string),
  level: maybe(string),
  style: maybe(string),
  random: maybe(string),
  away: boolean,
  resigned: boolean,
});

type Running = Exclude<Clock, { kind: 'none' }>;
const isClock: Check<Clock> = either(
  shape<{ kind: 'none' }>({ kind: oneOf('none') }),
  shape<Running>({ kind: oneOf('move', 'game', 'days'), base_ms: number, increment_ms: number, now: number, running: integer, left_ms: list(number) }),
);

const isResult: Check<Result> = shape<Result>({
  reason: string,
  ending: maybe(string),
  scores: list(number),
  ranks: list(integer),
  secret: string,
  seed: string,
  sheets: maybe(list(list(isSheetLine))),
});

const isPresent: Check<Present> = shape<Present>({
  status: isStatus,
  frozen: boolean,
  ply: integer,
  offer: integer,
  seats: list(isSeat),
  clock: isClock,
  view: maybe(isView),
  legal: maybe(list(isMove)),
  undo: maybe(boolean),
  partners: maybe(boolean),
  result: maybe(isResult),
  next: maybe(string),
  next_key: maybe(string),
});
const isPeople: Check<People> = shape<People>({ online: list(boolean), watchers: integer });
const isHead: Check<Head> = shape<Head>({
  table: string,
  game: string,
  players: integer,
  options: values(string),
  public: boolean,
  hints: boolean,
  offline: maybe(boolean),
  created: number,
  commit: string,
  you: shape<Head['you']>({ seat: integer, owner: boolean, key: maybe(string), share: maybe(boolean) }),
});

const isSummary: Check<Summary> = shape<Summary>({
  table: string,
  game: string,
  players: integer,
  options: maybe(values(string)),
  status: isStatus,
  seats: list(shape<Summary['seats'][number]>({ kind: isSeatKind, name: string, level: maybe(string) })),
  actor: integer,
  ply: integer,
  you: integer,
  created: number,
  updated: number,
  watchers: integer,
  clock: isClock,
  prompt: maybe(isPhrase),
  offline: maybe(boolean),
  ranks: maybe(list(integer)),
  scores: maybe(list(number)),
  reason: maybe(string),
});

const isLogPage: Check<LogPage> = shape<LogPage>({ lines: list(isLine), log_from: integer });

/* --- messages, by their `t` --- */

const isSnapshot: Check<Snapshot> = both(
  shape<{ t: 'table'; seq: number; log: Line[]; log_from: number; ahead: number }>({ t: oneOf('table'), seq: integer, log: list(isLine), log_from: integer, ahead: integer }),
  both(isHead, both(isPeople, isPresent)),
);
const isEvent: Check<TableEvent> = both(
  shape<{ t: 'event'; table: string; seq: number; line: Line }>({ t: oneOf('event'), table: string, seq: integer, line: isLine }),
  either(isPresent, (value): value is { status?: undefined } => thing(value) && value['status'] === undefined),
);
const isGap: Check<Gap> = both(
  shape<{ t: 'gap'; table: string; since: number; seq: number; lines: Line[]; ahead: number }>({
    ...{ t: oneOf('gap'), table: string, since: integer, seq: integer },
    ...{ lines: list(isLine), ahead: integer },
  }),
  both(isPeople, isPresent),
);
const isReply: Check<Reply> = both(
  shape<{ t: 'reply'; n: number }>({ t: oneOf('reply'), n: integer }),
  either(shape<{ ok: true }>({ ok: only(true) }), shape<{ ok: false; error?: Refusal }>({ ok: only(false), error: maybe(isRefusal) })),
);

export const MESSAGES: { readonly [K in ServerMessage['t']]: Check<Extract<ServerMessage, { t: K }>> } = {
  table: isSnapshot,
  event: isEvent,
  gap: isGap,
  people: both(shape<{ t: 'people'; table: string }>({ t: oneOf('people'), table: string }), isPeople),
  queue: shape<QueueMessage>({ t: oneOf('queue'), table: string, ahead: integer }),
  announce: shape<Announcement>({ t: oneOf('announce'), text: string }),
  reply: isReply,
};

/* --- what comes back beside `ok`, by what was asked --- */

const isAdvice: Check<Advice> = both(isMove, shape<{ win?: number }>({ win: maybe(number) }));

export const REPLIES: { readonly [K in keyof Replies]: Check<Replies[K]> } = {
  ...{ ping: thing, watch: thing, unwatch: thing, sample: thing, preview: thing, sit: thing, stand: thing, bot: thing, share: thing },
  ...{ start: thing, move: thing, undo: thing, resign: thing, offer: thing, answer: thing, away: thing, back: thing, chat: thing, take: thing },
  hello: shape<Replies['hello']>({ user: isUser, now: number }),
  log: isLogPage,
  hint: shape<Replies['hint']>({ moves: list(isAdvice) }),
  rematch: shape<Replies['rematch']>({ next: string, next_key: maybe(string) }),
};

/* --- answers over HTTP --- */

export const ANSWERS: { readonly [K in keyof Answers]: Check<Answers[K]> } = {
  user: shape<Answers['user']>({ user: isUser }),
  done: thing,
  games: shape<Answers['games']>({ games: list(isGameInfo), levels: list(string) }),
  tables: shape<Answers['tables']>({ tables: list(isSummary) }),
  created: shape<Answers['created']>({ table: string, key: string, commit: string }),
  table: isSnapshot,
  view: shape<Answers['view']>({ ply: integer, view: isView }),
  log: isLogPage,
  sessions: shape<Answers['sessions']>({ sessions: list(isDevice) }),
  export: shape<Answers['export']>({ tables: list(anything), next: maybe(string) }),
};
