// SPDX-License-Identifier: MIT
// The words of the rules, and those that only the page needs.
import rulesEn from '../words/en.json';
import rulesFa from '../words/fa.json';
import type { GameWords } from '$web/board';
import { core, writer, type Parts } from '$web/i18n';
import { settings } from '$web/settings.svelte';
import pageEn from './words/en.json';
import pageFa from './words/fa.json';
import { effectsOf, findCard, type Effect } from './look';
import { RESOURCES, type Board, type Card, type Cost, type Wonder } from './view';

const en = { ...rulesEn, ...pageEn };
const fa = { ...rulesFa, ...pageFa };

export const lists: GameWords = { en, fa };
export const s = writer<keyof typeof en>({ en, fa });

/* Keys that are put together from names in the view. */
const isKey = (key: string): key is keyof typeof en => key in en;
export const word = (key: string, parts: Parts = {}): string => (isKey(key) ? s(key, parts) : key);

export const ageName = (age: number): string => word(`age.${age}`);
export const cardName = (key: string): string => word(`card.${key}`);
export const wonderName = (key: string): string => word(`wonder.${key}`);
/* A wonder where room is short. */
export const shortName = (key: string): string => word(`brief.wonder.${key}`);
export const tokenName = (key: string): string => word(`token.${key}`);
/* What a progress token does, in a sentence. */
export const tokenAbout = (key: string): string => word(`progress.${key}`);
export const kindName = (kind: string): string => word(`kind.${kind}`);
export const symbolName = (symbol: string): string => word(`symbol.${symbol}`);
export const lineName = (line: string): string => word(`line.${line}`);
export const resourceName = (resource: string): string => word(`resource.${resource}`);
export const letterOf = (resource: string): string => word(`letter.${resource}`);
/* A source of a unit is a card, a wonder or a token: keys never clash, but names may. */
export const sourceName = (key: string): string => word(`card.${key}` in en ? `card.${key}` : `wonder.${key}` in en ? `wonder.${key}` : `token.${key}`);

const comma = (texts: readonly string[]): string => texts.join(core[settings.language]['list.comma']);

export function effectText(effect: Effect): string {
  switch (effect.what) {
    case 'symbol':
      return s('effect.symbol', { symbol: symbolName(effect.symbol) });
    case 'points':
      return s('fact.points', { n: effect.n });
    case 'shields':
      return s('fact.shields', { n: effect.n });
    case 'coins':
      return s('coins', { n: effect.n });
    case 'plunder':
      return s('fact.plunder', { n: effect.n });
    case 'makes':
      return word(`makes.${effect.resource}`, { n: effect.n });
    case 'choice':
      return effect.resources.length > 2 ? s('fact.choice_brown') : s('fact.choice_grey');
    case 'trade':
      return comma(effect.resources.map((resource) => word(`trade.${resource}`)));
    case 'counts':
      return effect.most ? word(`most.${effect.item}`) : word(`own.${effect.item}`, { n: effect.coins });
    case 'destroys':
      return word(`fact.destroy_${effect.kind}`);
    default:
      return word(`fact.${effect.what}`);
  }
}

export const effectsText = (thing: Card | Wonder): string => comma(effectsOf(thing).map(effectText));

export function costText(cost: Cost): string {
  const parts = RESOURCES.filter((resource) => cost[resource]).map((resource) => word(`makes.${resource}`, { n: cost[resource] ?? 0 }));
  if (cost.coins) parts.unshift(s('coins', { n: cost.coins }));
  return parts.length === 0 ? s('table.free') : comma(parts);
}

/* Some card of the game that nobody sees just now. */
export const unseenCard = (board: Board): string =>
  Object.keys(en).flatMap((key) => (key.startsWith('card.') && key.split('.').length === 2 ? key.slice('card.'.length) : [])).find((key) => !PAGE_WORDS.has(key) && findCard(board, key) === undefined) ?? '';
/* "card.label" and the like speak about cards and are none. */
const PAGE_WORDS: ReadonlySet<string> = new Set(Object.keys(pageEn).flatMap((key) => (key.startsWith('card.') ? key.slice('card.'.length) : [])));
