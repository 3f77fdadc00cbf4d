// SPDX-License-Identifier: MIT
// A live table as one person has it: what the server tells, who sits where, and whether it is for me to act.
import { untrack } from 'svelte';
import type { Here } from '$web/here/here';
import { either, t } from '$web/i18n';
import { seatNames } from '$web/names';
import type { ReplyTo, TableRequest } from '$web/protocol';
import { arrive, errorText, knowGames, session, socket, tell, tellError, tellRefusal } from '$web/session.svelte';
import { Sharing } from '$web/shuffle';
import { play as sound } from '$web/sound';
import { moves, settings } from '$web/settings.svelte';
import { here, isHere, type Channel } from '$web/source';
import { Table, told, UNKNOWN, type TableView } from '$web/table';
import { LOOK, Pacer } from './pace';

/* Is there more of the log than is known here? */
export type Earlier = 'none' | 'more' | 'reading';

export class Live {
  readonly id: string;
  readonly local: boolean; // a table of this device
  private table: Table | undefined;
  private house: Here | undefined;
  private followed: TableView = $state.raw(UNKNOWN);
  private known: readonly string[] = [];
  private readonly pacer: Pacer;
  behind = $state(false); // what is shown is not yet the present: more waits to be played

  readonly now = $derived(this.followed.state);
  readonly missing = $derived(this.followed.missing);
  readonly pending = $derived(this.followed.pending);
  readonly earlier: Earlier = $derived(this.followed.reading ? 'reading' : (this.now?.from ?? 0) > 0 ? 'more' : 'none');
  readonly present = $derived(this.now?.present);
  readonly head = $derived(this.now?.head);
  readonly ply = $derived(this.present?.ply ?? 0);
  readonly players = $derived(this.present?.seats.length ?? 0);
  readonly me = $derived.by(() => {
    if (this.local) return this.head?.you.seat ?? -1; // whoever has the device
    return this.present?.seats.findIndex((seat) => seat.kind === 'person' && seat.user === session.user?.id) ?? -1;
  });
  readonly seat = $derived(this.me >= 0 ? this.present?.seats[this.me] : undefined);
  readonly info = $derived(session.games?.find((game) => game.game === this.head?.game));
  // The same names are the same list: otherwise every sentence of the log would be written anew with each move.
  readonly names = $derived.by(() => {
    const now = seatNames(this.present?.seats ?? [], this.info);
    if (now.length !== this.known.length || now.some((name, i) => name !== this.known[i])) this.known = now;
    return this.known;
  });
  readonly lines = $derived(told(this.now?.lines ?? []));
  readonly title = $derived(either(this.info?.title ?? {}));

  readonly waiting = $derived(this.present?.status === 'open');
  readonly playing = $derived(this.present?.status === 'playing');
  /* The device has to change hands, once everything before was seen. */
  readonly pass = $derived(this.playing && !this.behind ? this.present?.pass : undefined);
  readonly over = $derived(this.present?.status === 'over' && this.present.result !== undefined);
  readonly result = $derived(this.present?.result);
  readonly acting = $derived(this.playing && this.me >= 0 && this.present?.view?.actor === this.me && !this.seat?.away && !this.present.frozen);
  readonly full = $derived(this.present?.seats.every((seat) => seat.kind === 'person' || seat.kind === 'bot') ?? false);

  /* A bot plays this seat, be it one of its own or one that somebody left. */
  readonly botActs = $derived.by(() => {
    const seat = this.playing ? this.present?.seats[this.present.view?.actor ?? -1] : undefined;
    return seat !== undefined && (seat.kind === 'bot' || seat.away || seat.resigned);
  });
  readonly ahead = $derived(this.botActs ? (this.now?.ahead ?? 0) : 0);
  /* Why a bot sits on my seat: I left it, or my time ran out again and again. */
  readonly late = $derived(this.lines.findLast((line) => line.seat === this.me && (line.what === 'away' || line.what === 'late'))?.what === 'late');

  /* Somebody wants to end it as undecided. */
  readonly offered = $derived(this.playing && (this.present?.offer ?? 0) !== 0);
  readonly offerers = $derived(this.names.filter((_, i) => ((this.present?.offer ?? 0) >> i) & 1));
  readonly myOffer = $derived(this.me >= 0 && (((this.present?.offer ?? 0) >> this.me) & 1) === 1);

  /* To be made by a component: it follows the table as long as that is there. */
  constructor(id: string) {
    this.id = id;
    this.local = isHere(id);
    this.pacer = new Pacer(
      (view, waiting) => ([this.followed, this.behind] = [view, waiting]),
      () => this.me,
      () => (moves() ? LOOK[settings.pace] : 0),
    );
    $effect(() => {
      untrack(() => this.begin());
      return () => {
        this.gone = true;
        this.table?.close();
        this.pacer.stop();
      };
    });
  }

  private gone = false;
  private begin(): void {
    this.channel().then(
      (channel) => {
        if (!this.gone) this.follow(channel);
      },
      (why: unknown) => {
        /* Without its engine there is no table of this device. */
        if (this.local) this.followed = { ...UNKNOWN, missing: { code: 'broken', words: { [settings.language]: errorText(why) } } };
        else tellError(why);
      },
    );
  }

  private async channel(): Promise<Channel> {
    if (!this.local) return arrive().then(() => socket);
    await knowGames();
    return (this.house = await here());
  }

  private follow(channel: Channel): void {
    const table = new Table(channel, this.id, (refusal) => {
      tellRefusal(refusal, this.head?.game);
      sound('no');
    });
    const sharing = new Sharing(this.id, (random) => table.share(random), () => tell(t('shuffle.broken'), 'no'));
    this.table = table;
    table.subscribe((view) => {
      this.pacer.take(view);
      if (!this.local && view.state && view.state.present.status !== 'over') sharing.look(view.state);
    });
  }

  play = (move: string): void => this.table?.play(move);
  preview = async (move: string): Promise<void> => this.table?.preview(move);
  undo = (): void => this.table?.undo();
  /* Another seat has the device now. */
  take = (seat: number): void => void this.house?.ask(this.id, { t: 'take', seat }).catch(tellError);
  /* What waits to be played is shown at once. */
  skip = (): void => this.pacer.skip();
  older = (): void => void this.table?.older();
  retry = (): void => {
    if (this.table) return this.table.retry();
    this.followed = UNKNOWN;
    this.begin();
  };
  ask = async <T extends TableRequest>(what: T): Promise<ReplyTo<T['t']> | undefined> => this.table?.ask(what);
}
