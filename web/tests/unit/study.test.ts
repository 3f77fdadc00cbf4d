// SPDX-License-Identifier: MIT
// Variations and links of the analysis board.
import { describe, expect, test } from 'vitest';
import { fromFragment, toFragment } from '$web/study/fragment';
import { isSaidAlike } from '$web/study/sentences';
import { added, isMain, lineOf, lineThrough, pathTo, rowsOf, wayBetween } from '$web/study/tree';

const decision = (move: string) => ({ move, seat: 0, turn: 1, say: [] });
const line = lineOf(['a', 'b', 'c'].map(decision));

describe('a tree of variations', () => {
  test('begins as the game was played', () => {
    expect(pathTo(line, 3).map((node) => node.move)).toEqual(['a', 'b', 'c']);
    expect(lineThrough(line, 1).map((node) => node.move)).toEqual(['a', 'b', 'c']);
    expect(rowsOf(line).map((row) => row.depth)).toEqual([0, 0, 0]);
  });
  test('finds a move again that is there already', () => {
    const { tree, id } = added(line, 1, decision('b'));
    expect(id).toBe(2);
    expect(tree).toBe(line);
  });
  test('branches, and branches of branches stand further in, behind the move they replace', () => {
    const first = added(line, 1, decision('x'));
    const second = added(first.tree, first.id, decision('y'));
    const third = added(second.tree, first.id, decision('z'));
    expect(rowsOf(third.tree).map(({ node, depth, ply }) => `${node.move}${depth}${ply}`)).toEqual(['a01', 'b02', 'x12', 'y13', 'z23', 'c03']);
    expect(isMain(third.tree, 2)).toBe(true);
    expect(isMain(third.tree, third.id)).toBe(false);
    expect(lineThrough(third.tree, first.id).map((node) => node.move)).toEqual(['a', 'x', 'y']);
  });
});

test('the way from one line to another goes back only as far as it must', () => {
  expect(wayBetween(['a', 'b', 'c'], ['a', 'x'])).toEqual({ back: 2, on: ['x'] });
  expect(wayBetween([], ['a'])).toEqual({ back: 0, on: ['a'] });
  expect(wayBetween(['a'], ['a'])).toEqual({ back: 0, on: [] });
});

describe('a record in a link', () => {
  test('comes back as it was, with the moment', async () => {
    const record = '[Game "splendor"]\n[Seat1 "مینا"]\n\n1. take wgr\n'.repeat(20);
    const fragment = await toFragment(record, 31);
    expect(fragment).toMatch(/^31\.[\w-]+$/);
    expect(fragment.length).toBeLessThan(record.length / 4);
    expect(await fromFragment(fragment)).toEqual({ record, ply: 31 });
  });
  test('that was cut, or is none, is none', async () => {
    const fragment = await toFragment('[Game "splendor"]\n\n1. take wgr\n', 1);
    for (const bad of ['', '7', fragment.slice(0, 12), `${fragment}!`, '1.AAAA', 'key=abc']) expect(await fromFragment(bad)).toBeUndefined();
  });
});

test('two moves that are told in the same words are told apart by saying so', () => {
  const speaker = { language: 'en', words: { place: 'laid {n}' }, names: [], you: 0 } as const;
  const said = (n: number) => ({ key: 'place', n: [n] });
  expect(isSaidAlike(said(4), said(4), speaker)).toBe(true);
  expect(isSaidAlike(said(4), said(5), speaker)).toBe(false);
  expect(isSaidAlike(undefined, undefined, speaker)).toBe(false);
});
