// SPDX-License-Identifier: MIT
// The sizes of the page, said once. Every part of the page asks for them by name: style sheets by the attribute that
// followLayout() sets on the root ([data-size~='portrait']), scripts by is('portrait').
//
//     hand       a phone, held either way: no header, what the others own in one row each
//       portrait   upright; short: little height; squat: hardly any, under the bars of a browser; narrow: little width
//       landscape  on its side; small: little width
//     tablet     upright: one column, everything in sight
//     desk       two columns and more; close: a tablet on its side or a small window; low: little height
//       wide       a large screen: larger pieces; vast: a wall

export type Size = 'hand' | 'portrait' | 'short' | 'squat' | 'narrow' | 'landscape' | 'small' | 'tablet' | 'desk' | 'close' | 'low' | 'wide' | 'vast';

/* Every name with its condition, from the general to the particular. */
export function sizesOf(width: number, height: number): Size[] {
  const landscape = height <= 500 && width > height;
  const portrait = !landscape && width < 600;
  const tablet = !landscape && width >= 600 && width < 1000;
  const desk = !landscape && width >= 1000;
  const named: readonly (readonly [Size, boolean])[] = [
    ['hand', portrait || landscape],
    ['portrait', portrait],
    ['short', portrait && height <= 740],
    ['squat', portrait && height <= 600],
    ['narrow', portrait && width < 360],
    ['landscape', landscape],
    ['small', landscape && width <= 740],
    ['tablet', tablet],
    ['desk', desk],
    ['close', desk && width < 1250],
    ['low', (tablet && height < 1100) || (desk && height < 900)],
    ['wide', desk && width >= 1600 && height >= 900],
    ['vast', desk && width >= 2200 && height >= 1200],
  ];
  return named.filter(([, holds]) => holds).map(([name]) => name);
}

const state = $state({ sizes: sizesOf(innerWidth, innerHeight) });

export const is = (size: Size): boolean => state.sizes.includes(size);

/* Keeps the names right while the window changes; they are there before anything is drawn. To be called once. */
export function followLayout(): void {
  const look = () => {
    const sizes = sizesOf(innerWidth, innerHeight);
    const text = sizes.join(' ');
    if (document.documentElement.dataset['size'] === text) return;
    document.documentElement.dataset['size'] = text;
    state.sizes = sizes;
  };
  look();
  addEventListener('resize', look);
}
