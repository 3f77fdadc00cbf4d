// SPDX-License-Identifier: MIT
// Who I am, how the connection is, and what the page has to tell: shared by all pages.
import { api } from './api';
import { either, span, t } from './i18n';
import { isolated } from './names';
import type { GameInfo, Refusal, User } from './protocol';
import { readKept, writeKept } from './kept';
import { Problem, Refused } from './refused';
import { Socket, type Connection } from './socket';

export type Note = { id: number; text: string; clause?: string; game?: string; tone: 'no' | 'info' };

type Session = {
  user: User | undefined;
  connection: Connection;
  everOpen: boolean;
  offline: boolean; // no server answers: what needs one waits
  games: GameInfo[] | undefined;
  levels: string[];
  notes: Note[];
  announced: string[]; // what the host has told everybody, until it is put away
  spoken: string;
};

export const session: Session = $state({
  user: undefined,
  connection: 'waiting',
  everOpen: false,
  offline: false,
  games: undefined,
  levels: [],
  notes: [],
  announced: [],
  spoken: '',
});

const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

export const socket = new Socket(address, {
  change: (state) => {
    session.connection = state;
    if (state === 'open') session.everOpen = true;
    notice(state === 'open');
  },
  user: (user) => (session.user = user),
  out: () => setTimeout(whoAmI, 2000),
  announce: (text) => keepAnnouncements([...session.announced.filter((one) => one !== text), text].slice(-3)),
});

/* A short loss is nobody's business; a longer one is said, quietly. */
const SHORT = 5000;
let noticing: ReturnType<typeof setTimeout> | undefined;
function notice(open: boolean): void {
  if (!open && noticing !== undefined) return;
  clearTimeout(noticing);
  noticing = undefined;
  if (open) session.offline = false;
  else if (session.everOpen) noticing = setTimeout(() => (session.offline = true), SHORT);
}

/* Another device signed this one out. A new cookie of our own may be on its way, so we wait before we ask. */
function whoAmI(): void {
  api.me().then(
    (user) => {
      if (user.id !== session.user?.id) become(user);
    },
    () => {},
  );
}

let arriving: Promise<void> | undefined;

/* The cookie that makes us somebody, and the games there are; asked once, and again if it failed. */
export function arrive(): Promise<void> {
  arriving ??= Promise.all([api.me(), api.games()])
    .then(([user, { games, levels }]) => {
      session.user = user;
      session.games = games;
      session.levels = levels;
      session.offline = false;
      socket.connect(); // on every page: the host may have something to say
    })
    .catch((why: unknown) => {
      arriving = undefined;
      if (!(why instanceof Refused)) session.offline = true;
      throw why;
    });
  return arriving;
}

/* The games there are, also where no server tells: then the page's own engine does. */
export async function knowGames(): Promise<void> {
  if (session.games !== undefined) return;
  const { catalogue, LEVELS } = await import('./engine/engine');
  const games = await catalogue();
  session.games ??= games;
  if (session.levels.length === 0) session.levels = [...LEVELS];
}

/* I am somebody else now. */
export function become(user: User): void {
  session.user = user;
  socket.restart();
}

/* An announcement outlives the page in its tab: somebody may reload before having read it. */
const ANNOUNCED = 'takht.announced';
session.announced = readKept('session', ANNOUNCED)?.split('\n') ?? [];

function keepAnnouncements(texts: string[]): void {
  session.announced = texts;
  writeKept('session', ANNOUNCED, texts.length === 0 ? null : texts.join('\n'));
}

export function putAway(announcement: string): void {
  keepAnnouncements(session.announced.filter((one) => one !== announcement));
}

let notes = 0;

export function tell(text: string, tone: Note['tone'] = 'info', more: Partial<Note> = {}): void {
  const id = ++notes;
  session.notes = [...session.notes.slice(-2), { ...more, id, text, tone }];
  setTimeout(() => forget(id), 7000);
}

export function forget(id: number): void {
  session.notes = session.notes.filter((note) => note.id !== id);
}

/* A refusal as a sentence, without the clause of the rules it cites: that stands beside it as a link. */
function sentenceOf(refusal: Refusal): string {
  const words = either(refusal.words);
  if (refusal.code === 'garbled') return t('error.garbled');
  return sentence(words === '' ? t('error.lost') : words.replace(/ \([A-Z0-9]+-[\d.]+\)$/, ''));
}

const sentence = (text: string): string => (/[.!؟?]$/.test(text) ? text : t('error.sentence', { what: capital(text) }));

/* With what was wrong, where the server says it, and with how long to wait, where that is more than a moment. */
export function refusalText(refusal: Refusal): string {
  const what = sentenceOf(refusal);
  const detail = refusal.detail ?? refusal.field;
  if (detail !== undefined) return t('error.detail', { what, detail: isolated(detail) });
  const wait = refusal.retry_ms ?? 0;
  return wait < 2000 ? what : t('error.wait', { what, span: span(wait) });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function tellRefusal(refusal: Refusal, game?: string): void {
  tell(refusalText(refusal), 'no', {
    ...(refusal.clause && { clause: refusal.clause }),
    ...(game !== undefined && { game }),
  });
}

/* Whatever went wrong when something was asked for. */
export function errorText(why: unknown): string {
  if (why instanceof Problem) return sentence(why.message);
  return why instanceof Refused ? refusalText(why.refusal) : t('error.network');
}

export function tellError(why: unknown): void {
  if (why instanceof Refused) tellRefusal(why.refusal);
  else tell(errorText(why), 'no');
}

/* For those who listen: said once, politely. A mark that nobody hears makes equal texts differ. */
export function speak(text: string): void {
  session.spoken = session.spoken === text ? `${text}\u200b` : text;
}
