// SPDX-License-Identifier: MIT
// What a board tells the frame around it, as an attribute by which a style sheet may lay out the areas:
// <div {@attach onFrame('phase', board.phase)}> makes it .frame[data-now-phase='draft'].
//
// A style sheet could ask .frame:has([data-phase='draft']) itself. But then everything in the frame whose style may hang on any
// :has() is worked out again whenever something is put anywhere into it, that is with every move.
import type { Attachment } from 'svelte/attachments';

export function onFrame(name: string, value: string | undefined): Attachment<HTMLElement> {
  return (node) => {
    const frame = node.closest('.frame, dialog'); // what lies over the frame has no part in it
    if (!frame?.matches('.frame') || value === undefined) return;
    frame.setAttribute(`data-now-${name}`, value);
    return () => frame.removeAttribute(`data-now-${name}`);
  };
}

/*
 * How many others stand there, as words for a style sheet: [data-others~='3'] are three and more. Asking :has() would cost the same
 * as above.
 */
export const counted: Attachment<HTMLElement> = (node) => {
  const count = () => {
    const others = [...node.children].filter((child) => child.matches('[data-opponent]')).length;
    node.dataset['others'] = Array.from({ length: others }, (_, i) => i + 1).join(' ');
  };
  const watch = new MutationObserver(count);
  count();
  watch.observe(node, { childList: true });
  return () => watch.disconnect();
};
