// Who I am, how the connection is, and what the page has to tell: shared by all pages.
import { api } from './api';
import { either, t } from './i18n';
import type { GameInfo, Refusal, User } from './protocol';
import { Refused, Socket, type Connection } from './socket';

export type Note = { id: number; text: string; clause?: string; game?: string; tone: 'no' | 'info' };

type Session = {
  user: User | undefined;
  connection: Connection;
  everOpen: boolean;
  games: GameInfo[] | undefined;
  levels: string[];
  notes: Note[];
  spoken: string;
};

export const session: Session = $state({
  user: undefined,
  connection: 'waiting',
  everOpen: false,
  games: undefined,
  levels: [],
  notes: [],
  spoken: '',
});

const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

export const socket = new Socket(
  address,
  (state) => {
    session.connection = state;
    if (state === 'open') session.everOpen = true;
  },
  (user) => (session.user = user),
  undefined,
  () => setTimeout(whoAmI, 2000),
);

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
    })
    .catch((why: unknown) => {
      arriving = undefined;
      throw why;
    });
  return arriving;
}

/* I am somebody else now. */
export function become(user: User): void {
  session.user = user;
  socket.restart();
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

/* A refusal as a sentence, with the clause of the rules it cites. */
export function refusalText(refusal: Refusal): string {
  const words = either(refusal.words);
  const sentence = words === '' ? t('error.lost') : words.replace(/ \([A-Z0-9]+-[\d.]+\)$/, '');
  return /[.!؟?]$/.test(sentence) ? sentence : t('error.sentence', { what: capital(sentence) });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function tellRefusal(refusal: Refusal, game?: string): void {
  tell(refusalText(refusal), 'no', {
    ...(refusal.clause && { clause: refusal.clause }),
    ...(game !== undefined && { game }),
  });
}

export function tellError(why: unknown): void {
  if (why instanceof Refused) tellRefusal(why.refusal);
  else tell(t('error.network'), 'no');
}

/* For those who listen: said once, politely. A mark that nobody hears makes equal texts differ. */
export function speak(text: string): void {
  session.spoken = session.spoken === text ? `${text}\u200b` : text;
}
