// SPDX-License-Identifier: MIT
// Rules as text, one thing a line:
//
//     ## SP-4 Taking tokens        a chapter with its number
//     SP-4.1 Take three …          a clause
//     [take]                       a picture of the game
//     anything else                a paragraph

export type RulesLine =
  | { kind: 'clause'; id: string; text: string }
  | { kind: 'figure'; name: string }
  | { kind: 'text'; text: string };

export type Chapter = { id: string; title: string; lines: RulesLine[] };

function lineOf(line: string): RulesLine {
  const clause = /^([A-Z0-9]+-\d+(?:\.\d+)*) (.+)$/.exec(line);
  if (clause?.[1] !== undefined && clause[2] !== undefined) return { kind: 'clause', id: clause[1], text: clause[2] };
  const figure = /^\[([\w-]+)\]$/.exec(line);
  if (figure?.[1] !== undefined) return { kind: 'figure', name: figure[1] };
  return { kind: 'text', text: line };
}

export function chaptersOf(text: string): Chapter[] {
  const chapters: Chapter[] = [{ id: '', title: '', lines: [] }];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const heading = /^## (\S+) (.+)$/.exec(line);
    if (heading?.[1] !== undefined && heading[2] !== undefined) chapters.push({ id: heading[1], title: heading[2], lines: [] });
    else chapters.at(-1)?.lines.push(lineOf(line));
  }
  return chapters;
}

const plain = (text: string) => text.toLocaleLowerCase().replace(/ي/g, 'ی').replace(/ك/g, 'ک').replace(/\u200c/g, ' ');

/* The lines that speak of something, each in its chapter. */
export function found(chapters: readonly Chapter[], search: string): readonly Chapter[] {
  if (search === '') return chapters;
  const wanted = plain(search);
  const speaks = (line: RulesLine) => line.kind !== 'figure' && plain(line.kind === 'clause' ? `${line.id} ${line.text}` : line.text).includes(wanted);
  return chapters
    .map((chapter) => ({ ...chapter, lines: plain(chapter.title).includes(wanted) ? chapter.lines : chapter.lines.filter(speaks) }))
    .filter((chapter) => chapter.lines.length > 0);
}
