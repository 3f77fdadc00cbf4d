// SPDX-License-Identifier: MIT
// Copying a text. Browsers give the clipboard only to pages over https, or on the machine itself; in a home network the old way works.
import { t } from './i18n';
import { tell } from './session.svelte';

/* Selects the text in a field that nobody sees, inside an open dialog if there is one: nothing outside of it can be selected. */
function copyOldWay(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' });
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  let copied = false;
  try {
    // deprecated, but there is no other way without https
    copied = document.execCommand('copy');
  } catch {
    // then not
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/* Copied, or shown where copying is not allowed at all. */
export async function copyLink(link: string): Promise<void> {
  tell((await copied(link)) ? t('wait.copied') : link);
}
