// What the people and bots at a table are called.
import { core, fill, maybe, number } from './i18n';
import { settings } from './settings.svelte';
import type { SeatKind } from './protocol';

type Sitting = { kind: SeatKind; name: string; level?: string };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const levelName = (level: string): string => maybe(`level.${level}`) ?? capital(level);
export const levelAbout = (level: string): string => maybe(`level.${level}.about`) ?? '';

function nameOf(seat: Sitting, index: number): string {
  if (seat.kind === 'bot') return maybe('bot', { level: levelName(seat.level ?? seat.name) }) ?? '';
  return seat.name !== '' ? seat.name : fill(core[settings.language].seat, { n: index + 1 });
}

/* One name for each seat; bots of one level are told apart by the number of their seat. */
export function seatNames(seats: readonly Sitting[]): string[] {
  const names = seats.map(nameOf);
  return names.map((name, i) =>
    names.some((other, j) => j !== i && other === name) ? `${name} ${number(i + 1)}` : name,
  );
}

/* Inside a sentence a name keeps its own direction, and the sentence keeps its (first-strong isolate). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
