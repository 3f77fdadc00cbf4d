// SPDX-License-Identifier: MIT
// Drawings that stand on a board a hundred times. With <use> each of them is a tree of its own, shape by shape, that is styled, laid
// out and walked through anew wherever it is put; as a picture of an own document it is a single thing.
import { theme } from './settings.svelte';

/* `dress` is a class by which the style sheet says in which colours. */
type Picture = (symbol: string, dress?: string) => string;

/* What a style sheet says of colours: rules that hold properties alone, at every size. */
const coloursIn = (style: string) => (style.match(/^[^\s{}/@][^{}]*\{[^{}]*\}/gm) ?? []).filter((rule) => /\{\s*--/.test(rule) && !rule.includes('data-size')).join('');

/*
 * The symbols of a game as pictures: addresses for <image> and url(). What takes its colour from where it stands cannot be one; for
 * colours by theme or dress the game gives its style sheet.
 */
export function picturesOf(symbols: string, style = ''): Picture {
  const drawn = new Map([...symbols.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)].map(([whole, id = '']) => [id, whole] as const));
  const colours = coloursIn(style);
  const made = new Map<string, string>();
  /* With all that it uses in its turn. */
  const needed = (id: string, known = new Set<string>()): Set<string> => {
    if (known.has(id)) return known;
    known.add(id);
    for (const [, other = ''] of (drawn.get(id) ?? '').matchAll(/<use href="#([^"]+)"/g)) needed(other, known);
    return known;
  };
  return (symbol, dress = '') => {
    const key = `${symbol} ${dress} ${theme()}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const [, how = '', inside = ''] = /<symbol id="[^"]+"([^>]*)>(.*)<\/symbol>/s.exec(drawn.get(symbol) ?? '') ?? [];
    const others = [...needed(symbol)].slice(1).map((id) => drawn.get(id) ?? '');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"${how} class="${dress}" data-theme="${theme()}"><style>${colours}</style>${others.join('')}${inside}</svg>`;
    const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    made.set(key, address);
    return address;
  };
}

let rules: CSSStyleSheet | undefined;
let classes = 0;

/* A class that shows a picture in the background of whatever has it, as large as that is. */
function stamp(picture: string): string {
  const name = `stamp-${++classes}`;
  if (rules === undefined && 'adoptedStyleSheets' in document) {
    rules = new CSSStyleSheet();
    document.adoptedStyleSheets.push(rules);
  }
  rules?.insertRule(`.${name} { background: url("${picture}") 0 0 / 100% 100% no-repeat }`);
  return `stamp ${name}`;
}

/*
 * The same as stamps: classes. A browser lays out a picture anew whenever it paints it larger or smaller than the last time, so what
 * stands at several places in several sizes has a stamp for each `place`.
 */
export function stampsOf(picture: Picture): (symbol: string, how?: { dress?: string; place?: string | number }) => string {
  const made = new Map<string, string>();
  return (symbol, { dress, place = '' } = {}) => {
    const key = `${symbol} ${dress ?? ''} ${place} ${theme()}`;
    const found = made.get(key) ?? stamp(`${picture(symbol, dress)}#${made.size}`);
    made.set(key, found);
    return found;
  };
}
