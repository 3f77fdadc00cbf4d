// SPDX-License-Identifier: MIT
// Duel's board: choices from the legal list, what lies where, and what travelled.
import { expect, test } from 'vitest';
import { changes } from '../changes';
import { choicesOf, thingsOf } from '../choose';
import { journey } from '../flights';
import { boardOf, columnsLeft, effectsOf, findCard, helpsOf, nearOf, placeOnTrack, rowsLeft, slotOf, unitsOf, zonesOf } from '../look';
import type { Board, Card, Player, Slot, Space } from '../view';
import { costText, effectsText, shortName, unseenCard } from '../words';
import { isBoard } from '../view-types';

const card = (key: string, more: Partial<Card> = {}): Card => ({ key, age: 1, colour: 'blue', cost: {}, ...more });
const city = (cards: Card[] = []): Player['city'] => {
  const all: Player['city'] = { brown: [], grey: [], blue: [], green: [], yellow: [], red: [], purple: [] };
  for (const one of cards) all[one.colour].push(one);
  return all;
};
const supply = { made: 0, price: 2 };
const player = (more: Partial<Player> = {}): Player => ({
  coins: 7,
  discard_income: 2,
  score: { military: 0, blue: 0, green: 0, yellow: 0, guilds: 0, wonders: 0, progress: 0, coins: 2 },
  resources: { wood: supply, clay: supply, stone: supply, glass: supply, papyrus: supply },
  choice_brown: 0,
  choice_grey: 0,
  symbols: { globe: 0, wheel: 0, sundial: 0, mortar: 0, pendulum: 0, inkwell: 0, law: 0 },
  different_symbols: 0,
  tokens: [],
  wonders: [],
  city: city(),
  ...more,
});
const slot = (row: number, more: Partial<Slot> = {}): Slot => ({ row, column: 1, there: true, ...more });
const far = (position: number) => [0, 2, 5, 8, 9].findIndex((end) => Math.abs(position) <= end);
const space = (position: number): Space => ({
  position,
  zone: 5 + Math.sign(position) * far(position),
  points: [0, 2, 5, 10, 0][far(position)] ?? 0,
  side: position === 0 ? null : position > 0 ? 1 : 0,
  capital: Math.abs(position) === 9,
  ...(far(position) === 2 ? { loot: 2, looted: position > 0 } : {}),
});
const board = (more: Partial<Board> = {}): Board => ({
  phase: 'play',
  age: 1,
  first: 0,
  active: 0,
  again: false,
  cards_left: 20,
  layout: [],
  pawn: 0,
  track: Array.from({ length: 19 }, (_, i) => space(i - 9)),
  progress: [],
  box: [],
  drawn: [],
  discard: [],
  seats: [player(), player()],
  wonders_each: 4,
  symbols_to_win: 6,
  ...more,
});

test('a board is looked at before it is believed', () => {
  const view = { game: 'seven-wonders-duel', players: 2, options: {}, seat: 0, actor: 0, turn: 1, prompt: { key: 'prompt' }, scores: [] };
  const price = { coins: 2, traded: 2, enough: true, chain: false, units: [{ resource: 'wood', coins: 2 }], missing: 0 };
  expect(isBoard(board())).toBe(true);
  expect(isBoard({ ...board(), layout: [{ ...slot(1), card: card('altar'), prices: [price, price] }] })).toBe(true);
  expect(isBoard({ ...board(), layout: [{ ...slot(1), prices: [{ ...price, missing: undefined }] }] })).toBe(false);
  expect(isBoard({ ...board(), discard: [{ ...card('altar'), colour: 'pink' }] })).toBe(false);
  const fine = board();
  expect(boardOf({ ...view, board: fine })).toBe(fine);
  expect(() => boardOf({ ...view, board: { ...fine, age: 'one' } })).toThrow(TypeError);
  expect(() => boardOf({ ...view, game: 'splendor', board: fine })).toThrow('splendor');
});

