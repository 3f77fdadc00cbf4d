// SPDX-License-Identifier: MIT
// What happens inside a worker: the engine, the games that lie open there, and one method for each thing that can be asked. What
// comes out is looked at on the other side (answers.ts): the engine tells a table as the server does.
import { open, type Table, type Takht } from '$engine/table.js';
import type { Language } from '$web/settings.svelte';
import type { Answers, Standing } from './answers';

/* Where a game begins, or how it came about. */
export type Source =
  | { game: string; players: number; options: Readonly<Record<string, string>>; seed: string; moves?: readonly string[] }
  | { record: string }
  | { game: string; position: object; moves?: readonly string[] };

const WATCHER = -3;
const seatOf = (seat: number) => (seat < 0 ? WATCHER : seat);

export class Desk {
  private readonly games = new Map<number, Table>();
  private readonly nets = new Set<string>();
  private number = 0;

  constructor(private readonly takht: Takht) {}

  private at(game: number): Table {
    const table = this.games.get(game);
    if (table === undefined) throw new Error('this game was put away');
    return table;
  }

  /* What is wrong with it is told in a language. */
  private read(source: Source, language: Language = 'en'): Table {
    if ('record' in source) return this.takht.read(source.record, language);
    const table = 'position' in source ? this.takht.load(source.game, source.position, language) : this.takht.start(source.game, { ...source, language });
    try {
      for (const move of source.moves ?? []) table.play(move);
      return table;
    } catch (why) {
      table.free();
      throw why;
    }
  }

  /* --- games --- */

  catalogue(): unknown {
    return this.takht.catalogue;
  }

  open(source: Source, language: Language): number {
    this.games.set(++this.number, this.read(source, language));
    return this.number;
  }

  close(game: number): void {
    this.games.get(game)?.free();
    this.games.delete(game);
  }

  standing(game: number): Standing {
    const { players, actor, length } = this.at(game);
    return { players, actor, length };
  }

  /* The position now, or after so many decisions; -1 is for those who watch. */
  view(game: number, seat: number, ply?: number): unknown {
    const table = this.at(game);
    return ply === undefined ? table.view(seatOf(seat)) : table.viewAt(ply, seatOf(seat));
  }

  moves(game: number): unknown {
    return this.at(game).moves();
  }

  preview(game: number, move: string): unknown {
    return this.at(game).preview(move);
  }

  lines(game: number, since: number, seat: number): unknown {
    return this.at(game).lines(since, seatOf(seat));
  }

  revealed(game: number, ply: number): boolean {
    return this.at(game).revealed(ply);
  }

  /* Does this seat know something that another does not? */
  secret(game: number, seat: number): boolean {
    return this.at(game).secret(seat);
  }

  result(game: number): unknown {
    return this.at(game).result();
  }

  /* The record, with the names of those who played. */
  record(game: number, names: readonly string[]): string {
    const table = this.at(game);
    names.forEach((name, seat) => table.name(seat, name));
    return table.record();
  }

  dump(game: number): unknown {
    return this.at(game).dump();
  }

  play(game: number, move: string): Standing {
    this.at(game).play(move);
    return this.standing(game);
  }

  back(game: number, decisions: number): Standing {
    this.at(game).back(decisions);
    return this.standing(game);
  }

  /* How these moves would be told, one after the other; as far as they can be made. */
  told(game: number, moves: readonly string[]): unknown {
    const table = this.at(game);
    const before = table.length;
    try {
      for (const move of moves) table.play(move);
    } catch {
      // the rest needs cards that lie otherwise
    }
    const said = table.lines(before, WATCHER).flatMap(({ say: [first] }) => first ?? []);
    table.back(table.length - before);
    return said;
  }

  /* --- positions that are set up --- */

  private checked(game: string, position: object, seat: number, language: Language): object {
    try {
      const table = this.takht.load(game, position, language);
      try {
        return { position: table.dump(), view: table.view(seatOf(seat < 0 ? table.actor : seat)), form: table.form() };
      } finally {
        table.free();
      }
    } catch (why) {
      if (!(why instanceof Error)) throw why;
      const { message } = why;
      const where = 'where' in why && typeof why.where === 'string' ? why.where : '';
      return { problem: where === '' ? message : message.slice(where.length + 2), where };
    }
  }

