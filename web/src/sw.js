// The service worker: keeps the files of the shell, so that it opens without a network. The names of the
// files carry a hash of their content, so a kept file is never an old one. Tables and everything else
// under /api are never kept: what one seat saw must not lie around for another.
const CACHE = 'takht-VERSION';
const FILES = 'FILES';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(['/', ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/* A page of ours: the newest one if the server answers, else the kept one. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
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
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(event.request));
});
