// SPDX-License-Identifier: MIT
// One table on this device. It is the sum of what happened there, and tells about it as a server's table does: the same snapshot,
// the same events, the same refusals. Whoever holds the device sees what their seat may see, and nothing else.
import { Game, isStopped, think, type Played, type Source } from '$web/engine/engine';
import type { Line, Present, Refusal, Replies, Result, Snapshot, TableEvent, TableMessage, TableRequest, View } from '$web/protocol';
import { Refused } from '$web/refused';
import type { Pass, Take } from '$web/source';
import { writeGame, type Event, type Kept } from './kept';

export type HerePresent = Present & { pass?: Pass };

const no = (code: string): Refused => new Refused({ code, words: {} } satisfies Refusal);
const HINT = 'master';
const AGAIN = 10_000; // ms after which bots that could not think are asked once more
const STAND_IN = 'skilled'; // plays on for those who gave up

export const isPerson = (kept: Kept, seat: number): boolean => kept.seats[seat]?.kind === 'person';
const gaveUp = (kept: Kept, seat: number): boolean => kept.events.some((event) => event.what === 'resigned' && event.seat === seat);

/* Left to a bot, until they are back. */
const isAway = (kept: Kept, seat: number): boolean => kept.events.findLast((event) => (event.what === 'away' || event.what === 'back') && event.seat === seat)?.what === 'away';
const isThere = (kept: Kept, seat: number): boolean => isPerson(kept, seat) && !gaveUp(kept, seat) && !isAway(kept, seat);

/* The moves that still stand. */
export function movesOf(events: readonly Event[]): { move: string; seat: number; seq: number }[] {
  const moves: { move: string; seat: number; seq: number }[] = [];
  events.forEach((event, seq) => {
    if (event.what === 'move') moves.push({ move: event.move, seat: event.seat, seq });
    if (event.what === 'undone') moves.length = Math.min(moves.length, event.to);
  });
  return moves;
}

const overOf = (events: readonly Event[]) => events.find((event) => event.what === 'over');
const nextOf = (events: readonly Event[]) => events.find((event) => event.what === 'rematch')?.next;

/* Whoever gave up comes last; the others as the game ranks them. */
export function ranksAfter(ranks: readonly number[], lost: readonly boolean[]): number[] {
  return ranks.map((rank, seat) => 1 + ranks.filter((other, i) => (lost[seat] !== lost[i] ? lost[seat] === true : !lost[seat] && other < rank)).length);
}

