// SPDX-License-Identifier: MIT
// What the fields of a position and their values are called: by the words of the game, and by what is printed.
import type { GameTable, GameWords } from '$web/board';
import { core, fill, number, t } from '$web/i18n';
import { settings } from '$web/settings.svelte';
import { faceOf, kindOf, piecesOf, type Form, type Kind, type Row } from './form';

export class Names {
  constructor(
    readonly game: GameTable,
    private readonly words: GameWords,
    readonly players: readonly string[],
  ) {}

  private word(key: string): string | undefined {
    const word = this.words[settings.language][key];
    return word === undefined || typeof word === 'string' ? word : fill(word.other, {});
  }

  field = (name: string): string => this.word(`field.${name}`) ?? name;
  /* Said of a field that needs more than its name. */
  note = (name: string): string | undefined => this.word(`field.${name}.note`);
  seat = (seat: number): string => this.players[seat] ?? fill(core[settings.language].seat, { n: seat + 1 });
  seats = (): { value: string; text: string }[] => this.players.map((name, i) => ({ value: String(i), text: name }));

  thing = (kind: Kind, name: string): string => {
    const word = kind.word ?? '';
    if (name === '') return t('setup.none');
    if (word === 'owner') return name === '.' ? t('setup.nobody') : this.seat(Number(name) - 1);
    return this.game.thingName?.({ word, name, face: faceOf(kind, name) }) ?? this.word(`${word}.${name}`) ?? name;
  };

  /* A value in words, for those who listen and for the heads of lists. */
  value = (form: Form, row: Row, value: unknown): string => {
    const kind = kindOf(form, row);
    if (value === null || value === undefined) return t('setup.none');
    if (row.seat) return this.seat(Number(value));
    if (typeof value === 'number') return number(value);
    if (kind.pieces) return piecesOf(kind, String(value)).map((piece, i) => this.piece(form, kind, i, piece)).join(core[settings.language]['list.comma']);
    return this.thing(kind, String(value));
  };
  private piece(form: Form, kind: Kind, index: number, text: string): string {
    const { kind: of = -1, low } = kind.pieces?.[index] ?? {};
    return low === undefined ? this.thing(form.kinds[of] ?? { form: 'text' }, text) : number(Number(text));
  }
}
