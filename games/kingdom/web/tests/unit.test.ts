// SPDX-License-Identifier: MIT
// The board of Kingdom Builder: geometry, choices from the legal list, marks of turns, journeys, looking near and far.
import { describe, expect, test } from 'vitest';
import { aimAt, clamp, FINGER, fitOf, kept, NEAREST, reachOf, seenAt, shownPart, zoom } from '../camera';
import { changes } from '../changes';
import { around, choicesOf, couldBeside, nearest, targetsOf } from '../choose';
import { deedsOf } from '../deeds';
import { journey } from '../flights';
import { along, beyondEdges, corners, densest, freeSpot, isSeen, seenBox } from '../places';
import { landOf, readBoard, readCards, withCard, withQuadrant, withTurn, writeBoard } from '../quadrants';
import { FIGURES, SCENES, strip } from '../scenes';
import { BOX, centre, goldOf, groundAt, hexAt, hexName, hexOf, kindsOf, neighbours, ownersOf, outline, RIM, RULER, seams, turnOf } from '../look';
import type { Line, View } from '$web/protocol';
import { CARDS, TILES, type Board, type Player } from '../view';
import { isBoard } from '../view-types';

const player = (more: Partial<Player> = {}): Player => ({
  supply: 40,
  settlements: [],
  tiles: [],
  taken_from: [],
  gold: { knights: 0, castles: 0 },
  paid: {},
  has_card: true,
  card_older: false,
  ...more,
});

const board = (more: Partial<Board> = {}): Board => ({
  phase: 'act',
  start: 0,
  active: 0,
  built: 0,
  complete: false,
  last_round: false,
  lifted: null,
  quadrants: [
    { name: 'tavern', turned: false },
    { name: 'paddock', turned: false },
    { name: 'oasis', turned: false },
    { name: 'farm', turned: false },
  ],
  map: Array.from({ length: 20 }, () => 'GCDFTWMLX'.padEnd(20, 'G')),
  castles: [],
  locations: [{ hex: 'a7', tile: 'farm', left: 2 }],
  cards: ['knights', 'lords', 'miners'],
  card: 'grass',
  draw_pile: 20,
  discarded: [],
  removed: [],
  seats: [player(), player()],
  round: 1,
  to_build: 3,
  settlements: 40,
  tiles_wait: false,
  ...more,
});

test('a board is looked at before it is believed', () => {
  const lifted = { tile: 'barn', from: 'd4' } as const;
  const outcomes = { 'build a0': { gold: { knights: 2, castles: -1 }, gain: 'farm' }, 'use barn d4': { to: ['d5'] } } as const;
  expect(isBoard(board())).toBe(true);
  expect(isBoard(board({ phase: 'move', lifted, card: null }))).toBe(true);
  expect(isBoard({ ...board(), outcomes })).toBe(true);
  expect(isBoard({ ...board(), card: 'water' })).toBe(false);
  expect(isBoard({ ...board(), seats: [{ ...player(), paid: { knights: 3 } }] })).toBe(false);
});

describe('hexes', () => {
  test('have names and places', () => {
    expect(hexOf('t19')).toEqual({ name: 't19', row: 19, column: 19 });
    expect(hexName(15, 11)).toBe('p11');
    expect(centre('a0')).toEqual({ x: 50, y: 57.735 });
    expect(centre('b0').x).toBe(100); // odd rows lie half a hex further
    expect(outline({ x: 0, y: 0 })).toMatch(/^M0\.0 -57\.7L50\.0/);
  });
  test('have a ground each', () => {
    const grounds = Array.from({ length: 9 }, (_, column) => groundAt(board(), { row: 0, column }));
    expect(grounds).toEqual(['grass', 'canyon', 'desert', 'flower', 'forest', 'water', 'mountain', 'location', 'castle']);
  });
  test('are found by a point, and know their neighbours', () => {
    for (const hex of ['a0', 'b0', 'j10', 't19', 'k7']) {
      const { x, y } = centre(hex);
      expect(hexAt({ x: x + 30, y: y - 20 })).toBe(hex);
    }
    expect(hexAt({ x: -60, y: 40 })).toBeUndefined();
    expect(neighbours('c3').sort()).toEqual(['b2', 'b3', 'c2', 'c4', 'd2', 'd3']);
    expect(neighbours('d3').sort()).toEqual(['c3', 'c4', 'd2', 'd4', 'e3', 'e4']);
    expect(neighbours('a0').sort()).toEqual(['a1', 'b0']);
  });
  test('touch the seams in the middle of the board', () => {
    expect(seams()).toContain(`${centre('a10').x - 50} `);
    expect(seams().startsWith('M')).toBe(true);
  });
});

