// SPDX-License-Identifier: MIT
// The board of Queendomino and its sisters: choices from the legal list, geometry for showing, what travelled.
import { expect, test } from 'vitest';
import { rulesOf } from '../books';
import { changes } from '../changes';
import { choicesOf, covered, faces, facing, nearest, nextTurn, outcomeOf, turnedAt } from '../choose';
import { dominoOf, kingdomFrom, KING_FULL, QUEEN_FULL, tileOf, type Drawn } from '../figures';
import { journey } from '../flights';
import { commonest, drawingOf, lyingOf, reasonAt, waysIn, written } from '../laying';
import { grown, isTwin, joinedCells, keyOf, kingdomOf, laidOut, outline, pointedAt, reachOf, rightOf, turned, windowOf } from '../look';
import { UNSURE } from '../unsure';
import type { Board, Building, InLine, InTurn, Kingdom } from '../view';
import { isBoard } from '../view-types';
import type { Line, View } from '$web/protocol';
import { chaptersOf } from '$web/rules';

const moves = (...list: string[]) => list.map((move) => ({ move }));

test('the legal list becomes choices; nothing else can be chosen', () => {
  const { places, discard, none } = choicesOf(moves('place 1,0 e', 'place 0,-1 n', 'place -1,0 w'));
  expect(places.map((place) => place.move)).toEqual(['place 0,-1 n', 'place -1,0 w', 'place 1,0 e']); // row by row
  expect([discard, none]).toEqual([false, undefined]);
  expect(choicesOf(moves('discard')).discard).toBe(true);

  const build = choicesOf(moves('build none', 'build 0 1,0', 'build 0 -1,0', 'build 3 1,0'));
  expect([...build.builds]).toEqual([[0, ['1,0', '-1,0']], [3, ['1,0']]]);
  expect(build.none).toBe('build none');
  expect([...choicesOf(moves('burn none', 'burn 2', 'burn 5')).burns]).toEqual([2, 5]);
  expect([...choicesOf(moves('pick 20', 'pick 3')).picks]).toEqual([20, 3]);
  expect(choicesOf([{ move: 'tax left', say: { key: 'move.tax_one', n: [4] } }, { move: 'tax none', say: { key: 'move.tax_none' } }]).taxes).toEqual([{ move: 'tax left', which: 'left', coins: 4 }]);
});

test('a domino turns to where it fits, and stays where it lies if it can', () => {
  const { places } = choicesOf(moves('place 1,0 e', 'place 1,0 s', 'place 4,4 n'));
  expect(nextTurn(places, 'e', 1)).toBe('s');
  expect(nextTurn(places, 's', 1)).toBe('n');
  expect(nextTurn(places, 'e', -1)).toBe('n');
  const [east] = facing(places, 'e');
  expect(east && turnedAt(places, east, 1).move).toBe('place 1,0 s');
  expect(east && turnedAt(places, east, -1).move).toBe('place 1,0 s'); // north and west do not fit here
  const only = choicesOf(moves('place 1,0 e')).places;
  expect(only[0] && turnedAt(only, only[0], 1)).toBe(only[0]);
  expect(turned('n')).toBe('e');
  expect(turned('e', -1)).toBe('n');
});

test('equal halves are listed to the east and south only', () => {
  expect(isTwin(dominoOf(1, 'W0', 'W0'))).toBe(true);
  expect(isTwin(dominoOf(1, 'W0', 'W1'))).toBe(false);
  expect([faces('w', true), faces('n', true), faces('w', false)]).toEqual(['e', 's', 'w']);
});

test('the pointer snaps to the nearest spot, and to none that is far', () => {
  const { places } = choicesOf(moves('place 0,1 e', 'place 1,1 e', 'place 0,3 e'));
  expect(nearest(places, { x: 0.6, y: 1.2 })?.move).toBe('place 0,1 e');
  expect(nearest(places, { x: 1.3, y: 1 })?.move).toBe('place 1,1 e');
  expect(nearest(places, { x: 9, y: 9 }, 0.85)).toBeUndefined();
  expect([...covered(places).keys()].sort()).toEqual(['0,1', '0,3', '1,1', '1,3', '2,1']);
});