  /* The first of these that can be; otherwise what is wrong with the last one. */
  check(game: string, positions: readonly object[], seat: number, language: Language): unknown {
    let told: object = { problem: '', where: '' };
    for (const position of positions) {
      told = this.checked(game, position, seat, language);
      if ('view' in told) break;
    }
    return told;
  }

  /* The first of these about which the engine says something else than about the first and the last one, which cannot be; or, where
     something else is wrong with all of them, than about the first. */
  fitting(game: string, positions: readonly object[]): number {
    const said = (position: object | undefined) => {
      const told = this.checked(game, position ?? {}, 0, 'en');
      return 'problem' in told ? told.problem : '';
    };
    const all = positions.map(said);
    const fits = all.findIndex((one) => one !== all[0] && one !== all.at(-1));
    return fits >= 0 ? fits : all.findIndex((one) => one !== all[0]);
  }

  /* What is wrong with a position if each of these, one after the other, stands in this place of it; '': nothing. */
  against(game: string, position: object, path: readonly (string | number)[], values: readonly unknown[], language: Language): string[] {
    const inside = path.slice(0, -1).reduce<unknown>((within, key) => (typeof within === 'object' && within !== null ? Reflect.get(within, key) : undefined), position);
    return values.map((value) => {
      if (typeof inside === 'object' && inside !== null) Reflect.set(inside, path.at(-1) ?? '', value);
      const told = this.checked(game, position, 0, language);
      return 'problem' in told ? String(told.problem) : '';
    });
  }

  /* --- bots --- */

  net(name: string, bytes: ArrayBuffer): void {
    if (this.nets.has(name)) return;
    this.takht.giveNet(name, new Uint8Array(bytes));
    this.nets.add(name);
  }

  think(source: Source, bot: string, seed: number): unknown {
    const table = this.read(source);
    try {
      return table.think(bot, seed);
    } finally {
      table.free();
    }
  }

  report(source: Source, bot: string, simulations: number, seed: number): unknown {
    const table = this.read(source);
    try {
      return table.report({ bot, simulations, seed });
    } finally {
      table.free();
    }
  }
}

/* --- what goes through the wall of a worker --- */

type Methods<T> = { [K in keyof T as T[K] extends (...args: never) => unknown ? K : never]: T[K] };
export type Calls = Methods<Desk>;
export type Call = keyof Calls;
export type Args<K extends Call> = Parameters<Calls[K]>;
export type Answer<K extends Call> = Answers[K];

export type Asked = { n: number; module: WebAssembly.Module } | { n: number; call: Call; args: readonly unknown[] };
export type Told = { n: number; value: unknown } | { n: number; problem: string } | { n: number; done: number; all: number };

/* The side of a worker that the other side needs. */
export type Port = { postMessage: (message: Told) => void; onmessage: ((event: MessageEvent<Asked>) => void) | null };

/* Answers one thing after the other; what is refused is told in the engine's words. */
export function attend(port: Port): void {
  let now = 0;
  let desk: Promise<Desk> | undefined;
  const progress = (done: number, all: number) => port.postMessage({ n: now, done, all });
  const answer = async (asked: Asked): Promise<unknown> => {
    if ('module' in asked) {
      desk = open(asked.module, progress).then((takht) => new Desk(takht));
      return void (await desk);
    }
    const opened = await desk;
    if (opened === undefined) throw new Error('the engine is not there yet');
    now = asked.n;
    // eslint-disable-next-line no-restricted-syntax -- Methods has only functions, and the page asks what link.ts lets it ask
    return (opened[asked.call] as (...args: readonly unknown[]) => unknown).apply(opened, [...asked.args]);
  };
  port.onmessage = ({ data }) => {
    answer(data).then(
      (value) => port.postMessage({ n: data.n, value }),
      (why: unknown) => port.postMessage({ n: data.n, problem: why instanceof Error ? why.message : String(why) }),
    );
  };
}
