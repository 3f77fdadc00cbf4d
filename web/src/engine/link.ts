// SPDX-License-Identifier: MIT
// A worker as those outside see it: typed questions, answers as promises. To stop something that is under way the worker is ended:
// nothing else reaches it while it counts.
import { t } from '$web/i18n';
import { Broken, Problem } from '$web/refused';
import { isAnswer } from './answers';
import type { Answer, Args, Asked, Call, Told } from './desk';

/* What is needed of a Worker; tests have one without a thread. */
export type Hand = {
  postMessage: (message: Asked) => void;
  terminate: () => void;
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/* Somebody did not want to know any more. */
export const stopped = (): DOMException => new DOMException('it was stopped', 'AbortError');
export const isStopped = (why: unknown): boolean => why instanceof DOMException && why.name === 'AbortError';

function understood<K extends Call>(call: K, value: unknown): Answer<K> {
  if (isAnswer(call, value)) return value;
  throw new Problem(t('engine.answer', { what: call }));
}

type Waiting = { resolve: (value: unknown) => void; reject: (why: Error) => void; progress?: ((done: number, all: number) => void) | undefined };

export class Link {
  private readonly waiting = new Map<number, Waiting>();
  private readonly ready: Promise<unknown>;
  private number = 0;
  private answered = false;
  private ended: Error | undefined; // why

  constructor(
    private readonly hand: Hand,
    module: Promise<WebAssembly.Module>,
  ) {
    hand.onmessage = ({ data }) => this.hear(data);
    hand.onerror = () => this.end(new Broken(t(this.answered ? 'engine.broken' : 'engine.missing')));
    this.ready = module
      .catch(() => Promise.reject(new Broken(t('engine.missing'))))
      .then((compiled) => this.send((n) => ({ n, module: compiled })));
    this.ready.catch((why: unknown) => this.end(why instanceof Error ? why : stopped()));
  }

  get over(): boolean {
    return this.ended !== undefined;
  }

  async ask<K extends Call>(call: K, ...args: Args<K>): Promise<Answer<K>> {
    await this.ready;
    return understood(call, await this.send((n) => ({ n, call, args })));
  }

  /* The same for what takes long: it can be stopped, and tells how far it is. */
  async work<K extends Call>(call: K, args: Args<K>, signal?: AbortSignal, progress?: (done: number, all: number) => void): Promise<Answer<K>> {
    const stop = () => this.end(stopped());
    if (signal?.aborted) throw stopped();
    signal?.addEventListener('abort', stop);
    try {
      await this.ready;
      return understood(call, await this.send((n) => ({ n, call, args }), progress));
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  end(why: Error = stopped()): void {
    this.ended ??= why;
    this.hand.terminate();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of lost) one.reject(why);
  }

  private send(asked: (n: number) => Asked, progress?: (done: number, all: number) => void): Promise<unknown> {
    if (this.ended) return Promise.reject(this.ended);
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject, progress });
      this.hand.postMessage(asked(n));
    });
  }

  private hear(told: Told): void {
    const waiting = this.waiting.get(told.n);
    this.answered = true;
    if ('done' in told) return waiting?.progress?.(told.done, told.all);
    this.waiting.delete(told.n);
    if ('problem' in told) waiting?.reject(new Problem(told.problem));
    else waiting?.resolve(told.value);
  }
}
