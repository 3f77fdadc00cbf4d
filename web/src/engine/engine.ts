// SPDX-License-Identifier: MIT
// The rules in the page: games that need no server, and bots that think beside the page in workers of their own. Everything here
// is loaded when somebody asks for it: first the rules, and the bots with their nets when one of them has to think.
import type { Thought } from '$engine/table.js';
import nets from 'virtual:nets';
import { t } from '$web/i18n';
import type { GameInfo, Move, Phrase, View } from '$web/protocol';
import { Problem } from '$web/refused';
import { renew } from '$web/renew';
import { settings, type Language } from '$web/settings.svelte';
import type { Checked, Ending, Judgement, Played, Preview, Standing } from './answers';
import type { Source } from './desk';
import { Link, stopped, type Hand } from './link';
import { mergeThoughts } from './merge';

export type { Thought } from '$engine/table.js';
export type { Checked, Ending, Judgement as Report, Played, Preview, Standing } from './answers';
export type { Source } from './desk';
export { isStopped } from './link';
export { Problem };
export { LEVELS } from '$web/levels';
export { hasEngine } from './there';

const files = import.meta.glob<string>('$wasm/*.wasm', { query: '?url', import: 'default', eager: true });
const addressOf = (name: string) => Object.entries(files).find(([path]) => path.endsWith(`/${name}.wasm`))?.[1];

/* Once, and again if it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      made.catch(() => (made = undefined));
    }
    return made;
  };
}

async function fetched(address: string | undefined): Promise<Response> {
  if (address === undefined) throw new Problem(t('here.none'));
  const answer = await fetch(address);
  if (!answer.ok) {
    void renew();
    throw new Error(`${address} cannot be read: ${answer.status}`);
  }
  return answer;
}
const compiled = (name: string) => once(async () => WebAssembly.compile(await (await fetched(addressOf(name))).arrayBuffer()));
const modules = { rules: compiled('rules'), takht: compiled('takht') };

const worker = (): Hand => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/* --- games --- */

/* A game that lies open in the worker of the rules. */
export class Game {
  private constructor(
    private readonly link: Link,
    private readonly id: number,
  ) {}

  static async open(source: Source): Promise<Game> {
    const link = await rules();
    return new Game(link, await link.ask('open', source, settings.language));
  }

  standing = (): Promise<Standing> => this.link.ask('standing', this.id);
  /* What a seat sees now, or saw after so many decisions; -1 is for those who watch. */
  view = (seat: number, ply?: number): Promise<View> => this.link.ask('view', this.id, seat, ...(ply === undefined ? [] : ([ply] as const)));
  /* What can be done, with its words. */
  moves = (): Promise<Move[]> => this.link.ask('moves', this.id);
  /* What a move would do, or which rule forbids it. */
  preview = (move: string): Promise<Preview> => this.link.ask('preview', this.id, move);
  /* The decisions since then as a seat may read them in the log. */
  lines = (since: number, seat: number): Promise<Played[]> => this.link.ask('lines', this.id, since, seat);
  /* Did this decision, counted from 1, show something hidden? */
  revealed = (ply: number): Promise<boolean> => this.link.ask('revealed', this.id, ply);
  /* Does this seat know something that another does not? Then nobody else may see its view. */
  secret = (seat: number): Promise<boolean> => this.link.ask('secret', this.id, seat);
  result = (): Promise<Ending> => this.link.ask('result', this.id);
  record = (names: readonly string[] = []): Promise<string> => this.link.ask('record', this.id, names);
  /* How moves from here on would be told. */
  told = (moves: readonly string[]): Promise<Phrase[]> => this.link.ask('told', this.id, moves);
  /* The whole position, hidden things too: a source for others. */
  dump = (): Promise<Record<string, unknown>> => this.link.ask('dump', this.id);
  play = (move: string): Promise<Standing> => this.link.ask('play', this.id, move);
  back = (decisions = 1): Promise<Standing> => this.link.ask('back', this.id, decisions);
  close = (): void => void this.link.ask('close', this.id).catch(() => {});
}

let ruling: Link | undefined;
async function rules(): Promise<Link> {
  if (ruling === undefined || ruling.over) ruling = new Link(worker(), modules.rules());
  return ruling;
}

