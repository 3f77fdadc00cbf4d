// SPDX-License-Identifier: MIT
// The games that are kept on this device, for lists.
import { readGames, summaryOf, type HereSummary } from '$web/here/kept';

export class HereGames {
  games: HereSummary[] | undefined = $state.raw();

  constructor() {
    $effect(() => {
      void this.read();
    });
  }

  read = async (): Promise<void> => {
    this.games = (await readGames()).map(summaryOf);
  };
}
