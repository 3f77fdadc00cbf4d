// SPDX-License-Identifier: MIT
// What lies on the table of Splendor many times over, as stamps.
import { picturesOf, stampsOf } from '$web/stamp';
import symbols from './pieces.svg?raw';
import style from './style.css?raw';
import type { Token } from './view';

const stamp = stampsOf(picturesOf(symbols, style));

export const gemStamp = (token: Token, place: string | number = ''): string => stamp(`splendor-gem-${token}`, { place });
export const chipStamp = (token: Token, place: string): string => stamp('splendor-chip', { dress: `sp-${token}`, place });
export const backStamp = (level: number): string => stamp('splendor-back', { dress: `sp-lv${level}` });
