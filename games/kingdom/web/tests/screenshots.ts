// Kingdom Builder: the first game's board, and four players.
import { boardScenes } from '$tests/screenshots/scene';

export const scenes = boardScenes({ game: 'kingdom-builder', few: 'me greedy', many: 'me greedy greedy greedy', middle: 40, options: { board: 'first', cards: 'first', start: '0' } });
