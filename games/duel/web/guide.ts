// SPDX-License-Identifier: MIT
// A first game of 7 Wonders Duel with a guide, with the wonders of a first game (7D-4.5).
import type { GameGuide } from '$web/guide';
import en from './guide/en.json';
import fa from './guide/fa.json';

const duel: GameGuide = {
  players: 2,
  options: { wonders: 'first-game', start: '0' },
  steps: [
    { key: 'aim', turn: 0, prompt: 'prompt.play', rule: '7D-15.1' },
    { key: 'pyramid', turn: 0, prompt: 'prompt.play', rule: '7D-6.1', point: '.pyramid' },
    { key: 'price', turn: 0, prompt: 'prompt.play', rule: '7D-7.2', point: '.pyramid' },
    { key: 'first', turn: 0, prompt: 'prompt.play', can: 'build' },
    { key: 'war', after: 'event.pawn', rule: '7D-11.1', point: '.track' },
    { key: 'chain', after: 'move.build_chain', rule: '7D-7.8' },
    { key: 'age', after: 'event.age', prompt: 'prompt.play', turn: 6, rule: '7D-5.1' },
    { key: 'uncover', turn: 1, prompt: 'prompt.play', rule: '7D-6.2', point: '.pyramid' },
    { key: 'discard', turn: 2, prompt: 'prompt.play', can: 'discard', rule: '7D-9.1' },
    { key: 'science', turn: 3, prompt: 'prompt.play', rule: '7D-12.3', point: '.tokens' },
    { key: 'wonder', turn: 4, prompt: 'prompt.play', rule: '7D-10.1', point: '[data-mine] .wonders' },
    { key: 'trade', turn: 5, prompt: 'prompt.play', rule: '7D-7.3' },
    { key: 'guilds', turn: 20, prompt: 'prompt.play', rule: '7D-13.1' },
    { key: 'begin', prompt: 'prompt.start', rule: '7D-5.3' },
    { key: 'token', prompt: 'prompt.token', rule: '7D-12.4', point: '.tokens' },
    { key: 'destroy', prompt: 'prompt.destroy', rule: '7D-10.7' },
    { key: 'library', prompt: 'prompt.library', rule: '7D-10.8' },
    { key: 'revive', prompt: 'prompt.revive', rule: '7D-10.9' },
  ],
  deeds: {
    'move.build': { key: 'deed.build', rule: '7D-8.1' },
    'move.build_free': { key: 'deed.free', rule: '7D-7.1' },
    'move.build_chain': { key: 'deed.chain', rule: '7D-7.8' },
    'move.discard': { key: 'deed.discard', rule: '7D-9.1' },
    'move.wonder': { key: 'deed.wonder', rule: '7D-10.1' },
    'move.wonder_free': { key: 'deed.wonder', rule: '7D-10.1' },
    'move.destroy': { key: 'deed.destroy', rule: '7D-10.7' },
    'move.token': { key: 'deed.token', rule: '7D-12.3' },
    'move.library': { key: 'deed.token', rule: '7D-10.8' },
    'move.revive': { key: 'deed.revive', rule: '7D-10.9' },
    'move.start_me': { key: 'deed.start', rule: '7D-5.3' },
    'move.start_other': { key: 'deed.start', rule: '7D-5.3' },
  },
  words: { en, fa },
};

export const guides = { 'seven-wonders-duel': duel };