test('what a choice would change comes from the view', () => {
  const outcomes = [{ move: 'place 1,0 e', gain: 6, lake: 5, queen: 1 }];
  expect(outcomeOf(outcomes, 'place 1,0 e')?.gain).toBe(6);
  expect(outcomeOf(outcomes, 'place 2,0 e')).toBeUndefined();
  expect(outcomeOf(undefined, 'place 1,0 e')).toBeUndefined();
});

test('the worked examples of the rules are drawn whole, and told to those who listen', () => {
  const all = (drawn: ReturnType<typeof kingdomFrom>, what: 'squares' | 'crowns') => drawn.lands.reduce((sum, land) => sum + land[what], 0);
  const crowns = (drawn: ReturnType<typeof kingdomFrom>) => drawn.cells.reduce((sum, cell) => sum + cell.crowns, 0);
  const queen = kingdomFrom(QUEEN_FULL);
  expect(queen.cells).toHaveLength(24);
  expect(queen.extent).toEqual({ west: -2, east: 2, north: -2, south: 2 });
  expect([all(queen, 'squares'), all(queen, 'crowns')]).toEqual([24, crowns(queen)]);
  expect(laidOut(queen)).toHaveLength(12);
  const king = kingdomFrom(KING_FULL);
  expect([all(king, 'squares'), all(king, 'crowns')]).toEqual([24, crowns(king)]);
});

test('the window shows as far as a domino can reach, and no further than the room of the kingdom', () => {
  const bare = { west: 0, east: 0, north: 0, south: 0 };
  expect(windowOf({ extent: bare, room: { west: -4, east: 4, north: -4, south: 4 } })).toEqual({ west: -2, east: 2, north: -2, south: 2 });
  expect(windowOf({ extent: { west: -1, east: 2, north: 0, south: 4 }, room: { west: -2, east: 3, north: 0, south: 4 } })).toEqual({ west: -2, east: 3, north: 0, south: 4 });
  expect(grown(bare, { x: 0, y: -1, dir: 'n' })).toEqual({ west: 0, east: 0, north: -2, south: 0 });
});

test('the properties that a domino joins are outlined with its squares', () => {
  const kingdom = kingdomFrom({ rows: ['L1 L0 W0', 'L0 ## W1'], dominoes: '20 -1,-1 s; 14 0,-1 e' });
  const cells = kingdom.cells.map((cell) => ({ ...cell, land: cell.terrain === 'lake' ? 0 : 1 }));
  const [lake] = joinedCells({ cells }, [{ squares: ['left'], lands: [0] }], { x: 0, y: -2, dir: 'e' });
  expect(lake?.map(keyOf).sort()).toEqual(['-1,-1', '-1,0', '0,-1', '0,-2']);
  expect(joinedCells({ cells }, [], { x: 0, y: -2, dir: 'e' })).toEqual([]);
  expect(outline([{ x: 0, y: 0 }], 64).match(/M/g)).toHaveLength(4);
  expect(outline([{ x: 0, y: 0 }, { x: 1, y: 0 }], 64).match(/M/g)).toHaveLength(6);
  expect(keyOf(rightOf({ x: 2, y: 1, dir: 'w' }))).toBe('1,1');
});

test('places are pointed at in the kingdom of the seat that comes with them', () => {
  const kingdom = { ...kingdomFrom(KING_FULL), seats: [2, 3] };
  expect([...pointedAt(['seat:3', '0,1', '0,2'], kingdom)]).toEqual(['0,1', '0,2']);
  expect(pointedAt(['seat:1', '0,1'], kingdom).size).toBe(0);
  expect(pointedAt([], kingdom).size).toBe(0);
});

const inLine = (domino: number, seat: number | null): InLine => ({ ...dominoOf(domino, 'L0', 'W0'), seat });
const inTurn = (domino: number, seat: number, now = false): InTurn => ({ ...inLine(domino, seat), now, placed: false, stands: true });
const ruled = (drawn: Drawn, seats = [0]): Kingdom => ({ ...kingdomFrom(drawn), seats, score: {}, total: 0, largest: 0, crowns: 0, room: { west: -4, east: 4, north: -4, south: 4 } });
const table = (more: Partial<Board>): Board => ({
  phase: 'place', round: 2, rounds: 12, limit: 5, king: 0, kings: [0, 1],
  line: [inTurn(4, 0, true), inTurn(9, 1)],
  next: [inLine(12, null), inLine(30, null)],
  display: [], dragon: null, queen: null,
  kingdoms: [ruled({ rows: ['##'], dominoes: '1 1,0 e' }), ruled({ rows: ['##'], dominoes: '2 1,0 e' }, [1])],
  boxes: {},
  steps: [],
  ...more,
});

