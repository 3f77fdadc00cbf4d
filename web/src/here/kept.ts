// SPDX-License-Identifier: MIT
// Games that were played on this device, as the browser keeps them (IndexedDB). Each is what happened there, one thing after the
// other; where the browser refuses to keep anything they last as long as the page, and that is told.
import { Drawer } from '$web/drawer';
import { t } from '$web/i18n';
import type { Summary } from '$web/protocol';
import { tell } from '$web/session.svelte';
import { boolean, either, integer, list, maybe, number, oneOf, shape, string, thing, values, type Check } from '$web/shape';

/* Who sits where. */
export type HereSeat = { kind: 'person'; name: string } | { kind: 'bot'; level: string; style?: string };

/* What happened: a move carries its text, one that was taken back says to which ply. */
export type Event = { at: number } & (
  | { what: 'started' }
  | { what: 'move'; seat: number; move: string }
  | { what: 'undone'; seat: number; to: number }
  | { what: 'resigned' | 'away' | 'back'; seat: number }
  | { what: 'over'; reason: 'game' | 'resigned' }
  | { what: 'rematch'; next: string }
);

export type Setup = { game: string; players: number; options: Readonly<Record<string, string>>; seats: readonly HereSeat[]; hints: boolean };

export type Kept = Setup & {
  id: string;
  seed: string; // '' where it began with a position
  position?: object; // that was set up on the analysis board
  created: number;
  updated: number;
  holder: number; // the seat that has the device
  events: readonly Event[];
  guide?: boolean; // a first game with a guide
  given?: { table: string; whole: boolean }; // the table of my account that it was handed over to; '': asked for, and not known whether it is there
  /* For lists, so that nobody has to play a game again to tell about it. */
  stand: { actor: number; round?: number; turn: number; scores: readonly number[]; ranks?: readonly number[] };
};

export type HereSummary = Summary & { round?: number; given?: string; givable?: boolean; unkept?: boolean };

/* Can it become a game of my account? Not where somebody gave up, nor from a position that was set up: it has no seed. */
export const mayBeGiven = ({ events, seed, given }: Pick<Kept, 'events' | 'seed' | 'given'>): boolean =>
  seed !== '' && given?.whole !== true && events.some((event) => event.what === 'over' && event.reason === 'game') && !events.some(({ what }) => what === 'resigned');

const memory = new Map<string, Kept>(); // what could not be kept

/* A game in a list, as a server's. */
export function summaryOf(kept: Kept): HereSummary {
  const over = kept.events.find((event) => event.what === 'over');
  const { actor, scores, ranks } = kept.stand;
  return {
    table: kept.id,
    game: kept.game,
    players: kept.players,
    ...(kept.stand.round !== undefined && { round: kept.stand.round }),
    status: over ? 'over' : 'playing',
    seats: kept.seats.map((seat) => (seat.kind === 'bot' ? { kind: 'bot', name: seat.level, level: seat.level } : { kind: 'person', name: seat.name })),
    actor: over ? -1 : actor,
    ply: kept.events.filter((event) => event.what === 'move').length,
    you: kept.holder,
    created: kept.created,
    updated: kept.updated,
    watchers: 0,
    clock: { kind: 'none' },
    scores: [...scores],
    ...(ranks && { ranks: [...ranks] }),
    ...(over && { reason: over.reason }),
    ...(kept.given?.whole && { given: kept.given.table }),
    ...(mayBeGiven(kept) && { givable: true }),
    ...(memory.has(kept.id) && { unkept: true }),
  };
}

/* --- what lies in the browser may be old or foreign --- */

type Happened<What extends string> = Extract<Event, { what: What }>;
const isEvent: Check<Event> = either(
  shape<Happened<'started'>>({ at: integer, what: oneOf('started') }),
  shape<Happened<'move'>>({ at: integer, what: oneOf('move'), seat: integer, move: string }),
  shape<Happened<'undone'>>({ at: integer, what: oneOf('undone'), seat: integer, to: integer }),
  shape<Happened<'resigned' | 'away' | 'back'>>({ at: integer, what: oneOf('resigned', 'away', 'back'), seat: integer }),
  shape<Happened<'over'>>({ at: integer, what: oneOf('over'), reason: oneOf('game', 'resigned') }),
  shape<Happened<'rematch'>>({ at: integer, what: oneOf('rematch'), next: string }),
);

const isSeat: Check<HereSeat> = either(
  shape<Extract<HereSeat, { kind: 'person' }>>({ kind: oneOf('person'), name: string }),
  shape<Extract<HereSeat, { kind: 'bot' }>>({ kind: oneOf('bot'), level: string, style: maybe(string) }),
);

export const isKept: Check<Kept> = shape<Kept>({
  game: string,
  players: integer,
  options: values(string),
  seats: list(isSeat),
  hints: boolean,
  id: string,
  seed: string,
  position: maybe(thing),
  created: integer,
  updated: integer,
  holder: integer,
  events: list(isEvent),
  guide: maybe(boolean),
  given: maybe(shape<NonNullable<Kept['given']>>({ table: string, whole: boolean })),
  stand: shape<Kept['stand']>({ actor: integer, round: maybe(integer), turn: integer, scores: list(number), ranks: maybe(list(integer)) }),
});

/* --- the database --- */

const drawer = new Drawer('takht', 'games', { keyPath: 'id' });

export async function readGame(id: string): Promise<Kept | undefined> {
  try {
    const found: unknown = await drawer.read<unknown>((games) => games.get(id));
    return memory.get(id) ?? (isKept(found) ? found : undefined); // what is kept is older
  } catch {
    return memory.get(id);
  }
}

/* The newest first; and the ids of those that nobody can read. */
export async function readGames(): Promise<{ games: Kept[]; damaged: string[] }> {
  let found: unknown[] = [];
  try {
    found = await drawer.read<unknown[]>((games) => games.getAll());
  } catch {
    // then there is only what this page remembers
  }
  const kept = found.filter(isKept).filter(({ id }) => !memory.has(id));
  const damaged = found.filter((one) => !isKept(one)).flatMap((one) => (thing(one) && typeof one['id'] === 'string' ? [one['id']] : []));
  return { games: [...kept, ...memory.values()].sort((a, b) => b.updated - a.updated), damaged };
}

export async function writeGame(game: Kept): Promise<void> {
  try {
    await drawer.write((games) => games.put(game));
    memory.delete(game.id);
  } catch {
    if (!memory.has(game.id)) tell(t('here.unkept'), 'no');
    memory.set(game.id, game);
  }
}

export async function forgetGame(id: string): Promise<void> {
  memory.delete(id);
  try {
    await drawer.write((games) => games.delete(id));
  } catch {
    // it was not kept
  }
}
