// SPDX-License-Identifier: MIT
// Which clauses belong to the rules of which game. The text has one part for each game, headed "# name".

export type Book = 'queendomino' | 'royal-wedding' | 'kingdomino';

const CLAUSE = /^([A-Z]+-\d+(?:\.\d+)*) /;

/* What Kingdomino takes over from Queendomino (KD-5): terms, rounds, placing. */
const SHARED = /^QD-(?:1\.[123]|4\.[12]|5\.\d|10\.1|15\.[123])$/;

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(/^# /m).slice(1)) {
    const end = part.indexOf('\n');
    parts.set(part.slice(0, end).trim(), part.slice(end + 1).trim());
  }
  return parts;
}

/* Chapters of Queendomino with only those clauses that Kingdomino shares; a picture goes with the clause above it. */
function shared(text: string): string {
  const out: string[] = [];
  for (const chapter of text.split(/^(?=## )/m)) {
    const [title = '', ...lines] = chapter.split('\n');
    let keeps = false;
    const kept = lines.filter((line) => {
      if (!line.startsWith('[')) keeps = SHARED.test(CLAUSE.exec(line)?.[1] ?? '');
      return keeps;
    });
    if (kept.length > 0 && title.startsWith('## ')) out.push(title, ...kept);
  }
  return out.join('\n');
}

export function rulesOf(text: string, book: Book): string {
  const parts = partsOf(text);
  const queen = parts.get('queendomino') ?? '';
  if (book === 'queendomino') return queen;
  const own = parts.get(book) ?? '';
  return `${own}\n${book === 'royal-wedding' ? queen.slice(queen.indexOf('## ')) : shared(queen)}`;
}

/* How to play a game in two minutes. */
export const briefOf = (text: string, book: Book): string => partsOf(text).get(book) ?? '';
