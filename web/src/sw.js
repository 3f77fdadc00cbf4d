// SPDX-License-Identifier: MIT
// The service worker: with it the page opens and plays without a network. The shell is kept at once; boards, rules, words and the
// engine follow when the page asks for them to be kept (it does so when it has nothing else to do). The names of the files carry a
// hash of their content, so a kept file is never an old one. Tables and everything else under /api are never kept: what one seat
// saw must not lie around for another.
const CACHE = 'takht-VERSION';
const SHELL = 'SHELL';
const REST = 'REST';
const SLOW = 4000; // ms after which the kept page is better than the one that does not come

/* What the last version had and this one has too need not travel again. */
async function take(cache, files) {
  for (const file of files) {
    if (await cache.match(file)) continue;
    const old = file === '/' ? undefined : await caches.match(file);
    if (old) await cache.put(file, old);
    else await cache.add(file);
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => take(cache, ['/', ...SHELL]))
      .then(() => self.skipWaiting()),
  );
});

/* What was kept by an older version stays until the new one has it all. */
async function tidy() {
  const cache = await caches.open(CACHE);
  const names = (await caches.keys()).filter((name) => name !== CACHE);
  if (names.length > 0) {
    const known = (file) => caches.match(file).then((found) => found && cache.put(file, found));
    await Promise.all(REST.map((file) => known(file)));
  }
  await Promise.all(names.map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/* The page has time: everything that is needed to play without a network. It says how much of it is there. */
self.addEventListener('message', (event) => {
  if (event.data !== 'keep') return;
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await take(cache, REST);
    event.source?.postMessage('kept');
  };
  event.waitUntil(keep().catch(() => {})); // the rest of it another time
});

/* A page of ours: the newest one if the server answers in time, else the kept one. */
async function page(request) {
  const kept = () => caches.match('/').then((found) => found ?? Response.error());
  const late = new Promise((resolve) => setTimeout(resolve, SLOW)).then(() => caches.match('/'));
  const fresh = fetch(request).catch(kept);
  return (await Promise.race([fresh, late.then((found) => found ?? fresh)])) ?? fresh;
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(event.request));
  else if (url.pathname.startsWith('/assets/') || SHELL.includes(url.pathname)) event.respondWith(file(event.request));
});
