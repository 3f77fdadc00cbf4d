// SPDX-License-Identifier: MIT
// The table of Golestan, as every board is shown.
import { boardScenes } from '$tests/screenshots/scene';

export const scenes = boardScenes({ game: 'golestan', few: 'me skilled', many: 'me skilled novice expert', middle: 4, options: { start: '0' } });
