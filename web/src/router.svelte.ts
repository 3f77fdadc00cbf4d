// SPDX-License-Identifier: MIT
// Where we are: the address of the page, and how to go somewhere else in it.
import { arrived, isAbove, stepped } from './above';

type Place = { path: string; query: URLSearchParams; hash: string };

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

let place: Place = $state.raw(here());
let shown = location.href;

function arrive(): void {
  shown = location.href;
  place = here();
}

export const route = {
  get path() {
    return place.path;
  },
  get query() {
    return place.query;
  },
  get hash() {
    return place.hash;
  },
};

/* The parts of a path. One that nobody can read stays as it is: then there is no such page, and it says so. */
export const partsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  arrived(() => {
    const before = location.pathname;
    if (how === 'replace') history.replaceState(history.state, '', to);
    else if (isAbove()) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    arrive();
    if (location.pathname !== before) scrollTo(0, 0);
  });
}

/* Links of our own are followed without loading the page again. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/assets/')) return;
  event.preventDefault();
  if (link.pathname === location.pathname && link.search === location.search && link.hash !== '') {
    location.hash = link.hash; // so that the browser scrolls to it and :target works
    return;
  }
  go(link.pathname + link.search + link.hash);
}

export function startRouter(): void {
  addEventListener('popstate', () => {
    stepped();
    if (location.href !== shown) arrive(); // else a dialog was put away, and the page stays as it is
  });
  addEventListener('hashchange', arrive);
  document.addEventListener('click', follow);
}
