// SPDX-License-Identifier: MIT
// One table as this viewer sees it. The only place that talks to the socket for a table. What arrives
// replaces the whole view; nothing is ever patched.
import { adopt } from './adopt';
import { Lost, patiently, Refused } from './refused';
import type { Channel, Pass } from './source';
import type {
  Gap,
  Head,
  Line,
  LogPage,
  People,
  Present,
  Refusal,
  ReplyTo,
  Snapshot,
  TableEvent,
  TableMessage,
  TableRequest,
} from './protocol';

export type TableState = {
  readonly seq: number;
  readonly head: Head;
  readonly present: TablePresent;
  readonly people: People;
  readonly lines: readonly Line[]; // all since number `from`; older ones can be asked for
  readonly from: number;
  readonly ahead: number; // so many thoughts of bots are before the one of this table
  readonly fresh: readonly Line[]; // the lines that came with the last message, empty after a snapshot
  readonly received: number; // our time at which the clocks were right
};

/* At a table of this device it may have to change hands. */
export type TablePresent = Present & { pass?: Pass };

function presentOf(message: TablePresent): TablePresent {
  const { status, frozen, ply, offer, seats, clock, view, legal, undo, partners, result, next, next_key, pass } = message;
  return {
    status,
    frozen,
    ply,
    offer,
    seats,
    clock,
    ...(view && { view }),
    ...(legal && { legal }),
    ...(undo !== undefined && { undo }),
    ...(partners !== undefined && { partners }),
    ...(result && { result }),
    ...(next !== undefined && { next }),
    ...(next_key !== undefined && { next_key }),
    ...(pass && { pass }),
  };
}

/* The board itself is another one with every message; what lies on it, and who sits there, often is not. */
function heard(before: TablePresent, message: TablePresent): TablePresent {
  const now = presentOf(message);
  adopt(before.view?.board, now.view?.board);
  return adopt(before.seats, now.seats) ? { ...now, seats: before.seats } : now;
}

const peopleOf = ({ online, watchers }: People): People => ({ online, watchers });

export function stateOf(message: Snapshot, received: number): TableState {
  const { table, game, players, options, created, commit, you, hints, offline } = message;
  return {
    seq: message.seq,
    head: { table, game, players, options, public: message.public, hints, created, commit, you, ...(offline && { offline }) },
    present: presentOf(message),
    people: peopleOf(message),
    lines: message.log,
    from: message.log_from,
    ahead: message.ahead,
    fresh: [],
    received,
  };
}

/* A snapshot has the newest lines alone. Older ones that were read already stay, if none is missing between them
 * and if they were read by somebody of the same kind: what players say is not for watchers. */
function afterSnapshot(state: TableState | undefined, message: Snapshot, received: number): TableState {
  const next = stateOf(message, received);
  const joins = state !== undefined && state.from < next.from && state.seq + 1 >= next.from;
  if (!joins || state.head.you.seat >= 0 !== next.head.you.seat >= 0) return next;
  return { ...next, from: state.from, lines: [...state.lines.filter((line) => line.seq < next.from), ...next.lines] };
}

/* Older lines of the log, in front of those that are known. */
export function withOlder(state: TableState, page: LogPage): TableState {
  if (page.log_from >= state.from) return state;
  const older = page.lines.filter((line) => line.seq < state.from);
  return { ...state, from: page.log_from, lines: [...older, ...state.lines], fresh: [] };
}

function afterEvent(state: TableState, event: TableEvent, received: number): TableState {
  const told = event.status === undefined ? undefined : heard(state.present, event);
  return {
    ...state,
    seq: event.seq,
    present: told ?? state.present,
    received: told ? received : state.received,
    lines: [...state.lines, event.line],
    fresh: [event.line],
  };
}

function afterGap(state: TableState, gap: Gap, received: number): TableState {
  return {
    ...state,
    seq: gap.seq,
    present: heard(state.present, gap),
    people: peopleOf(gap),
    ahead: gap.ahead,
    received,
    lines: [...state.lines, ...gap.lines],
    fresh: gap.lines,
  };
}

/*
 * What a message makes of the state. 'known': it brings nothing new. 'missed': something came before
 * it that we have not seen, so ask for the gap.
 */
export function fold(
  state: TableState | undefined,
  message: TableMessage,
  received: number,
): TableState | 'known' | 'missed' {
  if (message.t === 'table') return afterSnapshot(state, message, received);
  if (state === undefined) return 'known'; // the snapshot is on its way
  if (message.t === 'people') return { ...state, people: peopleOf(message), fresh: [] };
  if (message.t === 'queue') return message.ahead === state.ahead ? 'known' : { ...state, ahead: message.ahead, fresh: [] };
  if (message.t === 'gap') {
    if (message.since > state.seq) return 'missed';
    const lines = message.lines.filter((line) => line.seq > state.seq);
    return message.seq < state.seq ? 'known' : afterGap(state, { ...message, lines }, received);
  }
  if (message.seq <= state.seq) return 'known';
  if (message.seq > state.seq + 1) return 'missed';
  return afterEvent(state, message, received);
}

/* The log as it stands: moves that were taken back are gone, quiet lines are not for us. */
export function told(lines: readonly Line[]): Line[] {
  let out: Line[] = [];
  for (const line of lines) {
    const to = line.to;
    if (line.what === 'undone' && to !== undefined) out = out.filter((other) => (other.ply ?? 0) <= to);
    if (line.what !== 'quiet') out.push(line);
  }
  return out;
}

