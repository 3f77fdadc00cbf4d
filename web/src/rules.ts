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