describe('the legal list', () => {
  const legal = ['build e4', 'build e5', 'use farm a1', 'use farm a2', 'use paddock c3', 'end'].map((move) => ({ move }));
  test('becomes choices', () => {
    const choices = choicesOf(legal);
    expect([...choices.build.keys()]).toEqual(['e4', 'e5']);
    expect([...(choices.use.get('farm') ?? [])]).toEqual([
      ['a1', 'use farm a1'],
      ['a2', 'use farm a2'],
    ]);
    expect(choices.end).toBe(true);
    expect(targetsOf(choices, 'build').get('e4')).toBe('build e4');
    expect(targetsOf(choices, 'paddock').get('c3')).toBe('use paddock c3');
    expect(targetsOf(choices, 'tower').size).toBe(0);
  });
  test('a lifted settlement goes before everything else', () => {
    const choices = choicesOf([{ move: 'to b2' }]);
    expect(targetsOf(choices, 'farm').get('b2')).toBe('to b2');
    expect(choices.end).toBe(false);
  });
  test('unknown words are no choices', () => {
    expect(choicesOf([{ move: 'use spaceship a1' }, { move: 'dance' }])).toEqual({ build: new Map(), use: new Map(), to: new Map(), end: false });
  });
  test('finds the nearest hex, and the box around all', () => {
    expect(nearest(['a0', 't19', 'c3'], 'd4')).toBe('c3');
    expect(nearest(['c3', 'a5', 'a2'], undefined)).toBe('a2'); // in reading order
    expect(nearest([], 'a0')).toBeUndefined();
    expect(around([])).toBeUndefined();
    expect(around(['a0', 'a3'])).toMatchObject({ left: 0, right: 400 });
  });
});

test('a closed hex is closed because of my nearest settlement with an open place beside it', () => {
  const open = choicesOf([{ move: 'build c4' }, { move: 'build q8' }]).build;
  expect(couldBeside('d9', ['c3', 'q7', 'e9'], open)).toBe('c3');
  expect(couldBeside('d9', ['e9'], open)).toBeUndefined();
});

describe('places in the window', () => {
  const size = { width: 380, height: 420 };
  const near = reachOf(size);
  const scale = fitOf(size) * near;
  const look = (hex: string) => aimAt(centre(hex), near, size, true);
  test('a finger can mean one hex', () => expect(100 * scale).toBeGreaterThanOrEqual(FINGER));
  test('the board opens where most of them are', () => {
    const group = ['p3', 'p4', 'q3', 'r5'];
    const point = densest(['a19', 'b18', ...group], scale, size);
    const sight = aimAt(point ?? { x: 0, y: 0 }, near, size, true);
    expect(group.every((hex) => isSeen(hex, sight, size))).toBe(true);
    expect(isSeen('a19', sight, size)).toBe(false);
    expect(densest([], scale, size)).toBeUndefined();
  });
  test('those that are not seen are counted at the edge beyond which they lie', () => {
    const beyond = beyondEdges(['j10', 'a10', 'b11', 't9', 'j0', 'k19'], look('j10'), size);
    expect(beyond).toEqual({ top: ['a10', 'b11'], bottom: ['t9'], left: ['j0'], right: ['k19'] });
  });
  test('things lie where they cover none', () => {
    const box = seenBox('j10', look('j10'), size);
    expect((box.left + box.right) / 2).toBeCloseTo(190, 0);
    const [low = { x: 0, y: 0 }] = corners(size, 44, 94, 'right');
    const taken = { left: low.x, top: low.y, right: low.x + 10, bottom: low.y + 10 };
    expect(freeSpot(corners(size, 44, 94, 'right'), 44, 94, [])).toMatchObject({ ...low, free: true });
    const other = freeSpot(corners(size, 44, 94, 'right'), 44, 94, [taken]);
    expect(other.free).toBe(true);
    expect(other.x).toBeLessThan(low.x);
    const everywhere = [{ left: 0, top: 0, right: 380, bottom: 420 }];
    expect(freeSpot(along('top', size, 112, 44), 112, 44, everywhere).free).toBe(false);
  });
});

