// SPDX-License-Identifier: MIT
// A record that is dropped, chosen as a file, or pasted somewhere on the page.
import { t } from '$web/i18n';
import { Problem } from '$web/refused';

const MOST = 256 * 1024; // bytes; the longest game has far fewer

export async function textOfFile(file: File): Promise<string> {
  if (file.size > MOST) throw new Problem(t('analysis.large'));
  return await file.text();
}

/* A file, or a text that was marked elsewhere; undefined: neither. */
export async function textGiven(from: DataTransfer | null): Promise<string | undefined> {
  const [written, file] = [from?.getData('text/plain') ?? '', from?.files[0]];
  if (file !== undefined) return textOfFile(file);
  if (written.length > MOST) throw new Problem(t('analysis.large'));
  return written.trim() === '' ? undefined : written;
}

/* Whoever writes somewhere pastes there. */
export const isWritten = (target: EventTarget | null): boolean => target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
