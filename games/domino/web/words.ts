// SPDX-License-Identifier: MIT
// The words of the rules, and those that only the page needs.
import rulesEn from '../words/en.json';
import rulesFa from '../words/fa.json';
import { change, number, writer } from '$web/i18n';
import type { GameWords } from '$web/board';
import pageEn from './words/en.json';
import pageFa from './words/fa.json';
import type { Point } from './look';
import type { Building, Domino, Kingdom, Square, Terrain } from './view';

const en = { ...rulesEn, ...pageEn };
const fa = { ...rulesFa, ...pageFa };

export const lists: GameWords = { en, fa };
type Key = keyof typeof en;
export const s = writer<Key>({ en, fa });

export const terrainName = (terrain: Terrain): string => s(`terrain.${terrain}`);
export const squareName = ({ terrain, crowns }: Square): string => (crowns > 0 ? s(`crowned.${terrain}`, { n: crowns }) : terrainName(terrain));
export const dominoName = (domino: Domino): string => s('domino.label', { n: domino.domino, left: squareName(domino.left), right: squareName(domino.right) });
const isKey = (key: string): key is Key => key in en;
export function buildingName({ id }: Building): string {
  const key = `building.${id}`;
  return isKey(key) ? s(key) : id;
}

/* A place in a kingdom as one says it: how far from the castle. */
export function cellName({ x, y }: Point): string {
  const across = x === 0 ? [] : [s(x > 0 ? 'cell.e' : 'cell.w', { n: Math.abs(x) })];
  const down = y === 0 ? [] : [s(y > 0 ? 'cell.s' : 'cell.n', { n: Math.abs(y) })];
  return [...across, ...down].join(' ');
}

/* Points that a choice brings; none is no gain, not "+0". */
export const gained = (points: number): string => (points === 0 ? number(0) : change(points));

/* What a building gives, as sentences: at once, at every tax, and at the end. */
export function effectsOf(building: Building): string[] {
  const out: string[] = [];
  if (building.points > 0) out.push(s('effect.points', { n: building.points }));
  if (building.per === 'tower' || building.per === 'knight') out.push(s(`effect.per.${building.per}`, { n: building.per_points }));
  else if (building.per !== 'none') out.push(s('effect.per', { n: building.per_points, terrain: terrainName(building.per) }));
  if (building.crowns > 0) out.push(s('effect.crown'));
  if (building.tax_bonus === 'coin_per_knight') out.push(s('effect.tax.knight'));
  if (building.tax_bonus === 'coin_per_tower') out.push(s('effect.tax.tower'));
  if (building.knights > 0) out.push(s('effect.knights', { n: building.knights }));
  if (building.towers > 0) out.push(s('effect.towers', { n: building.towers }));
  return out;
}
export const buildingLabel = (building: Building): string => [buildingName(building), ...effectsOf(building)].join(s('list.semicolon'));

/* A kingdom for those who listen: its properties. */
export function kingdomLabel(kingdom: Pick<Kingdom, 'lands'>): string {
  const lands = kingdom.lands.map((land) => s('land.label', { terrain: terrainName(land.terrain), n: land.squares, crowns: land.crowns }));
  return s('kingdom.label', { lands: lands.length > 0 ? lands.join(s('list.semicolon')) : s('kingdom.bare') });
}