/* Of several ways to say the same position the first that can be, as a seat sees it (-1: whoever is to move); or what is wrong. */
export const checkPosition = async (game: string, positions: readonly object[], seat: number, language: Language): Promise<Checked> => (await rules()).ask('check', game, positions, seat, language);
/* Which of these positions is not wrong in the way in which the first or the last one is; -1: none. */
export const fittingPosition = async (game: string, positions: readonly object[]): Promise<number> => (await rules()).ask('fitting', game, positions);

/* What speaks against each of these values in a place of a position; '': nothing. */
export const againstEach = async (game: string, position: object, path: readonly (string | number)[], values: readonly unknown[], language: Language): Promise<string[]> => (await rules()).ask('against', game, position, path, values, language);

/* All games there are, as the server tells them. */
export const catalogue: () => Promise<GameInfo[]> = once(async () => (await rules()).ask('catalogue'));

/* A game for a new table: nobody knows what it will deal. */
export function newSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/* --- bots --- */

/* The net that a bot of this game has, if there is one: that for the fewest players of those that fit. */
export function netFor(game: string, players: number): (typeof nets)[number] | undefined {
  return nets.filter((net) => net.game === game && net.players >= players).sort((a, b) => a.players - b.players)[0];
}
const bytes = new Map<string, () => Promise<ArrayBuffer>>(nets.map(({ name, url }) => [name, once(async () => (await fetched(url)).arrayBuffer())]));

const usesNet = (bot: string) => !/^(random|greedy)\b|net=no/.test(bot);

async function about(source: Source): Promise<{ game: string; players: number }> {
  if (!('record' in source) && 'players' in source) return source;
  const game = await Game.open(source);
  const view = await game.view(-1);
  game.close();
  return { game: view.game, players: view.players };
}

const idle: Link[] = [];

/* Somebody who thinks, with the net that this takes; afterwards they wait for the next thought. */
async function thinking<T>(source: Source, bot: string, signal: AbortSignal | undefined, work: (link: Link) => Promise<T>): Promise<T> {
  const { game, players } = await about(source);
  const net = usesNet(bot) ? netFor(game, players) : undefined;
  const weights = net && (await bytes.get(net.name)?.());
  if (signal?.aborted) throw stopped();
  const link = idle.pop() ?? new Link(worker(), modules.takht());
  try {
    if (net && weights) await link.ask('net', net.name, weights);
    return await work(link);
  } finally {
    if (!link.over) idle.push(link);
  }
}

/* What is asked of a bot besides the position. The same seed gives the same thought, on every machine. */
export type Wish = { bot: string; seed?: number; signal?: AbortSignal | undefined };

/* What a bot ("master", "mcts:sims=800", "expert:style=NAME") would do for the seat that acts. It is not played. */
export const think = (source: Source, { bot, seed = 0, signal }: Wish): Promise<Thought> =>
  thinking(source, bot, signal, (link) => link.work('think', [source, bot, seed], signal));

/* The same, longer and longer: each time with so many more simulations, until it is stopped or `to` is reached. Several workers think
   apart, each with its own dice, and what they found is told as one. */
type Depth = { from?: number; to?: number; seed?: number; threads?: number; signal?: AbortSignal; onthought: (thought: Thought) => void };
export async function deepen(source: Source, { from = 100, to = 819_200, seed = 0, threads = 1, signal, onthought }: Depth): Promise<void> {
  for (let simulations = from; simulations <= to; simulations *= 2) {
    const bot = `mcts:sims=${simulations}`;
    const thought = mergeThoughts(await Promise.all(Array.from({ length: threads }, (_, i) => think(source, { bot, seed: seed + i, signal }))));
    if (signal?.aborted) throw stopped();
    if (thought) onthought(thought);
  }
}

/* So many can think at once here. */
export const threadsMost = (): number => Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1));

export type ReportWish = Partial<Wish> & { simulations: number; onprogress?: (done: number, all: number) => void };

/* What became of a game and why: chances, losses and luck of every decision, the same numbers as `takht analyse --json` has. */
export const report = (source: Source, { bot = 'mcts', simulations, seed = 1, signal, onprogress }: ReportWish): Promise<Judgement> =>
  thinking(source, bot, signal, (link) => link.work('report', [source, bot, simulations, seed], signal, onprogress));

/* All workers end; what they were at is stopped. */
export function leave(): void {
  for (const link of [ruling, ...idle.splice(0)]) link?.end();
  ruling = undefined;
}
