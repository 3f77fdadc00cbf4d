// SPDX-License-Identifier: MIT
// What a table needs of its game's folder, loaded when the game is known: the board, its words, and how its phrases are said.
import type { GameTable, GameWords } from '$web/board';
import { gamePage, gameTable, gameWords } from '$web/games';
import type { Speaker } from '$web/phrases';
import { tellError } from '$web/session.svelte';
import { settings } from '$web/settings.svelte';

export class Loaded {
  game: GameTable | undefined = $state.raw();
  words: GameWords | undefined = $state.raw();
  readonly speaker: Speaker = $derived.by(() => ({
    language: settings.language,
    words: this.words?.[settings.language] ?? {},
    names: this.names(),
    you: this.you(),
  }));
  private readonly names: () => readonly string[];
  private readonly you: () => number;

  constructor(id: () => string | undefined, names: () => readonly string[], you: () => number) {
    [this.names, this.you] = [names, you];
    $effect(() => {
      const game = id();
      if (game === undefined || !gamePage(game)) return;
      Promise.all([gameTable(game), gameWords(game)]).then(([table, words]) => ([this.game, this.words] = [table, words]), tellError);
    });
  }
}
