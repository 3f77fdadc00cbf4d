// SPDX-License-Identifier: MIT
// The socket: hello first, watched tables after every return, back-off, nothing sent twice.
import { expect, test } from 'vitest';
import { Lost, Refused } from '$web/refused';
import { Socket, type World } from '$web/socket';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { t: string; n: number; [key: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event?: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { t: string; n: number });
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  answer(t: string, more: Record<string, unknown> = {}) {
    const asked = this.sent.findLast((one) => one.t === t);
    this.hear({ t: 'reply', n: asked?.n, ok: true, ...more });
  }
  fall(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function begin() {
  FakeSocket.all = [];
  const timers: { ms: number; then: () => void; off: boolean }[] = [];
  const states: string[] = [];
  const outs: string[] = [];
  const announced: string[] = [];
  const around: World = {
    open: () => new FakeSocket() as unknown as WebSocket,
    later: (ms, then) => {
      const timer = { ms, then, off: false };
      timers.push(timer);
      return () => (timer.off = true);
    },
    random: () => 0.5,
  };
  const socket = new Socket('ws://x/ws', { change: (state) => states.push(state), out: () => outs.push('out'), announce: (text) => announced.push(text) }, around);
  const last = () => FakeSocket.all.at(-1) as FakeSocket;
  const greet = async () => {
    last().open();
    last().answer('hello', { user: { id: 'u', name: 'Mina', guest: true, has_password: false }, now: 0 });
    await Promise.resolve();
  };
  const waitFor = (ms: number) => timers.findLast((timer) => !timer.off && timer.ms === ms)?.then();
  return { socket, states, outs, announced, last, greet, timers, waitFor };
}

const follower = (since: number | undefined, heard: unknown[] = []) => ({
  since: () => since,
  message: (message: unknown) => void heard.push(message),
  missing: (refusal: unknown) => void heard.push(refusal),
});

test('hello comes first, then what is watched', async () => {
  const { socket, last, greet, states } = begin();
  socket.follow('T', follower(undefined));
  await expect(socket.request({ t: 'ping' })).rejects.toBeInstanceOf(Lost);
  await greet();
  expect(last().sent.map((one) => one.t)).toEqual(['hello', 'watch']);
  expect(last().sent[1]).not.toHaveProperty('since');
  expect(states).toEqual(['connecting', 'open']);
});

test('after a loss it comes back and catches up from the last event seen', async () => {
  const { socket, last, greet, timers, waitFor } = begin();
  socket.follow('T', follower(31));
  await greet();
  last().fall();
  expect(timers.at(-1)?.ms).toBe(400);
  waitFor(400);
  last().fall();
  expect(timers.at(-1)?.ms).toBe(800);
  waitFor(800);
  await greet();
  expect(last().sent[1]).toMatchObject({ t: 'watch', table: 'T', since: 31 });
  last().fall();
  expect(timers.at(-1)?.ms).toBe(400); // it had worked, so the patience is fresh
});

test('the wait grows, but not without end', async () => {
  const { socket, last, greet, timers } = begin();
  socket.connect();
  await greet();
  for (let i = 0; i < 12; i++) {
    last().fall();
    timers.at(-1)?.then();
  }
  last().fall();
  expect(timers.at(-1)?.ms).toBe(15_000);
});

test('a request that was not answered before the loss fails, and is not sent again', async () => {
  const { socket, last, greet, waitFor } = begin();
  socket.connect();
  await greet();
  const asked = socket.request({ t: 'chat', table: 'T', text: 'hi' });
  last().fall();
  await expect(asked).rejects.toBeInstanceOf(Lost);
  waitFor(400);
  await greet();
  expect(last().sent.map((one) => one.t)).toEqual(['hello']);
});

test('refusals come as refusals, a table that is not there too', async () => {
  const { socket, last, greet } = begin();
  const heard: unknown[] = [];
  socket.follow('T', follower(undefined, heard));
  await greet();
  const watch = last().sent[1];
  last().hear({ t: 'reply', n: watch?.n, ok: false, error: { code: 'not_found', words: {} } });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(heard).toEqual([{ code: 'not_found', words: {} }]);
  const asked = socket.request({ t: 'undo', table: 'T', ply: 1 });
  last().hear({ t: 'reply', n: last().sent.at(-1)?.n, ok: false, error: { code: 'not_now', words: {} } });
  await expect(asked).rejects.toBeInstanceOf(Refused);
});

test('a connection that no longer answers is given up', async () => {
  const { socket, last, greet, waitFor, states } = begin();
  socket.connect();
  await greet();
  waitFor(20_000);
  expect(last().sent.at(-1)?.t).toBe('ping');
  waitFor(8_000);
  expect(states.at(-1)).toBe('waiting');
  waitFor(400);
  expect(FakeSocket.all).toHaveLength(2);
});

test('messages go to those who follow the table, and to nobody else', async () => {
  const { socket, last, greet } = begin();
  const [a, b]: [unknown[], unknown[]] = [[], []];
  const stop = socket.follow('A', follower(0, a));
  socket.follow('B', follower(0, b));
  await greet();
  last().hear({ t: 'people', table: 'A', online: [], watchers: 2 });
  stop();
  last().hear({ t: 'people', table: 'A', online: [], watchers: 3 });
  expect(a).toHaveLength(1);
  expect(b).toHaveLength(0);
  expect(last().sent.at(-1)).toMatchObject({ t: 'unwatch', table: 'A' });
});

test('a socket that the server closes because the cookie is void says so once, others do not', async () => {
  const { socket, last, greet, outs } = begin();
  socket.connect();
  await greet();
  last().fall();
  expect(outs).toEqual([]);
  socket.hurry();
  await greet();
  last().fall(1008);
  expect(outs).toEqual(['out']);
});

test('who touches the page while it waits is connected at once, and costs nothing while it is', async () => {
  const { socket, last, greet } = begin();
  socket.connect();
  await greet();
  const sent = last().sent.length;
  socket.knock();
  expect(last().sent).toHaveLength(sent);
  const lost = last();
  lost.fall();
  socket.knock();
  expect(last()).not.toBe(lost);
  await greet();
});

test('after such an end it does not run against the same door: it waits until it knows who it is', async () => {
  const { socket, last, greet, timers } = begin();
  socket.connect();
  await greet();
  last().fall(1008);
  expect(timers.at(-1)?.ms).toBe(3200);
  socket.restart(); // somebody else now
  await greet();
  last().fall(1001);
  expect(timers.at(-1)?.ms).toBe(400);
});

test('announcements of the host are heard whatever is followed', async () => {
  const { socket, last, greet, announced } = begin();
  socket.connect();
  await greet();
  last().hear({ t: 'announce', text: 'The server restarts at midnight.' });
  expect(announced).toEqual(['The server restarts at midnight.']);
});

const refuse = async (socket: FakeSocket, error: object, n = socket.sent.at(-1)?.n) => {
  socket.hear({ t: 'reply', n, ok: false, error: { words: {}, ...error } });
  await new Promise((resolve) => setTimeout(resolve, 0));
};

test('a table that is too busy to be watched is asked for again, when the server says, and not for ever', async () => {
  const { socket, last, greet, timers } = begin();
  const heard: unknown[] = [];
  socket.follow('T', follower(undefined, heard));
  await greet();
  const watches = () => last().sent.filter((one) => one.t === 'watch').length;
  await refuse(last(), { code: 'too_many', retry_ms: 7000 });
  expect(timers.at(-1)?.ms).toBe(7000 * 1.125);
  expect([watches(), heard.length]).toEqual([1, 0]);
  for (let i = 0; i < 6; i++) {
    timers.at(-1)?.then();
    await refuse(last(), { code: 'busy' });
  }
  expect(watches()).toBe(7);
  expect(heard).toMatchObject([{ code: 'busy' }]); // then it is told
});

test('a table with too many watchers is not asked for again by itself', async () => {
  const { socket, last, greet, timers } = begin();
  const heard: unknown[] = [];
  socket.follow('T', follower(undefined, heard));
  await greet();
  const before = timers.length;
  await refuse(last(), { code: 'full' });
  expect(heard).toMatchObject([{ code: 'full' }]);
  expect(timers).toHaveLength(before);
});

test('a message that came too fast has no number: nothing waits for its answer for ever', async () => {
  const { socket, last, greet } = begin();
  socket.connect();
  await greet();
  const asked = socket.request({ t: 'chat', table: 'T', text: 'hi' });
  void refuse(last(), { code: 'too_many', retry_ms: 50 }, 0);
  await expect(asked).rejects.toMatchObject({ refusal: { code: 'too_many' } });
});
