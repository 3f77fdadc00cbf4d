// SPDX-License-Identifier: MIT
// Every message brings its whole view anew, and most of it says what the last one said. What is equal is taken over from the old
// one, object by object: so a part of the page that shows the same thing gets the same thing, and has nothing to do.
import { thing } from './shape';

/* Are both equal? Members of `now` that equal those of `old` become the old ones, even where not all of them do. */
export function adopt(old: unknown, now: unknown): boolean {
  if (old === now) return true;
  if (Array.isArray(old) && Array.isArray(now)) return adoptItems(old, now);
  return thing(old) && thing(now) && adoptMembers(old, now);
}

function adoptItems(old: readonly unknown[], now: unknown[]): boolean {
  let same = old.length === now.length;
  for (let i = 0; i < now.length; i++)
    if (i < old.length && adopt(old[i], now[i])) now[i] = old[i];
    else same = false;
  return same;
}

function adoptMembers(old: Readonly<Record<string, unknown>>, now: Record<string, unknown>): boolean {
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(old).length;
  for (const key of keys)
    if (Object.hasOwn(old, key) && adopt(old[key], now[key])) now[key] = old[key];
    else same = false;
  return same;
}
