// SPDX-License-Identifier: MIT
// What the people and bots at a table are called.
import { core, either, fill, maybe, number } from './i18n';
import { settings } from './settings.svelte';
import type { GameInfo, SeatKind } from './protocol';

type Sitting = { kind: SeatKind; name: string; level?: string; style?: string };
type Cast = Pick<GameInfo, 'styles'>;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const levelName = (level: string): string => maybe(`level.${level}`) ?? capital(level);
export const levelAbout = (level: string): string => maybe(`level.${level}.about`) ?? '';

const styleOf = (style: string | undefined, game: Cast | undefined) => game?.styles.find((one) => one.name === style);
export const styleAbout = (style: string | undefined, game: Cast | undefined): string => either(styleOf(style, game)?.about ?? {});

/* A bot by its level, and by its character if it has one that the game knows. */
export function botName(level: string, style: string | undefined, game: Cast | undefined): string {
  const character = either(styleOf(style, game)?.title ?? {});
  return (character ? maybe('bot.style', { style: character, level: levelName(level) }) : maybe('bot', { level: levelName(level) })) ?? '';
}

function nameOf(seat: Sitting, index: number, game: Cast | undefined): string {
  if (seat.kind === 'bot') return botName(seat.level ?? seat.name, seat.style, game);
  return seat.name !== '' ? seat.name : fill(core[settings.language].seat, { n: index + 1 });
}

/* Where it can be seen that it is a bot, its character or its level is name enough. */
function briefNameOf(seat: Sitting, index: number, game: Cast | undefined): string {
  if (seat.kind !== 'bot') return nameOf(seat, index, game);
  return either(styleOf(seat.style, game)?.title ?? {}) || levelName(seat.level ?? seat.name);
}

/* One name for each seat; bots of one level are told apart by the number of their seat. */
export const seatNames = (seats: readonly Sitting[], game?: Cast): string[] => toldApart(seats.map((seat, i) => nameOf(seat, i, game)));
/* The same for where there is little room. */
export const briefNames = (seats: readonly Sitting[], game?: Cast): string[] => toldApart(seats.map((seat, i) => briefNameOf(seat, i, game)));

function toldApart(names: readonly string[]): string[] {
  return names.map((name, i) =>
    names.some((other, j) => j !== i && other === name) ? `${name} ${number(i + 1)}` : name,
  );
}

/* Inside a sentence a name keeps its own direction, and the sentence keeps its (first-strong isolate). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
