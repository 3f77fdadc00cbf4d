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

/* Chapters of Queendomino with only those clauses that Kingdomino shares; pictures go with their chapter. */
function shared(text: string): string {
  const chapters = text.split(/^(?=## )/m).map((chapter) => chapter.split('\n'));
  return chapters
    .flatMap(([title = '', ...lines]) => {
      const kept = lines.filter((line) => SHARED.test(CLAUSE.exec(line)?.[1] ?? ''));
      return kept.length > 0 && title.startsWith('## ') ? [[title, ...kept].join('\n')] : [];
    })
    .join('\n');
}

export function rulesOf(text: string, book: Book): string {
  const parts = partsOf(text);
  const queen = parts.get('queendomino') ?? '';
  if (book === 'queendomino') return queen;
  const own = parts.get(book) ?? '';
  return `${own}\n${book === 'royal-wedding' ? queen : shared(queen)}`;
}