describe('a turn in few signs', () => {
  const line = (ply: number, move: string, say: Line['say'] = []): Line => ({ seq: ply, at: 0, what: 'move', seat: 1, ply, move, say });
  test('builds of one terrain stand together, a move is one deed, tiles come and go', () => {
    const turn = [
      line(1, 'use barn o8'),
      line(2, 'to a1', [{ key: 'event.lose', tile: [{ word: 'tile.tower' }] }]),
      line(3, 'build a0'),
      line(4, 'build b0', [{ key: 'event.gain', tile: [{ word: 'tile.farm' }] }]),
      line(5, 'build c1'),
      line(6, 'end'),
    ];
    expect(deedsOf(board(), turn)).toEqual([
      { plies: [1, 2], tile: 'barn', what: 'move', hexes: ['o8'], to: 'a1' },
      { plies: [2], tile: 'tower', what: 'lose', hexes: [] },
      { plies: [3, 4], ground: 'grass', what: 'build', hexes: ['a0', 'b0'] },
      { plies: [4], tile: 'farm', what: 'gain', hexes: [] },
      { plies: [5], ground: 'canyon', what: 'build', hexes: ['c1'] },
    ]);
  });
});

test('what others changed is marked: their settlements, tiles, gold and supply', () => {
  const before = board({ seats: [player(), player({ settlements: ['d4'] })] });
  const after = board({ seats: [player({ settlements: ['a1'] }), player({ settlements: ['d4', 'e4'], supply: 39, tiles: [{ tile: 'farm', state: 'new' }], gold: { knights: 2, castles: 0 } })] });
  const view = (one: Board) => ({ game: 'kingdom-builder', board: one }) as unknown as View;
  const marks = changes(view(before), view(after), [{ seq: 1, at: 0, what: 'move', seat: 1 }]);
  expect([...marks]).toEqual([
    ['hex:e4', 1],
    ['seat:1:tile:farm', 1],
    ['seat:1:gold:knights', 1],
    ['seat:1:house', 1],
  ]);
});

describe('a board that is named', () => {
  test('is read and written as the command does; what is no board is one to begin with', () => {
    const text = 'harbor,paddock,barn:180,tavern';
    expect(writeBoard(readBoard(text))).toBe(text);
    for (const no of ['', 'random', 'farm,farm,oasis,tower', 'farm,oasis']) expect(readBoard(no)).toHaveLength(4);
    expect(readCards('lords,miners,hermits')).toEqual(['lords', 'miners', 'hermits']);
    expect(readCards('lords,lords,miners')).toHaveLength(3);
  });
  test('a quadrant comes to a place, and changes places with the one there', () => {
    const first = readBoard('harbor,paddock,barn:180,tavern');
    expect(writeBoard(withQuadrant(first, 0, 'oracle'))).toBe('oracle,paddock,barn:180,tavern');
    expect(writeBoard(withQuadrant(first, 0, 'barn'))).toBe('barn:180,paddock,harbor,tavern');
    expect(writeBoard(withQuadrant(first, 0, 'harbor'))).toBe('harbor,paddock,barn:180,tavern');
    expect(writeBoard(withTurn(first, 2))).toBe('harbor,paddock,barn,tavern');
  });
  test('every quadrant has its land; turned, it is read from its end', () => {
    for (const name of TILES) {
      const land = landOf({ name, turned: false });
      expect(land.map((row) => row.length), name).toEqual(Array(10).fill(10));
      expect(landOf({ name, turned: true }).join('')).toBe([...land.join('')].reverse().join(''));
    }
  });
  test('another card takes the place of the one that was chosen first', () => {
    expect(withCard(['lords', 'miners', 'hermits'], 'knights')).toEqual(['miners', 'hermits', 'knights']);
    expect(withCard(['lords', 'miners', 'hermits'], 'miners')).toEqual(['lords', 'miners', 'hermits']);
  });
});

