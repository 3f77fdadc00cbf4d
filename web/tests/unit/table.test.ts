// SPDX-License-Identifier: MIT
// A table from its messages: nothing is missed, nothing counts twice, the view is replaced whole.
import { expect, test } from 'vitest';
import { fold, lastMoves, stateOf, Table, told, withOlder, type TableState, type TableView } from '$web/table';
import { Lost, Refused } from '$web/refused';
import type { Follower, Socket } from '$web/socket';
import type { Gap, Line, Refusal, Reply, Snapshot, TableEvent, View } from '$web/protocol';

const view = (turn: number): View => ({ game: 'x', players: 2, options: {}, seat: 0, actor: 0, turn, prompt: { key: 'p' }, scores: [0, 0], board: { turn } });
const present = (ply: number) => ({ status: 'playing' as const, frozen: false, ply, offer: 0, seats: [], clock: { kind: 'none' as const }, view: view(ply), undo: false });
const line = (seq: number, more: Partial<Line> = {}): Line => ({ seq, at: 0, what: 'move', seat: seq % 2, ply: seq, ...more });
const head = { table: 'T', game: 'x', players: 2, options: {}, public: false, hints: true, created: 0, commit: '', you: { seat: 0, owner: true } };

const lines = (from: number, to: number): Line[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => line(from + i));
const snapshot = (seq: number, from = 0): Snapshot => ({ t: 'table', seq, log: lines(Math.max(1, from), seq), log_from: from, ahead: 0, ...head, ...present(seq), online: [true, true], watchers: 0 });
const event = (seq: number): TableEvent => ({ t: 'event', table: 'T', seq, line: line(seq), ...present(seq) });
const gap = (since: number, seq: number): Gap => ({ t: 'gap', table: 'T', since, seq, lines: Array.from({ length: seq - since }, (_, i) => line(since + i + 1)), online: [true, false], watchers: 1, ahead: 0, ...present(seq) });

const at = (seq: number): TableState => stateOf(snapshot(seq), 0);

test('events follow one another', () => {
  const next = fold(at(3), event(4), 7) as TableState;
  expect(next.seq).toBe(4);
  expect(next.present.view).toEqual(view(4));
  expect(next.lines).toHaveLength(4);
  expect(next.fresh).toEqual([line(4)]);
});

test('an event that is known already changes nothing; one too far ahead asks for the gap', () => {
  expect(fold(at(3), event(3), 0)).toBe('known');
  expect(fold(at(3), event(5), 0)).toBe('missed');
  expect(fold(undefined, event(5), 0)).toBe('known');
});