test('what can be done with each card is what the legal list says, and no more', () => {
  const choices = choicesOf(['build altar', 'discard altar', 'discard baths', 'wonder sphinx altar', 'wonder piraeus altar', 'wonder sphinx baths'].map((move) => ({ move })));
  expect(choices.cards.get('altar')).toEqual({ build: 'build altar', discard: 'discard altar', wonders: new Map([['sphinx', 'wonder sphinx altar'], ['piraeus', 'wonder piraeus altar']]) });
  expect(choices.cards.get('baths')).toEqual({ discard: 'discard baths', wonders: new Map([['sphinx', 'wonder sphinx baths']]) });
  expect(choices.cards.size).toBe(2);
  expect(choices.start).toEqual([]);
});

test('every other decision has its own list', () => {
  expect([...choicesOf([{ move: 'draft sphinx' }]).draft]).toEqual(['sphinx']);
  expect([...choicesOf([{ move: 'destroy press' }]).destroy]).toEqual(['press']);
  expect([...choicesOf([{ move: 'revive altar' }]).revive]).toEqual(['altar']);
  expect([...choicesOf([{ move: 'token law' }]).token]).toEqual(['law']);
  expect([...choicesOf([{ move: 'library law' }]).library]).toEqual(['law']);
  expect(choicesOf([{ move: 'start me' }, { move: 'start other' }]).start).toEqual(['start me', 'start other']);
  expect(choicesOf([{ move: 'library law' }]).cards.size).toBe(0); // the choice, not the green card
  expect(thingsOf('wonder sphinx altar')).toEqual(['sphinx', 'altar']);
  expect(thingsOf(undefined)).toEqual([]);
});

test('the track is seen from my end of it', () => {
  const table = board({ pawn: 3 });
  expect(placeOnTrack(table, 0, 3)).toBe(6); // towards the other, who is above
  expect(placeOnTrack(table, 1, 3)).toBe(12); // towards me
  expect(placeOnTrack(table, 0, 9)).toBe(0);
  const zones = zonesOf(table, 0);
  expect(zones.map((zone) => zone.length)).toEqual([1, 3, 3, 2, 1, 2, 3, 3, 1]);
  expect(zones.map((zone) => zone.points)).toEqual([0, 10, 5, 2, 0, 2, 5, 10, 0]);
  expect(zones[0]).toMatchObject({ capital: true, side: 1, at: 0 });
  expect(zones[2]).toMatchObject({ loot: 2, looted: true, side: 1 });
  expect(zonesOf(table, 1)[2]).toMatchObject({ loot: 2, looted: false, side: 0 });
});

test('cards are found wherever they lie open', () => {
  const table = board({
    layout: [slot(1, { card: card('altar') }), slot(2), slot(3, { there: false, card: card('gone') })],
    discard: [card('baths')],
    seats: [player({ city: city([card('forum', { colour: 'yellow' })]) }), player({ wonders: [{ key: 'sphinx', cost: {}, again: true, state: 'raised', tucked: card('press') }] })],
  });
  for (const key of ['altar', 'baths', 'forum', 'press']) expect(findCard(table, key)?.key).toBe(key);
  expect(findCard(table, 'palace')).toBeUndefined();
  expect(slotOf(table, 'altar')).toBe(0);
  expect(slotOf(table, 'baths')).toBe(-1);
  expect(rowsLeft(table.layout)).toBe(2);
  expect(rowsLeft(table.layout, 2), 'the hole of the last card has its row, too').toBe(3);
  expect(rowsLeft([])).toBe(1);
});

test('emptied columns at the sides give their width back, but for where the last card lay', () => {
  const at = (column: number, there = true) => slot(1, { column, there });
  expect(columnsLeft([at(1), at(3), at(5), at(7), at(9), at(11)], undefined, 6)).toEqual({ first: 1, across: 10 });
  const layout = [at(1, false), at(3, false), at(5), at(7), at(9), at(11)];
  expect(columnsLeft(layout, undefined, 6)).toEqual({ first: 5, across: 6 });
  expect(columnsLeft(layout, 1, 6)).toEqual({ first: 3, across: 8 });
  expect(columnsLeft([at(5), at(6)], undefined, 6)).toEqual({ first: 2.5, across: 6 });
  expect(columnsLeft([], undefined, 6)).toEqual({ first: 1, across: 6 });
});

