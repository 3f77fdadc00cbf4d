// SPDX-License-Identifier: MIT
// A few short tones, made on the spot: no files, and nothing unless somebody switched them on.
import { settings } from './settings.svelte';

export type Tone = 'move' | 'turn' | 'end' | 'chat' | 'no';

/* Frequency in Hz, start and length in seconds, loudness. */
const TONES: Record<Tone, readonly (readonly [number, number, number, number])[]> = {
  move: [[520, 0, 0.05, 0.05]],
  turn: [
    [587, 0, 0.09, 0.06],
    [880, 0.09, 0.14, 0.06],
  ],
  end: [
    [523, 0, 0.16, 0.06],
    [659, 0.14, 0.16, 0.06],
    [784, 0.28, 0.32, 0.06],
  ],
  chat: [[740, 0, 0.06, 0.04]],
  no: [[196, 0, 0.12, 0.06]],
};

let context: AudioContext | undefined;

export function play(tone: Tone): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const now = context.currentTime;
  for (const [frequency, start, length, loudness] of TONES[tone]) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = 'triangle';
    oscillator.frequency.value = frequency;
    // Up fast, down slowly, like something set down on wood.
    gain.gain.setValueAtTime(0, now + start);
    gain.gain.linearRampToValueAtTime(loudness, now + start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now + start);
    oscillator.stop(now + start + length + 0.02);
  }
}
