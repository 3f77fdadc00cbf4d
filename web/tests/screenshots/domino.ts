// Kingdomino, Queendomino, and the Royal Wedding of both with eight at the table.
import { boardScenes } from './scene';

export const scenes = [
  ...boardScenes({ game: 'queendomino', few: 'me greedy', many: 'me greedy greedy greedy', middle: 60 }),
  ...boardScenes({ game: 'kingdomino', few: 'me greedy', many: 'me greedy greedy greedy', middle: 24 }),
  ...boardScenes({ game: 'royal-wedding', few: 'me greedy greedy', many: `me${' greedy'.repeat(7)}`, middle: 60 }),
];