export class HereTable {
  private listeners = new Set<(message: TableMessage) => void>();
  private broken: (why: unknown) => void = () => {}; // hears that the bots cannot think
  private stop: AbortController | undefined;
  private taken = false; // somebody has the device in their hands: until then nothing secret is shown
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private kept: Kept,
    private readonly game: Game,
  ) {}

  static async open(kept: Kept): Promise<HereTable> {
    return new HereTable(kept, await Game.open(sourceOf(kept)));
  }

  /* So many things have happened. */
  get length(): number {
    return this.kept.events.length;
  }

  get id(): string {
    return this.kept.id;
  }

  /* --- who looks on --- */

  /* The first message tells everything. Bots play while somebody looks. */
  async follow(listener: (message: TableMessage) => void, broken: (why: unknown) => void = () => {}): Promise<() => void> {
    this.broken = broken;
    listener(await this.snapshot());
    this.listeners.add(listener);
    void this.botsPlay();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.stop?.abort();
      this.taken = false;
    };
  }

  close(): void {
    this.stop?.abort();
    this.game.close();
  }

  async tellAll(): Promise<void> {
    const snapshot = await this.snapshot();
    for (const listener of this.listeners) listener(snapshot);
  }

  /* --- what is told --- */

  private seats(): Present['seats'] {
    return this.kept.seats.map((seat, i) => ({
      kind: seat.kind,
      ...(seat.kind === 'bot' ? { name: seat.level, level: seat.level, ...(seat.style !== undefined && { style: seat.style }) } : { name: seat.name, user: `${this.id}.${i}` }),
      away: isAway(this.kept, i),
      resigned: gaveUp(this.kept, i),
    }));
  }

  /* Those who play by themselves. */
  private persons(): number[] {
    return this.kept.seats.flatMap((_, seat) => (isThere(this.kept, seat) ? [seat] : []));
  }

  /* Somebody else has to take the device. */
  private async pass(view: View): Promise<Pass | undefined> {
    const { holder, events } = this.kept;
    const persons = this.persons();
    if (overOf(events) || persons.length < 2) return undefined;
    const to = persons.includes(view.actor) ? view.actor : this.taken || persons.includes(holder) ? holder : (persons[0] ?? holder);
    if (this.taken && to === holder) return undefined;
    const secret = (await this.game.secret(to)) || (await this.game.secret(holder));
    if (!secret && to === holder) return undefined;
    const moves = movesOf(events);
    const shown = this.taken && secret && moves.at(-1)?.seat === holder && (await this.game.revealed(moves.length));
    const last = await this.lastMove(-1);
    return { from: this.taken ? holder : -1, to, secret, shown, ...(last && { last: { seq: 0, at: 0, what: 'move', ...last } }) };
  }

  private async undoTo(): Promise<number> {
    const { events, holder } = this.kept;
    const moves = movesOf(events);
    const last = moves.at(-1);
    if (overOf(events) || last === undefined || !isThere(this.kept, holder)) return -1;
    if (this.persons().length === 1) return moves.findLastIndex((move) => move.seat === holder);
    return last.seat === holder && !(await this.game.revealed(moves.length)) ? moves.length - 1 : -1;
  }

  private async result(): Promise<Result | undefined> {
    const over = overOf(this.kept.events);
    if (over === undefined) return undefined;
    const { ending, scores, ranks, sheets } = await this.game.result();
    return { reason: over.reason, ending, scores, ranks: ranksAfter(ranks, this.kept.seats.map((_, seat) => gaveUp(this.kept, seat))), secret: '', seed: this.kept.seed, sheets };
  }

  async present(): Promise<HerePresent> {
    const { holder, events } = this.kept;
    const [view, result] = [await this.game.view(holder), await this.result()];
    const pass = await this.pass(view);
    const next = nextOf(events);
    return {
      status: result ? 'over' : 'playing',
      frozen: false,
      ply: movesOf(events).length,
      offer: 0,
      seats: this.seats(),
      clock: { kind: 'none' },
      view,
      undo: (await this.undoTo()) >= 0,
      ...(view.actor === holder && isThere(this.kept, holder) && !result && { legal: await this.game.moves() }),
      ...(result && { result }),
      ...(next !== undefined && { next }),
      ...(pass && { pass }),
    };
  }

  /* The log as the holder may read it. Of what was taken back nothing is told but that. */
  private async lines(): Promise<Line[]> {
    const { events, holder } = this.kept;
    const told = new Map((await this.game.lines(0, holder)).map((line) => [movesOf(events)[line.ply - 1]?.seq ?? -1, line]));
    return events.map((event, seq): Line => {
      if (event.what !== 'move') return { seq, ...event };
      return { seq, at: event.at, what: 'move', ...(told.get(seq) ?? { seat: event.seat, move: event.move, ply: Infinity }) };
    });
  }

  async snapshot(): Promise<Snapshot> {
    const { id, game, players, options, hints, created, holder, events } = this.kept;
    const log = await this.lines();
    const present = await this.present();
    return {
      t: 'table',
      ...{ table: id, game, players, options: present.view?.options ?? options, public: false, hints, created, commit: '' },
      you: { seat: holder, owner: true },
      ...{ seq: events.length - 1, log, log_from: 0, ahead: 0, online: this.kept.seats.map(() => true), watchers: 0 },
      ...present,
    };
  }

  view(ply: number): Promise<View> {
    return this.game.view(this.kept.holder, ply);
  }

  /* What people made of the end, as a server's record says it. */
  private async endedTags(): Promise<string> {
    const [result, gone] = [await this.result(), this.kept.seats.flatMap((_, seat) => (gaveUp(this.kept, seat) ? [seat + 1] : []))];
    const tags = [
      ...(result !== undefined && result.reason !== 'game' ? [`[Ended "${result.reason}"]`] : []),
      ...(gone.length > 0 ? [`[Resigned "${gone.join(' ')}"]`] : []),
      ...(result !== undefined && gone.length > 0 ? [`[Ranks "${result.ranks.join(' ')}"]`] : []),
    ];
    return tags.map((tag) => `${tag}\n`).join('');
  }

  /* Names of people as they gave them, of bots by their level, as a server writes them. */
  async record(): Promise<string> {
    const { position, events } = this.kept;
    if (position) return JSON.stringify({ ...position, moves: movesOf(events).map(({ move }) => move) });
    const names = this.kept.seats.map((seat) => (seat.kind === 'bot' ? seat.level : seat.name));
    return `[Place "offline"]\n${await this.endedTags()}${await this.game.record(names)}`;
  }

  /* --- what happens --- */

  private async add(event: Event): Promise<void> {
    const { round, turn, scores, ranks } = await this.stand();
    const events = [...this.kept.events, event];
    const { actor } = await this.game.standing();
    const stand = { actor, turn, scores, ...(round !== undefined && { round }), ...(overOf(events) && { ranks }) };
    this.kept = { ...this.kept, events, updated: event.at, stand };
    await writeGame(this.kept);
    const seq = this.kept.events.length - 1;
    const line: Line = event.what === 'move' ? { seq, at: event.at, what: 'move', ...(await this.lastMove(this.kept.holder)) } : { seq, ...event };
    const told: TableEvent = { t: 'event', table: this.id, seq, line, ...(await this.present()) };
    for (const listener of this.listeners) listener(told);
  }

  private async lastMove(seat: number): Promise<Played | undefined> {
    const { length } = await this.game.standing();
    return (await this.game.lines(Math.max(0, length - 1), seat))[0];
  }

  private async stand(): Promise<{ round?: number; turn: number; scores: number[]; ranks: number[] }> {
    const { turn } = await this.game.view(-1);
    const last = await this.lastMove(-1);
    const { scores, ranks } = await this.game.result();
    return { turn, scores, ranks: ranksAfter(ranks, this.kept.seats.map((_, seat) => gaveUp(this.kept, seat))), ...(last?.round !== undefined && { round: last.round }) };
  }

  private async play(seat: number, move: string): Promise<void> {
    await this.game.play(move);
    await this.add({ at: Date.now(), what: 'move', seat, move });
    if ((await this.game.standing()).actor < 0) await this.add({ at: Date.now(), what: 'over', reason: 'game' });
  }

  /* --- bots --- */

  private botOf(seat: number): string | undefined {
    const who = this.kept.seats[seat];
    if (who?.kind === 'bot') return who.style === undefined ? who.level : `${who.level}:style=${who.style}`;
    return isThere(this.kept, seat) ? undefined : STAND_IN;
  }

  /* As long as it is for bots to act. What somebody does meanwhile ends the thought, and the next one begins. */
  private async botsPlay(): Promise<void> {
    this.stop?.abort();
    const { signal } = (this.stop = new AbortController());
    try {
      while (!signal.aborted && !overOf(this.kept.events)) {
        const { actor } = await this.game.standing();
        const bot = actor < 0 ? undefined : this.botOf(actor);
        if (bot === undefined || signal.aborted) return;
        const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
        const { move } = await think(sourceOf(this.kept), { bot, seed: random, signal });
        await this.inTurn(async () => {
          if (!signal.aborted) await this.play(actor, move);
        });
      }
    } catch (why) {
      if (isStopped(why)) return;
      this.broken(why);
      setTimeout(() => !signal.aborted && void this.botsPlay(), AGAIN);
    }
  }

  /* --- what is asked --- */

  /* One thing after the other: nothing may happen between a question and what follows from it. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work, work);
    this.queue = done.catch(() => {});
    return done;
  }

  ask(what: TableRequest | Take): Promise<object> {
    if (what.t === 'hint') return this.hint(what.ply);
    return this.inTurn(() => this.answer(what));
  }

  private async answer(what: TableRequest | Take): Promise<object> {
    switch (what.t) {
      case 'preview':
        return this.preview(what.ply, what.move);
      case 'move':
        return this.move(what.ply, what.move);
      case 'undo':
        return this.undo(what.ply);
      case 'take':
        return this.take(what.seat);
      case 'away':
      case 'back':
        return this.leave(what.t);
      case 'resign':
        return this.resign();
      case 'log':
        return { lines: [], log_from: 0 };
      case 'watch':
      case 'unwatch':
        return {};
      default:
        throw no('not_now');
    }
  }

  private async mayAct(ply: number): Promise<void> {
    if (ply !== movesOf(this.kept.events).length) throw no('stale');
    if (overOf(this.kept.events) || !isThere(this.kept, this.kept.holder) || (await this.game.standing()).actor !== this.kept.holder) throw no('forbidden');
  }

  private async preview(ply: number, move: string): Promise<object> {
    await this.mayAct(ply);
    const preview = await this.game.preview(move);
    if ('refused' in preview) throw new Refused(cleaned(preview.refused));
    return preview;
  }

  private async move(ply: number, move: string): Promise<object> {
    await this.preview(ply, move);
    this.taken = true;
    await this.play(this.kept.holder, move);
    void this.botsPlay();
    return { ply: ply + 1 };
  }

  private async undo(ply: number): Promise<object> {
    const to = await this.undoTo();
    if (ply !== movesOf(this.kept.events).length) throw no('stale');
    if (to < 0) throw no('not_now');
    this.stop?.abort();
    await this.game.back(ply - to);
    await this.add({ at: Date.now(), what: 'undone', seat: this.kept.holder, to });
    void this.botsPlay();
    return {};
  }

  /* Another pair of hands: from here on everything is told to that seat. */
  private async take(seat: number): Promise<object> {
    if (!isPerson(this.kept, seat)) throw no('forbidden');
    this.taken = true;
    this.kept = { ...this.kept, holder: seat };
    await writeGame(this.kept);
    await this.tellAll();
    return {};
  }

  private async leave(what: 'away' | 'back'): Promise<object> {
    const { holder, events } = this.kept;
    if (overOf(events) || gaveUp(this.kept, holder) || isAway(this.kept, holder) === (what === 'away')) throw no('not_now');
    this.stop?.abort();
    await this.add({ at: Date.now(), what, seat: holder });
    void this.botsPlay();
    return {};
  }

  private async resign(): Promise<object> {
    if (overOf(this.kept.events)) throw no('not_now');
    await this.add({ at: Date.now(), what: 'resigned', seat: this.kept.holder });
    const playing = this.kept.seats.filter((_, seat) => !gaveUp(this.kept, seat)).length;
    if (playing < 2 || this.persons().length === 0) await this.add({ at: Date.now(), what: 'over', reason: 'resigned' });
    else void this.botsPlay();
    return {};
  }

  private async hint(ply: number): Promise<Replies['hint']> {
    await this.mayAct(ply);
    const [thought, moves] = [await think(sourceOf(this.kept), { bot: HINT }), await this.game.moves()];
    const say = (move: string) => moves.find((one) => one.move === move)?.say;
    const best = thought.best.length > 0 ? thought.best.slice(0, 3).map(({ move, chance, visits }) => ({ move, ...(visits > 0 && { win: Math.round(1000 * chance) / 1000 }) })) : [{ move: thought.move }];
    return {
      moves: best.map((one) => {
        const said = say(one.move);
        return { ...one, ...(said && { say: said }) };
      }),
    };
  }

  /* The same people and bots, each a seat further. */
  async rematch(make: (kept: Kept) => Promise<string>): Promise<string> {
    const known = nextOf(this.kept.events);
    if (known !== undefined) return known;
    const next = await make({ ...this.kept, seats: [...this.kept.seats.slice(1), ...this.kept.seats.slice(0, 1)] });
    await this.inTurn(() => this.add({ at: Date.now(), what: 'rematch', next }));
    return next;
  }
}

/* A refusal without a clause has none, as the server's. */
function cleaned({ clause, ...rest }: Refusal): Refusal {
  return clause ? { ...rest, clause } : rest;
}

/* The game as the engine reads it. */
export function sourceOf({ game, players, options, seed, position, events }: Kept): Source {
  const moves = movesOf(events).map(({ move }) => move);
  return position ? { game, position, moves } : { game, players, options, seed, moves };
}