test('a gap brings what was missed, once', () => {
  const next = fold(at(3), gap(2, 6), 0) as TableState;
  expect(next.lines.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(next.people).toEqual({ online: [true, false], watchers: 1 });
  expect(fold(at(3), gap(4, 6), 0)).toBe('missed');
});

test('what an event leaves out is gone: a legal list is never an old one', () => {
  const mine = { ...at(3), present: { ...present(3), legal: [{ move: 'take wug' }] } };
  const next = fold(mine, event(4), 0) as TableState;
  expect(next.present.legal).toBeUndefined();
});

test('talk leaves the table as it is', () => {
  const chat: TableEvent = { t: 'event', table: 'T', seq: 4, line: { seq: 4, at: 0, what: 'chat', text: 'hi' } };
  const next = fold(at(3), chat, 9) as TableState;
  expect(next.present).toEqual(at(3).present);
  expect(next.received).toBe(0);
});

test('moves that were taken back are not told, and not the last ones', () => {
  const lines = [line(1, { ply: 1, seat: 0 }), line(2, { ply: 2, seat: 1 }), line(3, { what: 'undone', seat: 1, to: 1 }), line(4, { what: 'quiet' })];
  delete lines[2]!.ply;
  expect(told(lines).map((one) => one.seq)).toEqual([1, 3]);
  expect(lastMoves(told(lines), 2, 5)).toEqual([lines[0], undefined]);
});

test('older lines go in front of those that are known, once', () => {
  const known = stateOf(snapshot(700, 401), 0);
  const more = withOlder(known, { lines: lines(101, 400), log_from: 101 });
  expect(more.from).toBe(101);
  expect(more.lines.map((one) => one.seq)).toEqual(lines(101, 700).map((one) => one.seq));
  expect(more.fresh).toEqual([]);
  expect(withOlder(more, { lines: lines(101, 400), log_from: 101 })).toBe(more); // asked twice
  const overlapping = withOlder(known, { lines: lines(300, 450), log_from: 300 });
  expect(overlapping.lines.map((one) => one.seq)).toEqual(lines(300, 700).map((one) => one.seq));
});

test('a snapshot does not forget what was read before, unless something is missing between', () => {
  const read = withOlder(stateOf(snapshot(700, 401), 0), { lines: lines(101, 400), log_from: 101 });
  const next = fold(read, snapshot(760, 461), 0) as TableState;
  expect([next.from, next.seq]).toEqual([101, 760]);
  expect(next.lines.map((one) => one.seq)).toEqual(lines(101, 760).map((one) => one.seq));
  const torn = fold(read, snapshot(1200, 901), 0) as TableState;
  expect([torn.from, torn.lines.length]).toEqual([901, 300]);
});

test('who sat down or stood up reads another log: what watchers said is not for players', () => {
  const watcher = { ...snapshot(700, 401), you: { seat: -1, owner: false } };
  const read = withOlder(stateOf(watcher, 0), { lines: lines(101, 400), log_from: 101 });
  expect((fold(read, snapshot(702, 403), 0) as TableState).from).toBe(403);
});

test('the queue is told as it is, and forgotten when something was missed', () => {
  const queue = (ahead: number) => ({ t: 'queue' as const, table: 'T', ahead });
  expect(fold(undefined, queue(2), 0)).toBe('known');
  const waits = fold(at(3), queue(2), 0) as TableState;
  expect([waits.ahead, waits.seq, waits.fresh]).toEqual([2, 3, []]);
  expect(fold(waits, queue(2), 0)).toBe('known');
  expect((fold(waits, event(4), 0) as TableState).ahead).toBe(2);
  expect((fold(waits, gap(3, 4), 0) as TableState).ahead).toBe(0);
  expect((fold(waits, { ...gap(3, 4), ahead: 2 }, 0) as TableState).ahead).toBe(2);
  expect((fold(waits, { ...snapshot(4), ahead: 5 }, 0) as TableState).ahead).toBe(5);
});

/* A socket that answers when it is told to. */
class Fake {
  follower: Follower | undefined;
  sent: Record<string, unknown>[] = [];
  answer: (() => Promise<Reply>) | undefined;
  watched = 0;
  follow(_table: string, follower: Follower) {
    this.follower = follower;
    return () => {};
  }
  watch() {
    this.watched++;
  }
  ask(table: string, what: Record<string, unknown>): Promise<Reply> {
    this.sent.push({ ...what, table });
    return this.answer?.() ?? new Promise(() => {});
  }
}

function sit() {
  const socket = new Fake();
  const table = new Table(socket as unknown as Socket, 'T', () => {}, () => 0);
  let now: TableView | undefined;
  table.subscribe((one) => (now = one));
  socket.follower?.message(snapshot(3));
  return { socket, table, now: () => now };
}

test('a move is sent once, however often one clicks', () => {
  const { socket, table, now } = sit();
  table.play('take wug');
  table.play('take wug');
  table.play('take urk');
  expect(socket.sent).toEqual([{ t: 'move', table: 'T', ply: 3, move: 'take wug' }]);
  expect(now()?.pending).toEqual({ ply: 3, move: 'take wug' });
  socket.follower?.message(event(4));
  expect(now()?.pending).toBeUndefined();
});

test('a move whose answer was lost goes out again only if the table has not seen it', async () => {
  const { socket, table, now } = sit();
  socket.answer = () => Promise.reject(new Lost());
  table.play('take wug');
  await Promise.resolve();
  expect(now()?.pending).toBeDefined();
  socket.answer = undefined;
  socket.follower?.message(gap(3, 3)); // back again, and nothing has happened
  expect(socket.sent).toHaveLength(2);
  socket.follower?.message(gap(3, 4)); // it has arrived
  expect(now()?.pending).toBeUndefined();
  socket.follower?.message(snapshot(4));
  expect(socket.sent).toHaveLength(2);
});

test('a refused move is over and done with, and its refusal is told', async () => {
  const socket = new Fake();
  const told: Refusal[] = [];
  const table = new Table(socket as unknown as Socket, 'T', (refusal) => told.push(refusal), () => 0);
  let now: TableView | undefined;
  table.subscribe((one) => (now = one));
  socket.follower?.message(snapshot(3));
  socket.answer = () => Promise.reject(new Refused({ code: 'refused', words: {}, clause: 'SP-4.1' }));
  table.play('take www');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(now?.pending).toBeUndefined();
  expect(told).toHaveLength(1);
});

test('a hole in the numbers makes the table ask again', () => {
  const { socket } = sit();
  socket.follower?.message(event(6));
  expect(socket.watched).toBe(1);
});

test('older lines are asked for one page at a time, until there are none', async () => {
  const { socket, table, now } = sit();
  await table.older();
  expect(socket.sent).toEqual([]); // all are there
  socket.follower?.message(snapshot(500, 201));
  const answers: ((reply: object) => void)[] = [];
  socket.answer = () => new Promise((resolve) => answers.push(resolve as (reply: object) => void));
  const reading = table.older();
  void table.older();
  expect(socket.sent).toEqual([{ t: 'log', table: 'T', before: 201 }]);
  expect(now()?.reading).toBe(true);
  socket.follower?.message(event(501)); // the game goes on meanwhile
  answers[0]?.({ lines: lines(1, 200), log_from: 0 });
  await reading;
  expect([now()?.reading, now()?.state?.from, now()?.state?.lines.length]).toEqual([false, 0, 501]);
  await table.older();
  expect(socket.sent).toHaveLength(1);
});

test('a refusal to show older lines is told, and one may ask again', async () => {
  const socket = new Fake();
  const told: Refusal[] = [];
  const table = new Table(socket as unknown as Socket, 'T', (refusal) => told.push(refusal), () => 0);
  let now: TableView | undefined;
  table.subscribe((one) => (now = one));
  socket.follower?.message(snapshot(500, 201));
  socket.answer = () => Promise.reject(new Refused({ code: 'too_many', words: {}, retry_ms: 3000 }));
  await table.older();
  expect([told.length, now?.reading, now?.state?.from]).toEqual([1, false, 201]);
  await table.older();
  expect(socket.sent).toHaveLength(2);
});

test('a table that is not shown is missing; one that is known stays', () => {
  const socket = new Fake();
  const told: Refusal[] = [];
  const table = new Table(socket as unknown as Socket, 'T', (refusal) => told.push(refusal), () => 0);
  let now: TableView | undefined;
  table.subscribe((one) => (now = one));
  socket.follower?.missing({ code: 'full', words: {} });
  expect(now?.missing?.code).toBe('full');
  table.retry();
  expect([now?.missing, socket.watched]).toEqual([undefined, 1]);
  socket.follower?.message(snapshot(3));
  socket.follower?.missing({ code: 'full', words: {} });
  expect([now?.missing, now?.state?.seq, told.length]).toEqual([undefined, 3, 1]);
});
