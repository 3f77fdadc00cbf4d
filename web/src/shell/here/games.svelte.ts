// SPDX-License-Identifier: MIT
// The games that are kept on this device, for lists.
import { forgetGame, readGames, summaryOf, type HereSummary } from '$web/here/kept';

export class HereGames {
  games: HereSummary[] | undefined = $state.raw();
  damaged: readonly string[] = $state.raw([]);

  constructor() {
    $effect(() => {
      void this.read();
    });
  }

  /* What cannot be read is of no use to anybody. */
  forgetDamaged = async (): Promise<void> => {
    for (const id of this.damaged) await forgetGame(id);
    await this.read();
  };

  read = async (): Promise<void> => {
    const { games, damaged } = await readGames();
    [this.games, this.damaged] = [games.map(summaryOf), damaged];
  };
}
