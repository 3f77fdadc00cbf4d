// SPDX-License-Identifier: MIT
// A game that is analysed: the tree of its variations, where we are in it, and what the engine thinks there.
import { deepen, Game, isStopped, threadsMost, type Report, type Source, type Thought } from '$web/engine/engine';
import { gameTable } from '$web/games';
import { readKept, writeKept } from '$web/kept';
import type { Line, Move, Phrase, View } from '$web/protocol';
import { errorText } from '$web/session.svelte';
import { placesOf, type Place, type Position } from './hidden';
import { refereeView } from './referee';
import { chancesOf } from './report';
import { textOf } from './source';
import { added, BEGINNING, lineOf, lineThrough, pathTo, wayBetween, type Tree } from './tree';

const THREADS = 'takht.threads';
const AHEAD = 4; // moves of a line that are told, the first one too

/* Those who have won share it. */
function wonBy(ranks: readonly number[]): number[] {
  const winners = ranks.filter((rank) => rank === 1).length;
  return ranks.map((rank) => (rank === 1 ? 1 / winners : 0));
}

function keptThreads(): number {
  const kept = Number(readKept('local', THREADS));
  return Number.isInteger(kept) && kept > 0 ? Math.min(kept, threadsMost()) : Math.max(1, Math.floor(threadsMost() / 2));
}

/* Hidden cards: nobody's business, open to all, or open and to be exchanged. */
export type Hidden = 'unknown' | 'shown' | 'set';

/* Everybody's chances, and how many simulations stand behind them; Infinity: it is certain. */
export type Weighed = { chances: readonly number[]; simulations: number };

export class Analysis {
  tree: Tree = $state.raw([BEGINNING]);
  here = $state(0); // the node that is shown
  view: View | undefined = $state.raw();
  legal: readonly Move[] = $state.raw([]);
  lines: readonly Line[] = $state.raw([]); // of the way here, for the log and the boards
  over = $state(false);
  seen: number | undefined = $state(); // by which seat; undefined: whoever is to move
  hidden: Hidden = $state('unknown');
  position: Position = $state.raw({});
  places: readonly Place[] = $state.raw([]); // of hidden cards
  thought: Thought | undefined = $state.raw();
  weighed: ReadonlyMap<number, Weighed> = $state.raw(new Map()); // by node
  ahead: ReadonlyMap<string, readonly Phrase[]> = $state.raw(new Map()); // how it may go on after a move
  threads = $state(keptThreads());
  thinking = $state(false);
  problem: string | undefined = $state();
  readonly line = $derived(lineThrough(this.tree, this.here));
  readonly ply = $derived(pathTo(this.tree, this.here).length);
  private stopper: AbortController | undefined;
  private played: readonly string[] = [];
  private readonly views = new Map<number, View>(); // for those who watch, after decisions that were made here
  private order: Promise<void> = Promise.resolve();

  private constructor(
    private readonly game: Game,
    readonly source: Source,
    readonly players: number,
    private readonly end: View, // of the game as it was opened
  ) {}

  static async open(source: Source, ply?: number): Promise<Analysis> {
    const game = await Game.open(source);
    const { players } = await game.standing();
    const analysis = new Analysis(game, source, players, await game.view(-1));
    const told = await game.lines(0, -1);
    analysis.tree = lineOf(told.map((line) => ({ move: line.move, seat: line.seat, turn: line.turn ?? 0, say: line.say ?? [] })));
    analysis.played = told.map((line) => line.move);
    const at = Math.max(0, Math.min(told.length, ply ?? told.length));
    await analysis.show(at);
    return analysis;
  }

  /* One thing after the other: positions must not overtake each other. */
  private inOrder(work: () => Promise<void>): Promise<void> {
    this.order = this.order.then(work).catch((why: unknown) => {
      this.problem = errorText(why);
    });
    return this.order;
  }

  /* Whoever slides along wants the last place only: what was asked for before it is left out, unless something was played there. */
  private asked = { shows: 0, plays: 0 };
  private goal: number | undefined; // where we will be

  show = (id: number): Promise<void> => {
    const asked = { ...this.asked, shows: ++this.asked.shows };
    this.goal = id;
    return this.inOrder(async () => {
      if (this.asked.shows !== asked.shows && this.asked.plays === asked.plays) return;
      await this.go(id);
      if (this.goal === id) this.goal = undefined;
    });
  };
  private async go(id: number): Promise<void> {
    const wanted = pathTo(this.tree, id).map((node) => node.move);
    const { back, on } = wayBetween(this.played, wanted);
    if (back > 0) await this.game.back(back);
    for (const move of on) await this.game.play(move);
    this.played = wanted;
    this.here = id;
    await this.look();
  }

  play = (move: string): Promise<void> => {
    this.asked.plays++;
    this.goal = undefined;
    return this.inOrder(async () => {
      await this.game.play(move);
      this.played = [...this.played, move];
      const [line] = await this.game.lines(this.played.length - 1, -1);
      if (line === undefined) return;
      const grown = added(this.tree, this.here, { move, seat: line.seat, turn: line.turn ?? 0, say: line.say ?? [] });
      this.views.set(grown.id, await this.game.view(-1));
      [this.tree, this.here] = [grown.tree, grown.id];
      await this.look();
    });
  };

