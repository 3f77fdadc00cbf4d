// SPDX-License-Identifier: MIT
// Lines of the log that are no moves, in words.
import { maybe, t } from '$web/i18n';
import type { Line } from '$web/protocol';

/* Who a line is about. Whoever sat down here before may be somebody else than who sits here now; a name that was
 * deleted is nobody's. */
export function whoOf(line: Line, names: readonly string[]): string {
  if (line.gone) return t('somebody');
  if (line.what === 'sat' && line.name) return line.name;
  if (line.seat !== undefined && line.seat >= 0) return names[line.seat] ?? t('somebody');
  return line.name || t('guest');
}

const ANSWERS = { true: 'yes', false: 'no' };

/* The key of its sentence: some lines have one for each way in which they can end. */
function keyOf(line: Line): string {
  if (line.what === 'answered') return `log.answered.${ANSWERS[`${line.yes ?? false}`]}`;
  if (line.what === 'over') return `log.over.${line.reason ?? 'game'}`;
  return line.what === 'move' && line.late ? 'log.move.late' : `log.${line.what}`;
}

/* A sentence for those who see the log; undefined for lines that have none. */
export const lineText = (line: Line, names: readonly string[]): string | undefined => maybe(keyOf(line), { who: whoOf(line, names) });

/* What somebody said, or that it was deleted. */
export const saidText = (line: Line): string => (line.gone ? t('chat.gone') : (line.text ?? ''));