/* The last move of every seat that still stands. */
export function lastMoves(lines: readonly Line[], players: number, ply: number): (Line | undefined)[] {
  const last: (Line | undefined)[] = Array.from({ length: players });
  for (const line of lines)
    if (line.what === 'move' && line.seat !== undefined && (line.ply ?? 0) <= ply) last[line.seat] = line;
  return last;
}

/* The moves of every seat's last turn: where a turn has many, the last one alone tells little. */
export function lastTurns(lines: readonly Line[], players: number, ply: number): Line[][] {
  const turns: Line[][] = Array.from({ length: players }, () => []);
  for (const line of lines) {
    if (line.what !== 'move' || line.seat === undefined || (line.ply ?? 0) > ply) continue;
    const moves = turns[line.seat];
    if (moves === undefined) continue;
    if (moves[0]?.turn !== line.turn) moves.length = 0;
    moves.push(line);
  }
  return turns;
}

export type Pending = { ply: number; move: string };

export type TableView = {
  readonly state: TableState | undefined;
  readonly missing: Refusal | undefined;
  readonly pending: Pending | undefined; // a move on its way
  readonly reading: boolean; // older lines are on their way
};

export const UNKNOWN: TableView = { state: undefined, missing: undefined, pending: undefined, reading: false };

type Listener = (view: TableView) => void;

/* A table that is followed. Svelte reads it as a store: `$table`. */
export class Table {
  private view: TableView = UNKNOWN;
  private readonly listeners = new Set<Listener>();
  private readonly stop: () => void;

  constructor(
    private readonly socket: Channel,
    readonly id: string,
    private readonly onrefusal: (refusal: Refusal) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.stop = socket.follow(id, {
      since: () => this.view.state?.seq,
      message: (message) => this.hear(message),
      missing: (missing) => this.unseen(missing),
    });
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    listener(this.view);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.stop();
    this.listeners.clear();
  }

  private set(part: Partial<TableView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener(this.view);
  }

  /* What is known stays on the screen; nothing known is a page of its own. */
  private unseen(refusal: Refusal): void {
    if (this.view.state === undefined) this.set({ missing: refusal });
    else this.onrefusal(refusal);
  }

  private hear(message: TableMessage): void {
    const next = fold(this.view.state, message, this.now());
    if (next === 'missed') this.socket.watch(this.id);
    if (next === 'missed' || next === 'known') return;
    const pending = this.view.pending;
    const settled = pending !== undefined && next.present.ply !== pending.ply;
    this.set({ state: next, missing: undefined, ...(settled && { pending: undefined }) });
    // After a loss we know again where the table stands. A move that it has not seen goes out again.
    if (message.t === 'table' || message.t === 'gap') this.again();
  }

  /* Plays, once: while a move is on its way no other can be sent. */
  play(move: string): void {
    const ply = this.view.state?.present.ply;
    if (ply === undefined || this.view.pending !== undefined) return;
    const pending = { ply, move };
    this.set({ pending });
    this.send(pending);
  }

  private again(): void {
    const { pending, state } = this.view;
    if (pending !== undefined && state?.present.ply === pending.ply) this.send(pending);
  }

  private send(pending: Pending): void {
    this.socket.ask(this.id, { t: 'move', ...pending }).catch((why: unknown) => {
      if (why instanceof Lost || this.view.pending !== pending) return; // again after catching up
      this.set({ pending: undefined });
      if (why instanceof Refused && why.refusal.code !== 'stale') this.onrefusal(why.refusal);
    });
  }

  /* What a move would do, without doing it; refused as the move would be. */
  async preview(move: string): Promise<void> {
    const ply = this.view.state?.present.ply;
    if (ply !== undefined) await this.socket.ask(this.id, { t: 'preview', ply, move });
  }

  /* Anything else that is asked of the table; a refusal is told, and undefined comes back. */
  async ask<T extends TableRequest>(what: T): Promise<ReplyTo<T['t']> | undefined> {
    try {
      return await this.socket.ask(this.id, what);
    } catch (why) {
      this.onrefusal(why instanceof Refused ? why.refusal : { code: 'lost', words: {} });
      return undefined;
    }
  }

  /* The lines before those that are known, a page at a time. */
  async older(): Promise<void> {
    const { state, reading } = this.view;
    if (state === undefined || state.from === 0 || reading) return;
    this.set({ reading: true });
    const page = await this.ask({ t: 'log', before: state.from });
    const now = this.view.state;
    this.set({ reading: false, ...(page && now && { state: withOlder(now, page) }) });
  }

  /* My part in the shuffle. A refusal is told; a loss is for whoever wants to send it again. */
  async share(random: string): Promise<void> {
    try {
      await patiently(() => this.socket.ask(this.id, { t: 'share', random }));
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.onrefusal(why.refusal);
    }
  }

  /* Once more, after the server would not show it. */
  retry(): void {
    this.set({ missing: undefined });
    this.socket.watch(this.id);
  }

  undo(): void {
    const ply = this.view.state?.present.ply;
    if (ply !== undefined) void this.ask({ t: 'undo', ply });
  }
}
