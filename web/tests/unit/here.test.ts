// SPDX-License-Identifier: MIT
// A table on this device, as the page follows it: it reads like play.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Game, leave } from '$web/engine/engine';
import { Here } from '$web/here/here';
import { isKept, readGame, readGames, summaryOf, type HereSeat } from '$web/here/kept';
import { movesOf, ranksAfter } from '$web/here/table';
import type { Snapshot } from '$web/protocol';
import { Refused } from '$web/refused';
import type { Take } from '$web/source';
import { fold, stateOf, type TableState } from '$web/table';
import { withEngine } from './near';

beforeAll(withEngine);
afterEach(leave);
afterAll(() => vi.unstubAllGlobals());

const MINA: HereSeat = { kind: 'person', name: 'Mina' };
const DARA: HereSeat = { kind: 'person', name: 'Dara' };
const BOT: HereSeat = { kind: 'bot', level: 'novice' };

/* Somebody who sits at a table and sees what the page would. */
class Seat {
  state: TableState | undefined;
  private readonly stop: () => void;
  private waiting: (() => void)[] = [];

  constructor(
    readonly house: Here,
    readonly id: string,
  ) {
    this.stop = house.follow(id, {
      since: () => this.state?.seq,
      message: (message) => {
        const next = fold(this.state, message, 0);
        if (typeof next === 'string') return;
        this.state = next;
        for (const look of this.waiting.splice(0)) look();
      },
      missing: () => {},
    });
  }

  get now() {
    if (this.state === undefined) throw new Error('nothing was told yet');
    return this.state.present;
  }

  async until(what: (state: TableState) => boolean): Promise<void> {
    while (this.state === undefined || !what(this.state)) await new Promise<void>((look) => this.waiting.push(look));
  }

  ask = (what: Parameters<Here['ask']>[1]) => this.house.ask(this.id, what);
  play = (move = this.now.legal?.[0]?.move ?? '') => this.ask({ t: 'move', ply: this.now.ply, move });
  close = () => this.stop();
}

async function sit(seats: readonly HereSeat[], game = 'splendor', options: Record<string, string> = { start: '0' }): Promise<Seat> {
  const house = new Here();
  const seat = new Seat(house, await house.create({ game, players: seats.length, options, seats, hints: true }));
  await seat.until(() => true);
  return seat;
}

