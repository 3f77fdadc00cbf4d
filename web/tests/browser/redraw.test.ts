// SPDX-License-Identifier: MIT
// What a move costs the page, without a clock: what did not change stays where it is, nothing is written that is there already, and
// nothing is measured once the page has begun to change, which would lay it out for nobody. `npm run bench` tells the milliseconds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person, Server } from './world';

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

type Cost = { moves: number; made: number; again: string[]; late: number; kept: number; pieces: number };

declare global {
  interface Window {
    cost: Cost;
  }
}

/* Counts from now on, in the page. */
function count(): void {
  const frame = document.querySelector<HTMLElement>('.frame')!;
  const cost: Cost = { moves: 0, made: 0, again: [], late: 0, kept: 0, pieces: 0 };
  /* With the shapes of a symbol, which a browser makes anew wherever it is used. */
  const weight = (one: Element): number => {
    const used = one.localName === 'use' ? document.getElementById(one.getAttribute('href')?.slice(1) ?? '') : null;
    return 1 + (used ? heavy(used) : 0);
  };
  const heavy = (one: Element): number => weight(one) + [...one.querySelectorAll('*')].reduce((sum, inner) => sum + weight(inner), 0);
  const placed = () => new Map([...document.querySelectorAll('.frame [data-at]')].map((one) => [one.getAttribute('data-at'), one]));
  let before = placed();
  let ply = frame.dataset['ply'];
  window.cost = cost;
  const look = (changes: readonly MutationRecord[]) => {
    for (const { type, target, attributeName, oldValue, addedNodes } of changes) {
      if (type === 'childList') for (const one of addedNodes) if (one instanceof Element) cost.made += heavy(one);
      if (attributeName === 'dir' && target instanceof Element && oldValue === target.getAttribute('dir') && oldValue !== 'auto') cost.again.push(target.outerHTML.slice(0, 80));
    }
    if (frame.dataset['ply'] === ply) return;
    ply = frame.dataset['ply'];
    cost.moves++;
    const now = placed();
    for (const [at, one] of now) if (before.has(at)) [cost.pieces, cost.kept] = [cost.pieces + 1, cost.kept + (before.get(at) === one ? 1 : 0)];
    before = now;
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
  for (const name of ['getClientRects', 'getBoundingClientRect'] as const) {
    const measure = Element.prototype[name] as () => DOMRect & DOMRectList;
    Element.prototype[name] = function (this: Element) {
      const changes = watcher.takeRecords(); // those of which nobody has been told yet
      if (changes.length > 0) cost.late++;
      look(changes);
      return measure.call(this);
    };
  }
}

/* Somebody plays at this table from elsewhere, until it has so many moves and it is for them to act. */
const playOn = ([table, most]: readonly [string, number]) =>
  new Promise<number>((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    let [n, played] = [0, -1];
    const say = (what: object) => socket.send(JSON.stringify({ n: ++n, ...what }));
    socket.onopen = () => {
      say({ t: 'hello', v: 1 });
      say({ t: 'watch', table });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const { ply = 0, legal = [] } = JSON.parse(event.data) as { ply?: number; legal?: { move: string }[] };
      if (legal.length === 0 || ply <= played) return;
      played = ply;
      if (ply < most) return say({ t: 'move', table, ply, move: legal[(ply * 7919) % legal.length]?.move });
      socket.close();
      done(ply);
    };
  });

/* How many play, where the looking begins, and how much a move may make: of some two thousand things, and as many again in symbols. */
const TABLES = { splendor: [4, 20, 110], 'seven-wonders-duel': [2, 20, 260], 'kingdom-builder': [3, 20, 120], queendomino: [3, 24, 125] } as const;

test.each(Object.entries(TABLES))('%s: a move changes what it changes', async (game, [players, begin, most]) => {
  const sara = await Person.arrive(server, { motion: true });
  const { page } = sara;
  const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'greedy' }))];
  await page.goto(`${server.url}/settings`);
  const { table } = await sara.post<{ table: string }>('tables', { game, players, options: {}, seats, clock: { kind: 'none' }, public: false, hints: true, quick: true, share: 'later' });
  await page.evaluate(() => localStorage.setItem('takht.settings', JSON.stringify({ pace: 'quick' })));
  await page.goto(`${server.url}/t/${table}`);
  const first = await page.evaluate(playOn, [table, begin] as const);
  await page.locator(`.frame[data-ply="${first}"]`).waitFor();
  await page.evaluate(count);
  const last = await page.evaluate(playOn, [table, first + 8] as const);
  await page.locator(`.frame[data-ply="${last}"]`).waitFor();
  const { moves, made, again, late, kept, pieces } = await page.evaluate(() => window.cost);
  expect(moves).toBeGreaterThan(3);
  expect({ again, late }).toEqual({ again: [], late: 0 });
  expect(made / moves).toBeLessThan(most);
  expect(kept / pieces).toBeGreaterThan(0.8);
  await sara.leave();
});
