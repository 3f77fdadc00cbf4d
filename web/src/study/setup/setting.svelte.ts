// SPDX-License-Identifier: MIT
// A position that is being set up: as far as it is, how it looked when it could last be, and what the engine says about it.
import type { GameTable } from '$web/board';
import { againstEach, checkPosition, fittingPosition } from '$web/engine/engine';
import { gameTable } from '$web/games';
import type { View } from '$web/protocol';
import { settings } from '$web/settings.svelte';
import type { Position } from '$web/study/hidden';
import { alongside, at, balanced, first, forgotten, joined, kindOf, letterSet, listAt, moved, pathOf, piecesOf, put, uncovered, without, type Form, type Path, type Row } from './form';

const NOWHERE: Path = [];

export class Setting {
  draft: Position = $state.raw({});
  form: Form = $state.raw({ rows: [], kinds: [] });
  view: View | undefined = $state.raw(); // of the last position that could be
  problem: string | undefined = $state(); // why this one cannot be
  where: Path = $state.raw(NOWHERE);
  brush: string | undefined = $state(); // the letter that a touch of the board puts there
  private asked = 0;
  private sure = true; // what is hidden was not written by hand

  private constructor(
    readonly game: string,
    readonly begun: Position,
    private readonly seat: number,
    private readonly numbered: GameTable['numbered'],
  ) {
    this.draft = begun;
  }

  static async open(game: string, position: Position, seat: number): Promise<Setting> {
    const setting = new Setting(game, position, seat, (await gameTable(game)).numbered);
    await setting.check();
    return setting;
  }

  /* The same position may be said with less and less about what is hidden: whatever lies open now cannot lie there. */
  check = async (): Promise<void> => {
    const asked = ++this.asked;
    const { draft, form } = this;
    const ways = this.sure ? [draft, uncovered(form, draft, this.numbered), forgotten(draft)] : [draft];
    const told = await checkPosition(this.game, ways, this.seat, settings.language);
    if (asked !== this.asked) return; // it was changed meanwhile
    if ('problem' in told) {
      [this.problem, this.where] = [told.problem, pathOf(told.where)];
      return;
    }
    [this.problem, this.where, this.form, this.view] = [undefined, NOWHERE, told.form, told.view];
    this.draft = told.position;
  };

  private use(draft: Position): Promise<void> {
    this.draft = alongside(this.form, draft);
    return this.check();
  }

  set = (path: Path, row: Row, value: unknown): Promise<void> => this.use(balanced(this.form, this.draft, path, row, moved(this.form, this.draft, path, row, value)));
  remove = (path: Path, index: number): Promise<void> => this.use(put(this.draft, path, without(listAt(this.draft, path), index)));
  again = (): Promise<void> => this.write(this.begun, true);
  /* Written out by somebody: then what is hidden is meant so, too. */
  write = (position: Position, sure = false): Promise<void> => {
    this.sure = sure;
    return this.use(position);
  };

  /* One more of them; what lies somewhere goes to the first place that will have it. */
  add = async (path: Path, row: Row, value: unknown = first(this.form, row)): Promise<void> => {
    const index = listAt(this.draft, path).length;
    const longer = put(this.draft, path, [...listAt(this.draft, path), null]);
    const to = [...path, index];
    this.draft = longer;
    const places = this.placesFor(row, value);
    const fit = places.length > 0 ? await fittingPosition(this.game, places.map((one) => forgotten(put(longer, to, one)))) : -1;
    await this.set(to, row, places[fit] ?? value);
  };

  /* What the engine has against each of these as one more of a list; '': nothing, or, where all of them are wrong, no more than without it. */
  against = async (path: Path, values: readonly unknown[]): Promise<string[]> => {
    const list = listAt(this.draft, path);
    const before = this.problem;
    const found = await againstEach(this.game, forgotten(put(this.draft, path, [...list, null])), ['state', ...path, list.length], values, settings.language);
    return found.includes('') ? found : found.map((problem) => (problem === before ? '' : problem));
  };
  lay = (path: Path, row: Row, value: string): Promise<void> => this.set([...path, listAt(this.draft, path).length], row, value);

  /* Every way in which something could lie: near the middle first. */
  private placesFor(row: Row, value: unknown): string[] {
    const kind = kindOf(this.form, row);
    const pieces = kind.pieces ?? [];
    if (typeof value !== 'string' || pieces.filter(({ low }) => low !== undefined).length < 2) return [];
    const own = piecesOf(kind, value);
    const choices = pieces.map((piece, i) => {
      if (piece.low !== undefined) return Array.from({ length: (piece.high ?? 0) - piece.low + 1 }, (_, n) => String(n + (piece.low ?? 0)));
      const { names = [], faces } = this.form.kinds[piece.kind] ?? {};
      return faces ? [own[i] ?? ''] : [...names];
    });
    const all = choices.reduce<string[][]>((some, more) => some.flatMap((one) => more.map((next) => [...one, next])), [[]]);
    const far = (one: readonly string[]) => one.reduce((sum, text) => sum + (/^-?\d+$/.test(text) ? Math.abs(Number(text)) : 0), 0);
    return all.sort((a, b) => far(a) - far(b)).map((one) => joined(kind, one));
  }

  /* A touch of the board, where one of its places is a letter. */
  paint = ({ field, index, letter }: { field: string; index: number; letter: number }): Promise<void> => {
    const row = this.form.rows.find(({ name }) => name === field);
    const text = at(this.draft, [field, index]);
    const letters = row && kindOf(this.form, row).letters;
    if (row === undefined || letters === undefined || typeof text !== 'string') return Promise.resolve();
    const wanted = this.brush ?? letters[1] ?? '';
    return this.set([field, index], row, letterSet(text, letter, text[letter] === wanted ? (letters[0] ?? '') : wanted));
  };
}