describe('against a bot', () => {
  it('I move, the bot answers, and both are in the log', async () => {
    const mina = await sit([MINA, BOT]);
    expect(mina.now).toMatchObject({ status: 'playing', ply: 0, undo: false, seats: [{ kind: 'person', name: 'Mina' }, { kind: 'bot', level: 'novice' }] });
    expect(mina.now.legal?.[0]?.say?.key).toBeDefined();
    await mina.play();
    await mina.until(({ present }) => present.ply === 2);
    expect(mina.state?.lines.map(({ what, seat, ply }) => [what, seat, ply])).toEqual([['started', undefined, undefined], ['move', 0, 1], ['move', 1, 2]]);
    expect(mina.state?.lines[2]?.say?.[0]?.key).toMatch(/^move\./);
    mina.close();
  });

  it('what I do can be taken back, as often as I like', async () => {
    const mina = await sit([MINA, BOT]);
    for (let i = 0; i < 2; i++) {
      await mina.play();
      await mina.until(({ present }) => present.ply === 2);
      expect(mina.now.undo).toBe(true);
      await mina.ask({ t: 'undo', ply: 2 });
      await mina.until(({ present }) => present.ply === 0 && present.legal !== undefined);
    }
    mina.close();
  });

  it('a move that the rules forbid is refused in their words, and nothing has changed', async () => {
    const mina = await sit([MINA, BOT]);
    const why: unknown = await mina.ask({ t: 'preview', ply: 0, move: 'take rrr' }).catch((one: unknown) => one);
    expect(why).toBeInstanceOf(Refused);
    expect((why as Refused).refusal).toMatchObject({ code: 'refused', words: { en: expect.any(String), fa: expect.any(String) } });
    await expect(mina.play('take rrr')).rejects.toBeInstanceOf(Refused);
    await expect(mina.ask({ t: 'move', ply: 7, move: 'take wug' })).rejects.toMatchObject({ refusal: { code: 'stale' } });
    expect(mina.now.ply).toBe(0);
    mina.close();
  });

  it('a hint tells up to three moves with chances', async () => {
    const mina = await sit([MINA, BOT], 'kingdomino', {});
    await mina.until(({ present }) => present.legal !== undefined);
    const { moves } = (await mina.ask({ t: 'hint', ply: mina.now.ply })) as { moves: { move: string }[] };
    expect(moves.length).toBeGreaterThan(0);
    expect(mina.now.legal?.map(({ move }) => move)).toContain(moves[0]?.move);
    mina.close();
  });

  it('a game left to a bot goes to its end, with a result, a record and a rematch', async () => {
    const mina = await sit([MINA, BOT], 'splendor', { target: '5', start: '0' });
    await mina.ask({ t: 'away' });
    await mina.until(({ present }) => present.status === 'over');
    expect(mina.now.result).toMatchObject({ reason: 'game', ranks: expect.arrayContaining([1]) });
    expect(mina.now.result?.sheets).toHaveLength(2);
    expect(await mina.house.record(mina.id)).toMatch(/^\[Place "offline"\]\n\[Game "splendor"\][^]*\[Seat1 "Mina"\]\n\[Seat2 "novice"\]/);
    const { next } = (await mina.ask({ t: 'rematch' })) as { next: string };
    expect((await readGame(next))?.seats).toEqual([BOT, MINA]);
    expect(summaryOf((await readGame(mina.id))!)).toMatchObject({ status: 'over', actor: -1, ranks: mina.now.result?.ranks });
    mina.close();
  }, 30_000);

  it('whoever gives up has lost', async () => {
    const mina = await sit([MINA, BOT]);
    await mina.ask({ t: 'resign' });
    await mina.until(({ present }) => present.status === 'over');
    expect(mina.now.result).toMatchObject({ reason: 'resigned', ranks: [2, 1] });
    const record = await mina.house.record(mina.id);
    expect(record).toContain('[Ended "resigned"]\n[Resigned "1"]\n[Ranks "2 1"]\n');
    const again = await Game.open({ record });
    expect((await again.standing()).actor).toBeGreaterThanOrEqual(0);
    again.close();
    mina.close();
  });
});

describe('what is kept', () => {
  it('is the same game in another house', async () => {
    const mina = await sit([MINA, BOT]);
    await mina.play();
    await mina.until(({ present }) => present.ply === 2);
    mina.close();
    const again = new Seat(new Here(), mina.id);
    await again.until(() => true);
    expect(again.now.view).toEqual(mina.now.view);
    expect(again.state?.lines).toEqual(mina.state?.lines);
    expect((await readGames()).games.map(({ id }) => id)).toContain(mina.id);
    again.close();
  });

  it('is looked at before it is believed', async () => {
    const mina = await sit([MINA, BOT]);
    await mina.play();
    const kept = await readGame(mina.id);
    expect(isKept(kept)).toBe(true);
    expect(isKept(JSON.parse(JSON.stringify(kept)))).toBe(true);
    for (const wrong of [undefined, null, [], { ...kept, seed: 7 }, { ...kept, seats: [{ kind: 'cat' }] }, { ...kept, events: [{ at: 1, what: 'move', seat: 0 }] }, { ...kept, stand: undefined }]) expect(isKept(wrong)).toBe(false);
    mina.close();
  });

  it('counts only moves that stand', () => {
    const at = 0;
    expect(movesOf([{ at, what: 'started' }, { at, what: 'move', seat: 0, move: 'a' }, { at, what: 'move', seat: 1, move: 'b' }, { at, what: 'undone', seat: 0, to: 0 }, { at, what: 'move', seat: 0, move: 'c' }]).map(({ move }) => move)).toEqual(['c']);
    expect(ranksAfter([1, 2, 3], [true, false, false])).toEqual([3, 1, 2]);
  });

  it('is missing where there is none', async () => {
    const missing = vi.fn();
    new Here().follow('here-nothing', { since: () => undefined, message: () => {}, missing });
    await vi.waitFor(() => expect(missing).toHaveBeenCalledWith({ code: 'not_found', words: {} }));
  });
});

