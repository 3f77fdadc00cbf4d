// SPDX-License-Identifier: MIT
// The one WebSocket of the page. It says hello, keeps tables watched, comes back by itself after a loss,
// and never sends anything twice: a request whose answer was lost fails with `Lost`, and whoever made it
// decides after catching up.
import type { Refusal, Reply, ReplyTo, Request, TableMessage, TableRequest, User } from './protocol';
import { Lost, patience, Refused } from './refused';
import { Garbled, messageOf, replyTo } from './wire';

export type Connection = 'connecting' | 'open' | 'waiting';

/* Somebody who follows a table. */
export type Follower = {
  since: () => number | undefined; // the last event seen
  message: (message: TableMessage) => void;
  missing: (refusal: Refusal) => void;
};

/* What the page wants to know of the connection. */
export type Hearing = {
  change: (state: Connection) => void;
  user: (user: User) => void; // who we are, as the server sees it
  out: () => void; // the cookie is void
  announce: (text: string) => void; // from the host, to everybody
};

/* The world around, so that tests can stand in for it. */
export type World = {
  open: (url: string) => WebSocket;
  later: (ms: number, then: () => void) => () => void;
  random: () => number;
};

const world: World = {
  open: (url) => new WebSocket(url),
  later: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
const SIGNED_OUT = 1008; // how the server closes the sockets of a cookie that is void, and of those who send too much
const PATIENCE_AFTER_OUT = 3; // failures that such an end counts for

type Waiting = { resolve: (reply: Reply) => void; reject: (why: Error) => void };

export class Socket {
  private socket: WebSocket | undefined;
  private greeted = false;
  private number = 0;
  private failures = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly followers = new Map<string, Follower>();
  private readonly refusals = new Map<string, number>(); // how often in a row a table was not shown
  private cancel: () => void = () => {};
  private cancelPing: () => void = () => {};
  private wanted = false;
  private state: Connection = 'waiting';

  constructor(
    private readonly url: string,
    private readonly hearing: Partial<Hearing> = {},
    private readonly around: World = world,
  ) {}

  /* Difference between the server's clock and ours, in ms. */
  ahead = 0;

  follow(table: string, follower: Follower): () => void {
    this.followers.set(table, follower);
    if (this.greeted) this.watch(table);
    else this.connect();
    return () => {
      if (this.followers.get(table) !== follower) return;
      this.followers.delete(table);
      if (this.greeted) this.ask(table, { t: 'unwatch' }).catch(() => {});
    };
  }

  /* Asks for what was missed at a table. */
  watch(table: string): void {
    const follower = this.followers.get(table);
    if (follower === undefined || !this.greeted) return;
    const since = follower.since();
    this.ask(table, { t: 'watch', ...(since === undefined ? {} : { since }) }).then(
      () => this.refusals.delete(table),
      (why: unknown) => {
        if (why instanceof Refused) this.unwatched(table, follower, why.refusal);
      },
    );
  }

  /* Where it is only a matter of time, we ask again; what will not change by itself is told. */
  private unwatched(table: string, follower: Follower, refusal: Refusal): void {
    const times = this.refusals.get(table) ?? 0;
    const wait = patience(refusal, times, this.around.random);
    if (wait === undefined) return follower.missing(refusal);
    this.refusals.set(table, times + 1);
    const socket = this.socket;
    this.around.later(wait, () => {
      if (socket === this.socket && this.followers.get(table) === follower) this.watch(table);
    });
  }

  async request<T extends Request>(message: T): Promise<ReplyTo<T['t']>> {
    return replyTo<T['t']>(message.t, await this.send(message));
  }

  /* The same of a table. */
  async ask<T extends TableRequest>(table: string, what: T): Promise<ReplyTo<T['t']>> {
    return replyTo<T['t']>(what.t, await this.send({ ...what, table }));
  }

  private send(message: Request): Promise<Reply> {
    const socket = this.socket;
    if (socket === undefined || socket.readyState !== 1 || (!this.greeted && message.t !== 'hello'))
      return Promise.reject(new Lost());
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      socket.send(JSON.stringify({ ...message, n }));
    });
  }

  /* Tries at once instead of waiting: the network is back, or somebody looks at the page again. */
  hurry(): void {
    if (this.wanted && this.state !== 'waiting' && this.greeted) this.ping();
    else this.knock();
  }

  /* Whoever touches the page while it waits does not wait for the next try: a server that is back is found at once. */
  knock(): void {
    if (this.wanted && this.state === 'waiting') this.connect();
  }

  close(): void {
    this.wanted = false;
    this.cancel();
    this.drop();
    this.turn('waiting');
  }

  /* Another user now: say hello again with the new cookie. */
  restart(): void {
    if (!this.wanted) return;
    this.failures = 0;
    this.drop();
    this.connect();
  }

  connect(): void {
    this.wanted = true;
    if (this.socket !== undefined) return;
    this.cancel();
    this.turn('connecting');
    const socket = this.around.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (socket === this.socket) this.hello();
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket === this.socket && typeof event.data === 'string') this.hear(event.data);
    };
    socket.onclose = (event?: CloseEvent) => {
      if (socket !== this.socket) return;
      const out = event?.code === SIGNED_OUT;
      // Who we are is asked first: the old cookie would only be turned away, again and again.
      if (out) this.failures = Math.max(this.failures, PATIENCE_AFTER_OUT);
      this.lose();
      if (out) this.hearing.out?.();
    };
  }

  private turn(state: Connection): void {
    if (state === this.state) return;
    this.state = state;
    this.hearing.change?.(state);
  }

  private hello(): void {
    this.request({ t: 'hello', v: 1 }).then(
      ({ user, now }) => {
        this.greeted = true;
        this.failures = 0;
        this.ahead = now - Date.now();
        this.hearing.user?.(user);
        this.turn('open');
        for (const table of this.followers.keys()) this.watch(table);
        this.pingLater();
      },
      () => this.socket?.close(),
    );
  }

  private hear(text: string): void {
    const message = messageOf(text);
    if (message === undefined) return;
    if (message instanceof Garbled) this.misheard(message);
    else if (message.t === 'reply') this.answered(message);
    else if (message.t === 'announce') this.hearing.announce?.(message.text);
    else this.followers.get(message.table)?.message(message);
  }

  /* Whoever it was for is told that nothing can be made of it. */
  private misheard({ table, n, refusal }: Garbled): void {
    if (n !== undefined) this.answered({ t: 'reply', n, ok: false, error: refusal });
    else if (table !== undefined) this.followers.get(table)?.missing(refusal);
  }

  private answered(reply: Reply): void {
    // A message that came too fast is refused without being read: which one it was, nobody says.
    const numbers = reply.n === 0 ? [...this.waiting.keys()] : [reply.n];
    for (const n of numbers) {
      const waiting = this.waiting.get(n);
      this.waiting.delete(n);
      if (reply.ok) waiting?.resolve(reply);
      else waiting?.reject(new Refused(reply.error ?? { code: 'busy', words: {} }));
    }
  }

  /* A connection can be dead without anybody having said so: a sleeping laptop, a train in a tunnel. */
  private pingLater(): void {
    this.cancelPing();
    this.cancelPing = this.around.later(PING_EVERY, () => this.ping());
  }

  private ping(): void {
    const socket = this.socket;
    this.cancelPing();
    this.cancelPing = this.around.later(PONG_WITHIN, () => {
      if (socket !== this.socket) return;
      this.drop();
      this.lose();
    });
    this.request({ t: 'ping' }).then(
      () => this.pingLater(),
      () => {},
    );
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = undefined;
    this.greeted = false;
    this.cancelPing();
    socket?.close();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of lost) waiting.reject(new Lost());
  }

  private lose(): void {
    this.drop();
    this.turn('waiting');
    if (!this.wanted) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    // Not all at the same moment: after a restart of the server everybody comes back.
    this.cancel = this.around.later(wait * (0.75 + this.around.random() / 2), () => this.connect());
  }
}
