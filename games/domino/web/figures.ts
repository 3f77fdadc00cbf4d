// SPDX-License-Identifier: MIT
// Kingdoms for the pictures of the rules, written as one reads them: a letter for the terrain and the crowns,
// "##" for the castle, and the dominoes by number and the cells of their two squares.
import { beside, isDirection, type Drawing } from './look';
import { TERRAINS, type Box, type Building, type Cell, type Domino, type Land, type Square, type Terrain } from './view';

const LETTERS: Record<string, Terrain> = { W: 'wheat', F: 'forest', L: 'lake', G: 'grassland', S: 'swamp', M: 'mine', T: 'town' };

export const squareOf = (text: string): Square => ({ terrain: LETTERS[text.charAt(0)] ?? 'wheat', crowns: Number(text.charAt(1)) });
export const dominoOf = (domino: number, left: string, right: string, box: Box = 'queendomino'): Domino => ({ domino, box, left: squareOf(left), right: squareOf(right) });

const PLAIN: Building = { id: '', crowns: 0, knights: 0, towers: 0, points: 0, per: 'none', per_points: 0, tax_bonus: 'none' };
export const tileOf = (id: string, more: Partial<Building> = {}): Building => ({ ...PLAIN, id, ...more });

export type Drawn = {
  rows: readonly string[]; // from the north; "##" is the castle
  dominoes: string; // "18 0,1 s; 24 0,-1 e": number, cell of the left square, direction of the right one
  lands?: string; // "lake 3 1; town 2 0": its properties, for those who listen
  buildings?: Readonly<Record<string, Building>>;
  knights?: readonly string[];
  seats?: number[];
  last?: number;
};

/* "lake 3 1": three squares with one crown. */
const landsOf = (text: string): Land[] =>
  text.split('; ').flatMap((one) => {
    const [name, squares, crowns] = one.split(' ');
    const terrain = TERRAINS.find((other) => other === name);
    return terrain === undefined ? [] : [{ terrain, squares: Number(squares), crowns: Number(crowns) }];
  });

export function kingdomFrom(drawn: Drawn): Drawing {
  const castle = { x: 0, y: 0 };
  drawn.rows.forEach((row, y) => {
    const x = row.split(' ').indexOf('##');
    if (x >= 0) Object.assign(castle, { x, y });
  });
  const at = (x: number, y: number) => squareOf(drawn.rows[y + castle.y]?.split(' ')[x + castle.x] ?? '');
  const cells: Cell[] = drawn.dominoes.split('; ').flatMap((text) => {
    const [number = '', place = '', dir = 'e'] = text.split(' ');
    const [x = 0, y = 0] = place.split(',').map(Number);
    const right = beside({ x, y }, isDirection(dir) ? dir : 'e');
    const cell = (half: Cell['half'], px: number, py: number): Cell => ({
      ...at(px, py),
      x: px,
      y: py,
      domino: Number(number),
      box: 'queendomino',
      half,
      land: 0,
      knight: drawn.knights?.includes(`${px},${py}`) ?? false,
      building: drawn.buildings?.[`${px},${py}`] ?? null,
    });
    return [cell('left', x, y), cell('right', right.x, right.y)];
  });
  const all = [{ x: 0, y: 0 }, ...cells];
  return {
    seats: drawn.seats ?? [0],
    extent: {
      west: Math.min(...all.map(({ x }) => x)),
      east: Math.max(...all.map(({ x }) => x)),
      north: Math.min(...all.map(({ y }) => y)),
      south: Math.max(...all.map(({ y }) => y)),
    },
    last: drawn.last === undefined ? null : { domino: drawn.last, box: 'queendomino', left: squareOf('W0'), right: squareOf('W0') },
    lands: landsOf(drawn.lands ?? ''),
    cells,
  };
}

/* QD-16, V1: 71 points. */
export const QUEEN_FULL: Drawn = {
  rows: ['T0 F0 G0 G0 S1', 'F0 G2 G1 W0 W0', 'F1 T0 ## T0 W1', 'T0 T0 F1 M1 M0', 'L1 L1 L0 M3 T0'],
  dominoes: '18 0,1 s; 24 0,-1 e; 7 0,-2 e; 25 2,-2 s; 14 2,0 s; 27 -1,-1 n; 38 -2,0 e; 32 -2,-2 s; 40 -1,2 n; 39 -2,2 n; 43 1,1 n; 45 1,2 e',
  lands: 'forest 1 1; lake 3 2; grassland 4 3; wheat 3 1; swamp 1 1; mine 3 4; forest 1 0; forest 2 1; town 3 0; town 1 0; town 1 0; town 1 0',
  buildings: {
    '-2,-2': tileOf('sawmill'),
    '-1,0': tileOf('church'),
    '-1,1': tileOf('travelling_castle'),
    '-2,1': tileOf('big_tavern'),
    '1,0': tileOf('statue'),
    '2,2': tileOf('guard_tower'),
  },
};

/* KD-12, V8: 34 points. */
export const KING_FULL: Drawn = {
  rows: ['S0 S2 G0 G1 M2', 'M2 M3 W0 W0 S0', 'W0 S0 ## W0 S1', 'W1 G0 G2 W0 F1', 'F0 L1 L0 W1 S0'],
  dominoes: '38 1,0 e; 27 2,1 w; 47 2,-1 n; 42 0,2 n; 22 1,2 e; 36 1,-1 n; 44 0,-2 w; 48 0,-1 w; 34 -1,2 w; 21 -2,1 e; 46 -2,-2 s; 16 -2,0 e',
  lands: 'wheat 5 1; swamp 2 1; forest 1 1; mine 1 2; lake 2 1; grassland 2 2; swamp 1 0; grassland 2 1; swamp 2 2; mine 2 5; forest 1 0; wheat 2 1; swamp 1 0',
};
