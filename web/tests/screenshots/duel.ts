// 7 Wonders Duel: the draft of the wonders, and the three ages.
import { boardScenes } from './scene';

const game = 'seven-wonders-duel';
export const scenes = [
  ...boardScenes({ game, few: 'me greedy', many: 'me greedy', middle: 34, options: { wonders: 'first-game' } }),
  { ...boardScenes({ game, few: 'me greedy', many: 'me greedy', middle: 0, options: { start: '0' } })[0]!, name: `${game}-draft` },
];
