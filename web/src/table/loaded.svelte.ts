// SPDX-License-Identifier: MIT
// What a table needs of its game's folder, loaded when the game is known: the board, its words, and how its phrases are said.
import type { GameTable, GameWords } from '$web/board';
import { gamePage, gameTable, gameWords } from '$web/games';
import type { Speaker } from '$web/phrases';
import { tellError } from '$web/session.svelte';
import { settings } from '$web/settings.svelte';

export class Loaded {
  private found: { id: string; game: GameTable; words: GameWords } | undefined = $state.raw();
  /* Only of the game that is wanted: another one's board cannot draw it. */
  private readonly fit = $derived.by(() => (this.found?.id === this.id() ? this.found : undefined));
  readonly game: GameTable | undefined = $derived(this.fit?.game);
  readonly words: GameWords | undefined = $derived(this.fit?.words);
  readonly speaker: Speaker = $derived.by(() => ({
    language: settings.language,
    words: this.words?.[settings.language] ?? {},
    names: this.names(),
    you: this.you(),
  }));
  private readonly id: () => string | undefined;
  private readonly names: () => readonly string[];
  private readonly you: () => number;

  constructor(id: () => string | undefined, names: () => readonly string[], you: () => number) {
    [this.id, this.names, this.you] = [id, names, you];
    $effect(() => {
      const game = id();
      if (game === undefined || !gamePage(game)) return;
      Promise.all([gameTable(game), gameWords(game)]).then(([table, words]) => (this.found = { id: game, game: table, words }), tellError);
    });
  }
}