  preview = (move: string) => this.game.preview(move);

  /* Where what a decision speaks of is to be seen: most of it still lies on the table at the end. */
  viewFor = (node: number): View => this.views.get(node) ?? this.end;

  /* So many steps along the line that is shown. */
  step(by: number): void {
    this.to(pathTo(this.tree, this.goal ?? this.here).length + by);
  }
  to(ply: number): void {
    const line = lineThrough(this.tree, this.goal ?? this.here);
    const to = Math.max(0, Math.min(line.length, ply));
    void this.show(to === 0 ? 0 : (line[to - 1]?.id ?? 0));
  }

  see = (seat: number | undefined): Promise<void> =>
    this.inOrder(async () => {
      this.seen = seat;
      await this.look();
    });

  reveal = (hidden: Hidden): Promise<void> =>
    this.inOrder(async () => {
      this.hidden = hidden;
      await this.look();
    });

  private async look(): Promise<void> {
    const { actor } = await this.game.standing();
    this.over = actor < 0;
    const seat = Math.max(0, this.seen ?? actor);
    this.position = await this.game.dump();
    const view = await this.game.view(seat);
    const table = await gameTable(view.game);
    const all = placesOf(this.position);
    this.places = table.hiddenPlaces?.(all, this.position) ?? all;
    this.view = this.hidden === 'unknown' ? view : await refereeView(view, this.position, this.game, table.turnUp);
    this.legal = this.over ? [] : await this.game.moves();
    this.lines = (await this.game.lines(0, -1)).map((line, i) => ({ ...line, what: 'move', seq: i + 1, at: 0 }));
    if (this.over) this.weigh(this.here, wonBy((await this.game.result()).ranks), Infinity);
    [this.thought, this.ahead] = [undefined, new Map()];
    void this.rethink();
  }

  /* --- who stands how --- */

  private weigh(node: number, chances: readonly number[], simulations: number): void {
    if (chances.length !== this.players || simulations < (this.weighed.get(node)?.simulations ?? 0)) return;
    this.weighed = new Map([...this.weighed, [node, { chances, simulations }]]);
  }

  /* A report tells it of the game as it was opened: its nodes are numbered by their decisions. */
  weighAll(report: Report, simulations: number): void {
    chancesOf(report).forEach((chances, ply) => this.weigh(ply, chances, simulations));
  }

  /* Where there is nothing to decide nobody thinks: it stands as it stood before. */
  readonly stand = $derived.by(() => {
    const known = this.weighed.get(this.here)?.chances;
    if (known !== undefined || this.legal.length !== 1) return known;
    return pathTo(this.tree, this.here).map(({ parent }) => this.weighed.get(parent)?.chances).findLast((chances) => chances !== undefined);
  });

  /* Along the line that is shown, from its beginning. */
  readonly course = $derived([0, ...this.line.map(({ id }) => id)].map((id) => this.weighed.get(id)?.chances));

  /* --- the engine --- */

  useThreads(threads: number): void {
    this.threads = threads;
    writeKept('local', THREADS, String(threads));
    void this.rethink();
  }

  private async take(thought: Thought, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.thought = thought;
    const [best] = thought.best;
    if (best) this.weigh(this.here, best.seats, thought.simulations);
    const ahead = new Map<string, readonly Phrase[]>();
    for (const { move, line } of thought.best) {
      if (signal.aborted) return;
      ahead.set(move, (await this.game.told(line.slice(0, AHEAD))).slice(1));
    }
    if (!signal.aborted) this.ahead = ahead;
  }

  toggle = (): void => {
    this.thinking = !this.thinking;
    void this.rethink();
  };

  private async rethink(): Promise<void> {
    this.stopper?.abort();
    if (!this.thinking || this.over || !this.view) return;
    const stopper = new AbortController();
    this.stopper = stopper;
    try {
      const source = { game: this.view.game, position: this.position };
      const { signal } = stopper;
      await deepen(source, { signal, threads: this.threads, onthought: (thought) => void this.take(thought, signal).catch(() => {}) });
    } catch (why) {
      if (!isStopped(why)) this.problem = errorText(why);
    }
  }

  /* The line that is shown, to its end, to be carried away: a record, or the position it began with. */
  async text(names: readonly string[]): Promise<string> {
    const moves = this.line.map(({ move }) => move);
    if ('position' in this.source) return textOf({ game: this.source.game, position: this.source.position, moves });
    let record = '';
    await this.inOrder(async () => {
      const rest = moves.slice(this.played.length);
      for (const move of rest) await this.game.play(move);
      record = await this.game.record(names);
      if (rest.length > 0) await this.game.back(rest.length);
    });
    return record;
  }

  /* Where a game goes on from here: the deal, or the position it began with. */
  async begun(): Promise<{ seed: string; position?: object }> {
    if ('position' in this.source) return { seed: '', position: this.source.position };
    return { seed: /\[Seed "(\w+)"\]/.exec(await this.game.record())?.[1] ?? '' };
  }

  close(): void {
    this.stopper?.abort();
    this.game.close();
  }
}