describe('what happened', () => {
  test('a turn leaves marks where settlements came to stand and where they were taken', () => {
    const owners = ownersOf(board({ seats: [player({ settlements: ['a1', 'c3'] }), player({ settlements: ['b9'] })] }));
    expect(turnOf(['build a1', 'build b2', 'use paddock b2', 'to c3', 'end'], owners, 0)).toEqual({ built: ['a1', 'c3'], left: ['b2'] });
    expect(turnOf([undefined, 'end'], owners, 1)).toEqual({ built: [], left: [] });
  });
  test('settlements fly from the supply, or from where they were lifted', () => {
    const before = board({ seats: [player(), player({ settlements: ['d4'] })] });
    const after = board({ seats: [player({ settlements: ['a1'], taken_from: ['a7'], gold: { knights: 2, castles: 0 } }), player({ settlements: ['d4'] })] });
    const way = journey(before, after);
    expect(way.flights).toEqual([{ piece: 'seat:0:house', stays: true, to: 'hex:a1', fade: true }]);
    expect(way.fresh).toEqual(['a1']);
    expect(way.gained).toEqual([{ at: 'seat:0:tile:farm', from: 'hex:a7' }]);
    const lifted = board({ lifted: { tile: 'barn', from: 'a1' }, phase: 'move' });
    expect(journey(lifted, board({ seats: [player({ settlements: ['b5'] }), player()] })).flights[0]).toMatchObject({ from: 'hex:a1', to: 'hex:b5' });
  });
  test('nothing flies over more than a turn, or to another board', () => {
    const many = board({ seats: [player({ settlements: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1'] }), player()] });
    expect(journey(board(), many).flights).toEqual([]);
    expect(journey(board({ map: [] }), board({ seats: [player({ settlements: ['a1'] }), player()] })).flights).toEqual([]);
  });
});

describe('my things', () => {
  test('tiles are counted by kind, in the order of the quadrants', () => {
    const mine = player({
      tiles: [
        { tile: 'farm', state: 'ready' },
        { tile: 'farm', state: 'used' },
        { tile: 'tavern', state: 'new' },
      ],
    });
    expect(kindsOf(board(), mine)).toEqual([
      { tile: 'tavern', ready: 0, used: 0, fresh: 1 },
      { tile: 'paddock', ready: 0, used: 0, fresh: 0 },
      { tile: 'oasis', ready: 0, used: 0, fresh: 0 },
      { tile: 'farm', ready: 1, used: 1, fresh: 0 },
    ]);
    expect(kindsOf(board(), undefined)).toHaveLength(4);
  });
  test('gold is the sum of its lines', () => expect(goldOf({ gold: { knights: 6, lords: 12, castles: 3 } })).toBe(21));
});

describe('looking near and far', () => {
  const size = { width: 640, height: 553 };
  test('the whole board lies in the middle, or at the top where tools are below', () => {
    const whole = clamp({ near: 1, x: -50, y: 90 }, size);
    expect(whole.near).toBe(1);
    expect(whole.x).toBeCloseTo((640 - BOX.width * fitOf(size)) / 2);
    // From afar the numbers need more room than the rim gives them: the first row begins below them.
    const phone = { width: 348, height: 400 };
    expect(clamp({ near: 1, x: 0, y: 90 }, phone, true).y + RIM.top * fitOf(phone)).toBeCloseTo(RULER);
    expect(clamp({ near: 1, x: 0, y: 90 }, { width: 348, height: BOX.height * (348 / BOX.width) + 2 }, true).y).toBeCloseTo(2);
  });
  test('what is under the pointer stays there', () => {
    const start = aimAt({ x: 1000, y: 900 }, 2, size);
    const at = { x: 300, y: 250 };
    const near = zoom(start, size, 3, at);
    const under = (sight: typeof near) => {
      const part = shownPart(sight, size);
      return { x: part.x + (at.x / size.width) * part.width, y: part.y + (at.y / size.height) * part.height };
    };
    expect(under(near).x).toBeCloseTo(under(start).x, 6);
    expect(under(near).y).toBeCloseTo(under(start).y, 6);
  });
  test('one never looks past the edge, nor too near or too far', () => {
    expect(clamp({ near: 2, x: 500, y: 500 }, size)).toMatchObject({ x: 0, y: 0 });
    expect(clamp({ near: 99, x: 0, y: 0 }, size).near).toBe(NEAREST);
    expect(zoom({ near: 1, x: 0, y: 0 }, size, 0.2, { x: 0, y: 0 }).near).toBe(1);
  });
  test('in a window of another size the same is looked at, as large as before', () => {
    const other = { width: 500, height: 300 };
    const sight = kept(aimAt({ x: 1000, y: 900 }, 2, size), size, other);
    expect(fitOf(other) * sight.near).toBeCloseTo(fitOf(size) * 2);
    expect(seenAt({ x: 1000, y: 900 }, sight, other).x).toBeCloseTo(250);
    expect(kept(clamp({ near: 1, x: 0, y: 0 }, size), size, other).near).toBe(1);
  });
  test('a point that is aimed at is seen in the middle', () => {
    const seen = seenAt({ x: 1000, y: 900 }, aimAt({ x: 1000, y: 900 }, 3, size), size);
    expect(seen.x).toBeCloseTo(320);
    expect(seen.y).toBeCloseTo(276.5);
  });
});

describe('pictures', () => {
  test('there is one for every card and the castles', () => {
    for (const card of [...CARDS, 'castles'] as const) {
      expect(SCENES[card].length, card).toBeGreaterThan(0);
      expect(FIGURES[card]?.length, card).toBeGreaterThan(0);
    }
  });
  test('are written as strips of land', () => {
    expect(strip('G D1! L:farm C?')).toEqual([
      { ground: 'grass' },
      { ground: 'desert', seat: 1, mark: 'paid' },
      { ground: 'location', tile: 'farm' },
      { ground: 'canyon', mark: 'legal' },
    ]);
  });
});