describe('from hand to hand', () => {
  const take = (seat: number): Take => ({ t: 'take', seat });

  it('without a secret the device goes on without a curtain, and the other sees their own side', async () => {
    const table = await sit([MINA, DARA]);
    expect(table.now.pass).toBeUndefined();
    await table.play((table.now.legal ?? []).find(({ move }) => move.startsWith('take'))?.move);
    expect(table.now.pass).toMatchObject({ from: 0, to: 1, secret: false });
    expect(table.now.legal).toBeUndefined();
    await table.ask(take(1));
    expect(table.state?.head.you.seat).toBe(1);
    expect(table.now).toMatchObject({ view: { seat: 1, actor: 1 } });
    expect(table.now.legal?.length).toBeGreaterThan(0);
    expect(table.now.pass).toBeUndefined();
    table.close();
  });

  it('a secret is seen by its owner first, told to nobody, and covered whenever the device lies aside', async () => {
    const table = await sit([MINA, DARA]);
    await table.play((table.now.legal ?? []).find(({ move }) => /^reserve (deck|top|\d)/.test(move))?.move);
    expect(table.now.pass).toMatchObject({ from: 0, to: 1, secret: true, shown: true });
    const secret = (table.now.view?.board as { seats: { reserved: { card?: { id: string } }[] }[] }).seats[0]?.reserved[0]?.card?.id ?? '';
    expect(secret).not.toBe('');
    expect(JSON.stringify(table.now.pass)).not.toContain(secret);
    await table.ask(take(1));
    expect(JSON.stringify([table.now, table.state?.lines])).not.toContain(secret);
    await table.play((table.now.legal ?? []).find(({ move }) => move.startsWith('take'))?.move);
    expect(table.now.pass).toMatchObject({ from: 1, to: 0, secret: true, shown: false });
    await table.ask(take(0));
    table.close();
    // Somebody opens it again: nobody knows yet who holds the device.
    const again = new Seat(new Here(), table.id);
    await again.until(() => true);
    expect(again.now.pass).toMatchObject({ from: -1, to: 0, secret: true, shown: false });
    again.close();
  });

  it('what was passed on without a secret can be taken back until then', async () => {
    const table = await sit([MINA, DARA]);
    await table.play((table.now.legal ?? []).find(({ move }) => move.startsWith('take'))?.move);
    expect(table.now.undo).toBe(true);
    await table.ask({ t: 'undo', ply: 1 });
    expect(table.now).toMatchObject({ ply: 0 });
    expect(table.now.pass).toBeUndefined();
    table.close();
  });

  it('three play on when one gives up; a bot sits there for their sake', async () => {
    const table = await sit([MINA, DARA, { kind: 'person', name: 'Sara' }]);
    await table.ask({ t: 'resign' });
    await table.until(({ present }) => present.ply === 1);
    expect(table.now).toMatchObject({ status: 'playing', pass: { to: 1 }, seats: [{ resigned: true }, { resigned: false }, { resigned: false }] });
    expect(await table.house.record(table.id)).toMatch(/^\[Place "offline"\]\n\[Resigned "1"\]\n/);
    table.close();
  });
});

it('a snapshot is what the page reads from a server', async () => {
  const mina = await sit([MINA, BOT]);
  const snapshot: Snapshot = await mina.house.snapshot(mina.id);
  expect(stateOf(snapshot, 0)).toMatchObject({ seq: 0, from: 0, head: { game: 'splendor', players: 2, you: { seat: 0 } } });
  mina.close();
});