test('effects and costs are drawn one by one, and said in words', () => {
  expect(unitsOf({ wood: 2, glass: 1, coins: 3 })).toEqual(['wood', 'wood', 'glass']);
  const brewery = card('study', { symbol: 'sundial', points: 3, makes: { stone: 2 } });
  expect(effectsOf(brewery).map((one) => one.what)).toEqual(['makes', 'symbol', 'points']);
  expect(effectsOf({ key: 'appian_way', cost: {}, points: 3, coins: 3, plunder: 3, again: true }).map((one) => one.what)).toEqual(['coins', 'plunder', 'again', 'points']);
  expect(effectsText(brewery)).toBe('2 stone, science symbol: sundial, 3 points');
  expect(effectsText(card('port', { counts: { item: 'brown', most: false, coins: 2 }, points: 3 }))).toBe('2 coins for each brown card, 3 points');
  expect(costText({ coins: 2, glass: 1 })).toBe('2 coins, 1 glass');
  expect(costText({})).toBe('free');
  expect(shortName('great_library')).toBe('Great Library');
});

test('a card that was built, discarded, or put under a wonder travels there; what was uncovered is turned up', () => {
  const before = board({ layout: [slot(1), slot(2, { card: card('altar') })] });
  const built = board({ layout: [slot(1, { card: card('baths') }), slot(2, { there: false })], seats: [player({ city: city([card('altar')]) }), player()] });
  expect(journey(before, built)).toEqual({ flights: [{ piece: 'slot:1:1', to: 'seat:0:city:blue', fade: true }], turned: ['slot:1:0'] });
  const discarded = board({ layout: [slot(1), slot(2, { there: false })], discard: [card('altar')] });
  expect(journey(before, discarded)).toEqual({ flights: [{ piece: 'slot:1:1', to: 'discard', fade: true }], turned: [] });
  const raised = board({ layout: [slot(1), slot(2, { there: false })], seats: [player(), player({ wonders: [{ key: 'sphinx', cost: {}, again: true, state: 'raised', tucked: card('altar') }] })] });
  expect(journey(before, raised).flights).toContainEqual({ piece: 'slot:1:1', to: 'seat:1:wonder:sphinx', fade: true });
  expect(journey(discarded, before).flights).toEqual([]); // taken back: nothing flies
});

test('tokens and destroyed cards travel too; a jump through the game does not', () => {
  const press = card('press', { colour: 'grey' });
  const before = board({ seats: [player(), player({ city: city([press]) })] });
  const after = board({ discard: [press], seats: [player({ tokens: [{ key: 'law' }] }), player()] });
  expect(journey(before, after).flights).toEqual([
    { piece: 'card:press', to: 'discard', fade: true },
    { piece: 'token:law', to: 'seat:0:tokens', fade: true },
  ]);
  const much = board({ discard: ['a', 'b', 'c', 'd'].map((key) => card(key)) });
  const none = board({ layout: ['a', 'b', 'c', 'd'].map((key) => slot(1, { card: card(key) })) });
  expect(journey(none, much)).toEqual({ flights: [], turned: [] });
});