test('a board is looked at before it is believed', () => {
  const room = { west: -4, east: 4, north: -4, south: 4 };
  const outcomes = [{ move: 'place 1,0 e', gain: -2, lake: 5, purse: -1, joins: [{ squares: ['left'], lands: [0] }], room }];
  expect(isBoard(table({}))).toBe(true);
  expect(isBoard({ ...table({}), outcomes, boxes: { kingdomino: { undrawn: [1, 2], draws: 2, gone: [] } } })).toBe(true);
  expect(isBoard({ ...table({}), steps: [{ step: 'burn', closed: 'host' }, { step: 'pick', closed: null }] })).toBe(true);
  expect(isBoard({ ...table({}), steps: [{ step: 'over', closed: null }] })).toBe(false);
  expect(isBoard({ ...table({}), boxes: { kingdomino: { undrawn: [1, 2], gone: [] } } })).toBe(false);
});

test('pieces travel from where they were to where they are', () => {
  const before = table({});
  const placed = ruled({ rows: ['##'], dominoes: '1 1,0 e; 4 0,1 s' });
  const first = journey(before, table({ phase: 'pick', kingdoms: [placed, ...before.kingdoms.slice(1)] }));
  expect(first.flights).toEqual([{ piece: 'domino:q4', to: 'kingdom:0:cell:0,1', fade: true }]);

  const picked = journey(table({ phase: 'pick' }), table({ king: 1, next: [inLine(12, 0), inLine(30, null)] }));
  expect(picked.flights).toEqual([{ piece: 'king:q4', to: 'domino:q12' }]);
  expect(journey(before, table({ dragon: 3 })).flights).toEqual([{ piece: 'cave', to: 'slot:3', fade: true }]);
  expect(journey(before, table({ next: [inLine(31, null), inLine(40, null)] })).turned).toEqual(['domino:q31', 'domino:q40']);
  // Many turns at once: nothing moves.
  const full = ruled(QUEEN_FULL);
  expect(journey(before, table({ kingdoms: [full, ...before.kingdoms.slice(1)] })).flights).toEqual([]);
});

test('knights of a second partner come from their own panel', () => {
  const land = { rows: ['##'], dominoes: '1 1,0 e' };
  const [before, after] = [ruled(land, [0, 1]), ruled({ ...land, knights: ['1,0'] }, [0, 1])];
  const board = (kingdom: Kingdom) => table({ phase: 'tax', line: [inTurn(4, 1, true)], kingdoms: [kingdom] });
  expect(journey(board(before), board(after)).flights[0]).toEqual({ piece: 'piece:knight', from: 'seat:1:knights', to: 'kingdom:0:cell:1,0', fade: true });
});

test('what the others changed since my last turn: dominoes, things, slots, choices; nothing of mine', () => {
  const slot = (building: Building | null) => ({ slot: 2, price: 2, printed: 2, payable: true, building });
  const own = (dominoes: string, coins: number, seat: number, towers = 0) => ({ ...ruled({ rows: ['##'], dominoes }, [seat]), coins, towers, knights: 1, free_knights: 1 });
  const view = (board: Board) => ({ game: 'queendomino', players: 2, board }) as unknown as View;
  const before = view(table({ display: [slot(tileOf('statue'))], kingdoms: [own('1 1,0 e', 7, 0), own('2 1,0 e', 7, 1)] }));
  const after = view(table({ display: [slot(null)], next: [inLine(12, 1), inLine(30, 0)], kingdoms: [own('1 1,0 e; 4 0,1 s', 9, 0), own('2 1,0 e; 9 0,1 s', 5, 1)] }));
  const lines = [{ seq: 1, what: 'move', seat: 1, move: 'build 2 1,0' }] as unknown as Line[];
  expect([...changes(before, after, lines)]).toEqual([['kingdom:1:q9', 1], ['seat:1:coins', 1], ['slot:2', 1], ['domino:q12', 1]]);
});

