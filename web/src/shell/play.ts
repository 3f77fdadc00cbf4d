// SPDX-License-Identifier: MIT
// Play now: a table against a bot of middle strength, in one click.
import { api } from '$web/api';
import type { GameInfo } from '$web/protocol';
import { go } from '$web/router.svelte';
import { arrive, session } from '$web/session.svelte';

export const middleLevel = (levels: readonly string[]): string => levels[Math.floor((levels.length - 1) / 2)] ?? 'greedy';

export async function playNow(game: GameInfo): Promise<void> {
  await arrive(); // the cookie comes first
  const level = middleLevel(session.levels);
  const players = game.players_min;
  const table = await api.create({
    game: game.game,
    players,
    options: {},
    seats: Array.from({ length: players }, (_, i) => (i === 0 ? { kind: 'me' } : { kind: 'bot', level })),
    clock: { kind: 'none' },
    public: false,
    hints: true,
    quick: false,
    share: 'later',
  });
  go(`/t/${table}`);
}
