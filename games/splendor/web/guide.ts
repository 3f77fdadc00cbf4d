// SPDX-License-Identifier: MIT
// A first game of Splendor with a guide. web/src/guide.ts tells how it works.
import type { GameGuide } from '$web/guide';
import en from './guide/en.json';
import fa from './guide/fa.json';

const splendor: GameGuide = {
  players: 2,
  options: { start: '0' },
  steps: [
    { key: 'aim', turn: 0, rule: 'SP-10.2' },
    { key: 'market', turn: 0, rule: 'SP-7.2', point: '.market' },
    { key: 'bank', turn: 0, can: 'take', rule: 'SP-4.1', point: '.bank' },
    { key: 'return', prompt: 'prompt.return', rule: 'SP-5.2', point: '[data-mine]' },
    { key: 'noble', prompt: 'prompt.noble', rule: 'SP-9.4', point: '.nobles' },
    { key: 'visit', after: 'event.noble', rule: 'SP-9.3' },
    { key: 'last', after: 'event.closing', rule: 'SP-10.4' },
    { key: 'buy', can: 'buy', rule: 'SP-7.3', point: '[data-buy]' },
    { key: 'bonus', after: 'move.buy', turn: 2, rule: 'SP-7.2', point: '[data-mine]' },
    { key: 'plan', turn: 1, can: 'take', point: '.market .row:last-child' },
    { key: 'pair', turn: 2, can: 'take', rule: 'SP-4.4', point: '.bank' },
    { key: 'nobles', turn: 3, rule: 'SP-9.2', point: '.nobles' },
    { key: 'reserve', turn: 4, can: 'reserve', rule: 'SP-6.3', point: '.market .row:first-child' },
    { key: 'limit', turn: 5, rule: 'SP-5.1', point: '[data-mine]' },
    { key: 'points', turn: 7, rule: 'SP-10.1', point: '.market .row:nth-child(2)' },
    { key: 'other', turn: 9, rule: 'SP-5.6', point: '.opps' },
  ],
  deeds: {
    'move.take': { key: 'deed.take', rule: 'SP-4.1' },
    'move.return': { key: 'deed.return', rule: 'SP-5.2' },
    'move.reserve': { key: 'deed.reserve', rule: 'SP-6.8' },
    'move.reserve_gold': { key: 'deed.reserve', rule: 'SP-6.3' },
    'move.reserve_deck': { key: 'deed.deck', rule: 'SP-11.3' },
    'move.reserve_deck_gold': { key: 'deed.deck', rule: 'SP-11.3' },
    'move.buy': { key: 'deed.buy', rule: 'SP-7.8' },
    'move.buy_free': { key: 'deed.free', rule: 'SP-7.6' },
    'move.pass': { key: 'deed.pass', rule: 'SP-13.1' },
    'move.noble': { key: 'deed.noble', rule: 'SP-9.4' },
  },
  words: { en, fa },
};

export const guides = { splendor };
