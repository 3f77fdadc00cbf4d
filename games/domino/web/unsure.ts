// SPDX-License-Identifier: MIT
// Tiles whose gift is not certain: the rulebook does not settle what they bring at once, and what we give is our choice (see the README
// of the game). The table of the buildings says how sure each is.
import table from '../buildings.csv?raw';

const [head = [], ...rows] = table.trim().split('\n').map((line) => line.trim().split(','));
const [id, status] = [head.indexOf('id'), head.indexOf('now_status')];

export const UNSURE: ReadonlySet<string> = new Set(rows.filter((row) => row[status] !== 'seen').map((row) => row[id] ?? ''));
