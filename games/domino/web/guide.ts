// SPDX-License-Identifier: MIT
// First games with a guide: Kingdomino, Queendomino, and the Royal Wedding of both. One list of words serves all.
import type { GameGuide, GuideDeed, GuideStep } from '$web/guide';
import en from './guide/en.json';
import fa from './guide/fa.json';

const words = { en, fa };

const lands: readonly GuideStep[] = [
  { key: 'draft', prompt: 'prompt.draft', rule: 'QD-4.2' },
  { key: 'place', prompt: 'prompt.place', rule: 'QD-5.2', point: '[data-land]' },
  { key: 'turn', prompt: 'prompt.place', rule: 'QD-5.1' },
  { key: 'pick', prompt: 'prompt.pick', rule: 'QD-10.1', point: '.next-line' },
  { key: 'shape', turn: 3, prompt: 'prompt.place', rule: 'QD-5.3', point: '[data-land]' },
  { key: 'order', turn: 4, prompt: 'prompt.pick', rule: 'QD-4.2' },
  { key: 'discard', prompt: 'prompt.discard', rule: 'QD-5.4' },
  { key: 'last', after: 'event.last_round' },
];

const town: readonly GuideStep[] = [
  { key: 'tax', prompt: 'prompt.tax', rule: 'QD-6.2' },
  { key: 'build', prompt: 'prompt.build', rule: 'QD-7.1' },
  { key: 'burn', prompt: 'prompt.burn', rule: 'QD-9.1' },
  { key: 'queen', after: 'event.queen', rule: 'QD-8.3' },
  { key: 'coins', turn: 5, prompt: 'prompt.tax', rule: 'QD-12.1' },
];

const landDeeds: Record<string, GuideDeed> = {
  'move.pick': { key: 'deed.pick', rule: 'QD-4.2' },
  'move.place': { key: 'deed.place', rule: 'QD-5.2' },
  'move.discard': { key: 'deed.discard', rule: 'QD-5.4' },
};
const townDeeds: Record<string, GuideDeed> = {
  ...landDeeds,
  'move.tax_one': { key: 'deed.tax', rule: 'QD-6.2' },
  'move.tax_both': { key: 'deed.tax', rule: 'QD-6.2' },
  'move.build': { key: 'deed.build', rule: 'QD-7.6' },
  'move.build_free': { key: 'deed.build', rule: 'QD-7.6' },
  'move.burn': { key: 'deed.burn', rule: 'QD-9.2' },
};

const aim = (key: string, rule: string): GuideStep => ({ key, turn: 0, rule });

export const guides: Record<string, GameGuide> = {
  kingdomino: { players: 2, options: {}, steps: [aim('aim.kingdomino', 'KD-6'), ...lands], deeds: landDeeds, words },
  queendomino: { players: 2, options: {}, steps: [aim('aim.queendomino', 'QD-12.2'), ...lands, ...town], deeds: townDeeds, words },
  'royal-wedding': { players: 3, options: {}, steps: [aim('aim.wedding', 'RW-2'), ...lands, ...town], deeds: townDeeds, words },
};
