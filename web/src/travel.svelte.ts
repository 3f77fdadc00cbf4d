// SPDX-License-Identifier: MIT
// A board and the one before it: what travels from the old view to the new one, and what ends with the old one. To be
// called while a board is made.
import { untrack } from 'svelte';
import { comeFrom, launch, prepare, turnUp, type Flight } from './motion';

/* What happened between two boards, as pieces that move. */
export type Journey = {
  flights: Flight[];
  turned?: string[]; // places at which something was turned up
  gained?: { at: string; from: string }[]; // pieces that are new where they are
};

const [TURN, TURN_STEP] = [240, 50];
const [COME, COME_STEP] = [120, 80];

/* The boards on the page: each takes its likenesses if another view is to be shown. */
const boards = new Set<() => void>();

/*
 * To be called by a page before it draws anything else of a view: boards are measured while nothing of the old view has changed
 * yet. Once anything has, measuring makes the browser lay out a page that nobody sees.
 */
export function foresee(view: () => unknown): void {
  $effect.pre(() => {
    if (view() === undefined) return;
    untrack(() => boards.forEach((look) => look()));
  });
}

/*
 * Whenever another board is shown, its pieces make the way that `journey` tells. The likenesses are taken while the old board
 * is still on the page; `leave` is told then, too.
 */
export function travels<Board, Way extends Journey>(
  board: () => Board,
  journey: (before: Board, after: Board) => Way,
  leave: (way: Way, before: Board, after: Board) => void = () => {},
): void {
  let before: Board | undefined;
  let way: Way | undefined;
  let flying: ReturnType<typeof prepare> = [];
  const look = () => {
    const now = board();
    const old = before;
    before = now;
    if (old === undefined || old === now) return;
    untrack(() => {
      way = journey(old, now);
      flying = prepare(way.flights);
      leave(way, old, now);
    });
  };
  $effect.pre(look);
  $effect.pre(() => {
    boards.add(look);
    return () => boards.delete(look);
  });
  /* With the next frame, which has to lay everything out in any case; nothing of it was seen before. */
  $effect(() => {
    void board();
    const [pieces, told] = [flying, way];
    flying = [];
    way = undefined;
    if (told !== undefined) requestAnimationFrame(() => set(pieces, told));
  });
}

function set(flying: ReturnType<typeof prepare>, { turned = [], gained = [] }: Journey): void {
  const begin = [
    ...launch(flying),
    ...turned.flatMap((piece, i) => turnUp(piece, TURN + TURN_STEP * i)),
    ...gained.flatMap(({ at, from }, i) => comeFrom(at, from, COME + COME_STEP * i)),
  ];
  for (const one of begin) one();
}

/* What was begun belongs to the table as it was: `forget` is called when another one is shown, before it is. */
export function whenOther(thing: () => unknown, forget: () => void): void {
  let seen: unknown;
  $effect.pre(() => {
    const now = thing();
    if (now === seen) return;
    seen = now;
    untrack(forget);
  });
}
