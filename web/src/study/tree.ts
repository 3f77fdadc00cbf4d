// SPDX-License-Identifier: MIT
// Variations of a game as a tree: a node is a decision, its first child goes on with the line it stands in.
import type { Phrase } from '$web/protocol';

export type Node = {
  readonly id: number;
  readonly parent: number; // -1: the beginning
  readonly move: string;
  readonly seat: number;
  readonly turn: number;
  readonly say: readonly Phrase[];
  readonly children: readonly number[];
};

/* Node 0 is the beginning of the game. A tree is never changed: whoever adds to it gets another one. */
export type Tree = readonly Node[];

export const BEGINNING: Node = { id: 0, parent: -1, move: '', seat: -1, turn: 0, say: [], children: [] };

export type Decision = Pick<Node, 'move' | 'seat' | 'turn' | 'say'>;

/* Adds a decision after a node; one that is there already is found again. */
export function added(tree: Tree, after: number, decision: Decision): { tree: Tree; id: number } {
  const known = tree[after]?.children.find((id) => tree[id]?.move === decision.move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.length;
  const grown = tree.map((node) => (node.id === after ? { ...node, children: [...node.children, id] } : node));
  return { tree: [...grown, { ...decision, id, parent: after, children: [] }], id };
}

export function lineOf(decisions: readonly Decision[]): Tree {
  const tree: Node[] = [BEGINNING];
  for (const decision of decisions) {
    const id = tree.length;
    const before = tree[id - 1];
    if (before) tree[id - 1] = { ...before, children: [id] };
    tree.push({ ...decision, id, parent: id - 1, children: [] });
  }
  return tree;
}

/* From the beginning to a node, without the beginning. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let node = tree[id]; node && node.parent >= 0; node = tree[node.parent]) path.unshift(node);
  return path;
}

/* To a node and on along its first children: the line that is stepped through. */
export function lineThrough(tree: Tree, id: number): Node[] {
  const line = pathTo(tree, id);
  for (let next = tree[id]?.children[0]; next !== undefined; next = tree[next]?.children[0]) {
    const node = tree[next];
    if (node) line.push(node);
  }
  return line;
}

export const isMain = (tree: Tree, id: number): boolean => pathTo(tree, id).every((node) => tree[node.parent]?.children[0] === node.id);

/* The tree in reading order: the main line flush, what branches off behind the move it replaces, one step further in. */
export type Row = { node: Node; depth: number; ply: number };
export function rowsOf(tree: Tree): Row[] {
  const rows: Row[] = [];
  const walk = (from: Node, depth: number, ply: number): void => {
    let node: Node | undefined = from;
    for (let at = ply; node; at++) {
      const [first, ...others]: readonly number[] = node.children;
      const next: Node | undefined = first === undefined ? undefined : tree[first];
      if (next) rows.push({ node: next, depth, ply: at + 1 });
      for (const other of others) {
        const branch = tree[other];
        if (!branch) continue;
        rows.push({ node: branch, depth: depth + 1, ply: at + 1 });
        walk(branch, depth + 1, at + 1);
      }
      node = next;
    }
  };
  const root = tree[0];
  if (root) walk(root, 0, 0);
  return rows;
}

/* A line that is moved to: so many decisions back, then these on. */
export function wayBetween(now: readonly string[], wanted: readonly string[]): { back: number; on: readonly string[] } {
  let same = 0;
  while (same < now.length && same < wanted.length && now[same] === wanted[same]) same++;
  return { back: now.length - same, on: wanted.slice(same) };
}
