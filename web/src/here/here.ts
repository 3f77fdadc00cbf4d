// SPDX-License-Identifier: MIT
// The tables of this device: what the server is to the others.
import { Game, newSeed } from '$web/engine/engine';
import { t } from '$web/i18n';
import { settings } from '$web/settings.svelte';
import type { Refusal, ReplyTo, Snapshot, TableRequest, View } from '$web/protocol';
import { Broken, Problem, Refused } from '$web/refused';
import { newId, type Channel, type Take } from '$web/source';
import { replyTo } from '$web/wire';
import type { Follower } from '$web/socket';
import { readGame, writeGame, type Kept, type Setup } from './kept';
import { HereTable, isPerson } from './table';

const MISSING: Refusal = { code: 'not_found', words: {} };
const elsewhere = (): Refusal => ({ code: 'taken', words: { [settings.language]: t('here.elsewhere') } });

/* The engine can say no to what was kept, and can be gone: both are told as a server would. */
function refusedBy(why: unknown): Refused {
  if (why instanceof Refused) return why;
  if (why instanceof Broken) return new Refused({ code: 'broken', words: { [settings.language]: why.message } });
  if (why instanceof Problem) return new Refused({ code: 'broken', words: { [settings.language]: t('here.damaged.game', { why: why.message }) } });
  return new Refused({ code: 'broken', words: {} });
}

/* A game is open in one window alone, or two would write over each other. The answer gives it back; undefined: another has it, or
 * nobody waits for it any more. */
async function claim(id: string, how: LockOptions): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return () => {};
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => (lock === null ? resolve(undefined) : new Promise<void>((done) => resolve(() => done())));
    navigator.locks.request(`takht-${id}`, how, hold).catch(() => resolve(undefined));
  });
}

/* How far a game had come: the deal, or a position that was set up, and every decision since. */
export type Begun = { seed: string; position?: object; moves: readonly { seat: number; move: string }[] };

/* Somebody who looks on at a table, as long as no other window does; as soon as that one is closed, it goes on here. */
class Following {
  private table: HereTable | undefined;
  private leave: (() => void) | undefined;
  private release: (() => void) | undefined;
  private beginning: Promise<void> | undefined;
  private waiting: AbortController | undefined;
  private gone = false;

  constructor(
    private readonly id: string,
    private readonly follower: Follower,
    private readonly open: () => Promise<HereTable>,
  ) {}

  private missing = (why: unknown): void => {
    if (!this.gone) this.follower.missing(refusedBy(why).refusal);
  };

  begin(): Promise<void> {
    return (this.beginning ??= this.beginOnce().finally(() => (this.beginning = undefined)));
  }

  private async beginOnce(): Promise<void> {
    try {
      this.release ??= await claim(this.id, { ifAvailable: true });
      if (this.release === undefined) {
        void this.wait();
        throw new Refused(elsewhere());
      }
      this.leave?.();
      this.leave = undefined;
      this.table = await this.open();
      this.leave = await this.table.follow(this.follower.message, this.missing);
    } catch (why) {
      this.stop();
      this.missing(why);
    }
    if (this.gone) this.stop();
  }

  private async wait(): Promise<void> {
    if (this.gone || this.waiting) return;
    this.waiting = new AbortController();
    const release = await claim(this.id, { signal: this.waiting.signal });
    this.waiting = undefined;
    if (release === undefined) return;
    this.release = release;
    await this.begin();
  }

  async again(): Promise<void> {
    if (this.leave) await this.table?.tellAll().catch(this.missing);
    else await this.begin();
  }

  private stop(): void {
    this.leave?.();
    this.release?.();
    [this.leave, this.release] = [undefined, undefined];
  }

  end(): void {
    this.gone = true;
    this.waiting?.abort();
    this.stop();
  }
}

export class Here implements Channel {
  private readonly tables = new Map<string, Promise<HereTable>>();

  private at(id: string): Promise<HereTable> {
    let table = this.tables.get(id);
    if (table === undefined) {
      table = readGame(id).then((kept) => {
        if (kept === undefined) throw new Refused(MISSING);
        return HereTable.open(kept);
      }).catch((why: unknown) => Promise.reject(refusedBy(why)));
      table.catch(() => this.tables.delete(id));
      this.tables.set(id, table);
    }
    return table;
  }

  /* Nobody has followed it for a while: another window may have played on. */
  private async fresh(id: string): Promise<HereTable> {
    const [table, kept] = [await this.tables.get(id), await readGame(id)];
    if (table !== undefined && kept !== undefined && table.length !== kept.events.length) {
      table.close();
      this.tables.delete(id);
    }
    return this.at(id);
  }

  /* --- as the socket of a server --- */

  private readonly followed = new Map<string, Following>();

  follow = (id: string, follower: Follower): (() => void) => {
    const following = new Following(id, follower, () => this.fresh(id));
    this.followed.set(id, following);
    void following.begin();
    return () => {
      if (this.followed.get(id) === following) this.followed.delete(id);
      following.end();
    };
  };

  /* Once more from its beginning, or what could not be followed a moment ago. */
  watch = (id: string): void => void this.followed.get(id)?.again();

  ask = async <T extends TableRequest | Take>(id: string, what: T): Promise<ReplyTo<T['t']>> => {
    const table = await this.at(id);
    try {
      const answer = what.t === 'rematch' ? { next: await table.rematch((kept) => this.create(kept)) } : await table.ask(what);
      return replyTo<T['t']>(what.t, answer);
    } catch (why) {
      if (!(why instanceof Broken)) throw why;
      /* Everything that happened is kept: another engine goes on with it. */
      this.tables.delete(id);
      void this.followed.get(id)?.begin();
      throw refusedBy(why);
    }
  };

  /* --- as the rest of it --- */

  snapshot = async (id: string): Promise<Snapshot> => (await this.at(id)).snapshot();
  view = async (id: string, ply: number): Promise<View> => (await this.at(id)).view(ply);
  record = async (id: string): Promise<string> => (await this.at(id)).record();

  /* A game that was begun elsewhere goes on here (`past`); otherwise it is a new one. */
  create = async ({ game, players, options, seats, hints }: Setup, guide = false, past?: Begun): Promise<string> => {
    const seed = past?.seed ?? newSeed();
    const moves = past?.moves ?? [];
    const texts = moves.map(({ move }) => move);
    const fresh = await Game.open(past?.position ? { game, position: past.position, moves: texts } : { game, players, options, seed, moves: texts }); // what does not go together is refused here
    const { actor } = await fresh.standing();
    const { turn, scores } = await fresh.view(-1);
    fresh.close();
    const now = Date.now();
    const kept: Kept = {
      ...{ id: newId(), game, players, options, seats, hints, seed, created: now, updated: now },
      holder: 0,
      events: [{ at: now, what: 'started' }, ...moves.map(({ seat, move }) => ({ at: now, what: 'move' as const, seat, move }))],
      stand: { actor, turn, scores },
      ...(guide && { guide }),
      ...(past?.position && { position: past.position }),
    };
    const first = seats.findIndex((_, seat) => isPerson(kept, seat));
    kept.holder = isPerson(kept, actor) ? actor : Math.max(0, first);
    await writeGame(kept);
    return kept.id;
  };
}

export const here = new Here();