test('coins go to what was paid for, and come from what was sold; the war costs the other some', () => {
  const before = board({ layout: [slot(1, { card: card('altar') })] });
  const paid = board({ layout: [slot(1, { there: false })], seats: [player({ coins: 5, city: city([card('altar')]) }), player()] });
  const coin = { piece: 'seat:0:coins:one', stays: true, fade: true };
  expect(journey(before, paid).flights.slice(1)).toEqual([{ ...coin, to: 'slot:1:0' }, { ...coin, to: 'slot:1:0' }]);
  const sold = board({ layout: [slot(1, { there: false })], discard: [card('altar')], seats: [player({ coins: 8 }), player()] });
  expect(journey(before, sold).flights.slice(1)).toEqual([{ ...coin, from: 'slot:1:0', to: 'seat:0:coins' }]);
  const looted = board({ layout: [slot(1, { there: false })], pawn: 3, seats: [player({ city: city([card('altar')]) }), player({ coins: 0 })] });
  const lost = journey(before, looted).flights.slice(1);
  expect(lost).toHaveLength(3); // seven are gone, three of them are shown
  expect(lost[0]).toEqual({ ...coin, piece: 'seat:1:coins:one', to: 'track' });
});

test('what the other changed is marked: what was turned up and taken, built and raised, and who did it', () => {
  const view = (of: Board) => ({ game: 'seven-wonders-duel', players: 2, options: {}, seat: 0, actor: 0, turn: 2, prompt: { key: 'prompt' }, scores: [0, 0], board: of });
  const before = board({ layout: [slot(1), slot(2, { card: card('altar') })] });
  const after = board({
    layout: [slot(1, { card: card('baths') }), slot(2, { there: false })],
    pawn: -1,
    seats: [player(), player({ coins: 4, city: city([card('altar')]), symbols: { ...player().symbols, law: 1 }, tokens: [{ key: 'law' }] })],
  });
  const places = changes(view(before), view(after), [{ seq: 1, at: 0, what: 'move', seat: 1, ply: 1 } as never]);
  expect([...places.keys()].sort()).toEqual(['card:altar', 'seat:1:city:blue', 'seat:1:coins', 'seat:1:symbol:law', 'seat:1:token:law', 'slot:1:0', 'slot:1:1', 'token:law', 'track']);
  expect(new Set(places.values())).toEqual(new Set([1]));
  expect(changes(view(before), view({ ...after, age: 2 }), []).has('slot:2:0')).toBe(false); // a new age is new altogether
});

test('five symbols and a pawn near a capital are to be watched, with the open cards that would help', () => {
  const green = (symbol: 'globe' | 'wheel', more: Partial<Slot> = {}) => slot(1, { card: card(`school_${symbol}`, { colour: 'green', symbol }), open: true, ...more });
  const five = player({ different_symbols: 5, symbols: { globe: 0, wheel: 1, sundial: 1, mortar: 1, pendulum: 1, inkwell: 1, law: 0 } });
  const table = board({ layout: [green('wheel'), green('globe')], seats: [player(), five] });
  expect(nearOf(table, 0)).toEqual([]);
  expect(nearOf(table, 1)).toMatchObject([{ what: 'symbols', n: 5, open: [{ key: 'school_globe' }], covered: [], wins: false }]);
  expect(helpsOf(table, [1])).toEqual(new Map([[1, 1]]));
  const hidden = board({ layout: [green('globe', { open: false })], seats: [player(), five] });
  expect(nearOf(hidden, 1)).toMatchObject([{ open: [], covered: [{ key: 'school_globe' }] }]);
  // Positive positions are on the side of seat 1: three steps from its capital, seat 0 is to be watched.
  const red = slot(1, { card: card('walls', { colour: 'red', shields: 2 }), open: true, prices: [{ coins: 0, traded: 0, enough: true, chain: false, units: [], missing: 0, wins: true }] });
  const war = board({ pawn: 6, layout: [red] });
  expect(nearOf(war, 0)).toMatchObject([{ what: 'war', n: 3, open: [{ key: 'walls' }], wins: true }]);
  expect(nearOf(war, 1)).toEqual([]);
  expect(nearOf(board({ pawn: 5, layout: [red] }), 0)).toEqual([]);
});

test('a card that lies face down is asked about by the name of one that nobody sees', () => {
  const seen = board({ layout: [slot(1, { card: card('lumber_yard') })] });
  const key = unseenCard(seen);
  expect(findCard(seen, key)).toBeUndefined();
  expect(key).toMatch(/^[a-z_]+$/);
  expect(key).not.toBe('label');
});
