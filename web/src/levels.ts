// SPDX-License-Identifier: MIT
// Levels of bots from weak to strong: those that a page has by itself.
export const LEVELS = ['novice', 'casual', 'skilled', 'expert', 'master', 'grandmaster'] as const;
