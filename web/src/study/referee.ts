// SPDX-License-Identifier: MIT
// The referee's view: each player's things as that player sees them, and what lies face down turned up, where the game can show it.
import type { GameTable } from '$web/board';
import { Game } from '$web/engine/engine';
import type { View } from '$web/protocol';
import { thing } from '$web/shape';
import type { Position } from './hidden';

type Board = Record<string, unknown>;

/* A list with one thing for each player. */
const isOfPlayers = (value: unknown, players: number): value is object[] => Array.isArray(value) && value.length === players && value.every((one) => typeof one === 'object' && one !== null);

/* In every such list of a board, each player's own view of it. */
export function ownSides(board: Board, boards: readonly Board[]): Board {
  const players = boards.length;
  const of = (key: string, seat: number) => {
    const theirs = boards[seat]?.[key];
    return isOfPlayers(theirs, players) ? theirs[seat] : undefined;
  };
  return Object.fromEntries(Object.entries(board).map(([key, value]) => [key, isOfPlayers(value, players) ? value.map((one, seat) => of(key, seat) ?? one) : value]));
}

/* What a position looks like that differs from this one. */
export const lookAt = (game: string, seat: number) => async (position: object): Promise<View> => {
  const other = await Game.open({ game, position });
  try {
    return await other.view(seat);
  } finally {
    other.close();
  }
};

const boardIn = ({ board }: View): Board => (thing(board) ? board : {});

export async function refereeView(view: View, position: Position, game: Game, turnUp: GameTable['turnUp']): Promise<View> {
  const views = await Promise.all(Array.from({ length: view.players }, (_, seat) => game.view(seat)));
  const open = { ...view, board: ownSides(boardIn(view), views.map(boardIn)) };
  return turnUp ? turnUp(open, position, lookAt(view.game, Math.max(0, view.seat))) : open;
}