test('the tiles whose gifts are not certain are those that the table of buildings says', () => {
  expect(UNSURE.size).toBe(10);
  expect([UNSURE.has('statue'), UNSURE.has('big_tavern')]).toEqual([true, false]);
});

test('where there is little room just the kingdom and what can be reached is shown', () => {
  const { places } = choicesOf(moves('place 0,-1 n', 'place 1,0 e'));
  expect(reachOf({ extent: { west: -1, east: 0, north: 0, south: 3 } }, covered(places).values())).toEqual({ west: -1, east: 2, north: -2, south: 3 });
});

test('partners rule one kingdom', () => {
  const teams = table({ kingdoms: [ruled(KING_FULL, [0, 1]), ruled(KING_FULL, [2, 3])] });
  expect([0, 1, 2, 3, 4].map((seat) => kingdomOf(teams, seat))).toEqual([0, 0, 1, 1, -1]);
});

test('Kingdomino brings along what it shares with Queendomino, Royal Wedding all of it', () => {
  const text = '# queendomino\nIntro\n## QD-1 Terms\nQD-1.2 a\n[pic]\nQD-1.4 site\n[site]\n## QD-6 Taxes\nQD-6.1 tax\n# royal-wedding\n## RW Both\nRW-1 b\n# kingdomino\n## KD Own\nKD-1 c\n';
  const ids = (book: Parameters<typeof rulesOf>[1]) => chaptersOf(rulesOf(text, book)).flatMap((chapter) => [chapter.id, ...chapter.lines.map((line) => (line.kind === 'clause' ? line.id : line.kind === 'figure' ? line.name : line.text))]).filter((id) => id !== '');
  expect(ids('queendomino')).toEqual(['Intro', 'QD-1', 'QD-1.2', 'pic', 'QD-1.4', 'site', 'QD-6', 'QD-6.1']);
  expect(ids('royal-wedding')).toEqual(['RW', 'RW-1', 'QD-1', 'QD-1.2', 'pic', 'QD-1.4', 'site', 'QD-6', 'QD-6.1']);
  expect(ids('kingdomino')).toEqual(['KD', 'KD-1', 'QD-1', 'QD-1.2', 'pic']);
});

test('a kingdom that is set up is drawn as it is written; all ways to lie in it are tried, and a twin in two directions only', () => {
  const lying = lyingOf(['q18', '0', '1', 's']);
  expect(lying && written(lying.name, lying)).toEqual(['q18', '0', '1', 's']);
  expect(lyingOf(['q18', '0', '1', 'x'])).toBeUndefined();
  const faces: Record<string, Record<string, unknown>> = { q18: dominoOf(18, 'T0', 'F1'), sawmill: tileOf('sawmill') };
  const drawing = drawingOf({ seats: [1], owner: { buildings: ['sawmill:0,1'], placed: ['0,2'] }, faceOf: (_, name) => faces[name] }, lying ? [lying] : []);
  expect(drawing.extent).toEqual({ west: 0, east: 0, north: 0, south: 2 });
  expect(drawing.cells.map(({ x, y, terrain, half, knight, building }) => [x, y, terrain, half, knight, building?.id])).toEqual([[0, 1, 'town', 'left', false, 'sawmill'], [0, 2, 'forest', 'right', true, undefined]]);
  const square = { west: 0, east: 1, north: 0, south: 1 };
  expect(waysIn(square, false)).toHaveLength(8);
  expect(waysIn(square, true).map(({ move }) => move)).toEqual(['0,0:e', '0,0:s', '1,0:s', '0,1:e']);
  expect(commonest(['a', 'b', 'b'])).toBe('b');
  expect(commonest([])).toBeUndefined();
});

test('whoever points where a domino cannot lie hears why, at the edge of the land and beyond it too', () => {
  const ways = waysIn({ west: 0, east: 1, north: 0, south: 1 }, true);
  const said = new Map(ways.map(({ move }) => [move, move === '0,0:e' ? '' : `not ${move}`]));
  expect(reasonAt(said, ways, { x: 1, y: 1 }, 'e')).toBe('not 0,1:e'); // at the edge: to the east there is no more land
  expect(reasonAt(said, ways, { x: 9, y: 0 }, 's')).toBe('not 1,0:s');
  expect(reasonAt(new Map(), ways, { x: 0, y: 0 }, 'e')).toBeUndefined();
});
