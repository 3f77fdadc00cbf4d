// SPDX-License-Identifier: MIT
// Land and buildings as pictures: kingdoms have hundreds of squares, and each would be twenty shapes.
import { picturesOf, stampsOf } from '$web/stamp';
import symbols from './pieces.svg?raw';
import type { Terrain } from './view';

const picture = picturesOf(symbols);

const stamp = stampsOf(picture);

export const piecePicture = (name: string): string => picture(`qd-${name}`);
export const landStamp = (terrain: Terrain, size: number): string => stamp(`qd-${terrain}`, { place: size });
