// SPDX-License-Identifier: MIT
// What tells the areas of a chart apart beside their colour: a pattern for every seat, drawn in a square of 10.
export const PATTERNS: readonly { d: string; fill?: boolean }[] = [
  { d: 'M2.5 1.2a1.3 1.3 0 1 1-.01 0zM7.5 6.2a1.3 1.3 0 1 1-.01 0z', fill: true }, // dots
  { d: 'M-2 2 2-2M-2 12 12-2M8 12 12 8' }, // diagonals
  { d: 'M0 2.5H10M0 7.5H10' }, // lines
  { d: 'M-2 2 2-2M-2 12 12-2M8 12 12 8M-2 8 2 12M-2-2 12 12M8-2 12 2' }, // lattice
  { d: 'M5 2V8M2 5H8' }, // crosses
  { d: 'M0 5Q2.5 1 5 5T10 5' }, // waves
  { d: 'M0 0H10M0 5H10M3 0V5M8 5V10' }, // bricks
  { d: 'M5 2.4a2.6 2.6 0 1 1-.01 0z' }, // rings
];
