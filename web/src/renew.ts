// SPDX-License-Identifier: MIT
// A page may stay open while the server gets a newer one: what nobody has asked for yet is gone with the old one. When a part cannot be
// loaded and the server's page is another, that one is loaded: everything is where it was, as games are kept move by move.
import { readKept, writeKept } from '$web/kept';

const KEY = 'takht.renewed';
const REST = 60_000; // ms: servers of two versions behind one address would send us to and fro

const own = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

async function isOld(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && own !== '' && !(await answer.text()).includes(`"${own}"`);
}

/* Something of this page was not there. */
export async function renew(): Promise<void> {
  const now = Date.now();
  if (Math.abs(now - Number(readKept('session', KEY))) < REST || !(await isOld().catch(() => false))) return;
  writeKept('session', KEY, String(now));
  location.reload();
}

export const followVersion = (): void => addEventListener('vite:preloadError', () => void renew());
