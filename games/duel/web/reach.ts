// SPDX-License-Identifier: MIT
// What has to be scrolled can be reached by keyboard; what shows itself whole is no stop on the way.
import type { Attachment } from 'svelte/attachments';

export const scrolls: Attachment<HTMLElement> = (node) => {
  let told = 0;
  const look = () => {
    const scrolled = node.scrollHeight > node.clientHeight + 1;
    if (scrolled && node.tabIndex !== 0) node.tabIndex = 0;
    else if (!scrolled && node.hasAttribute('tabindex')) node.removeAttribute('tabindex');
  };
  /* Once what has changed is drawn: it is measured then, and need not be laid out for us alone. */
  const later = () => {
    cancelAnimationFrame(told);
    told = requestAnimationFrame(() => setTimeout(look));
  };
  const sizes = new ResizeObserver(look); // tells of its size at once, and that is laid out already
  const content = new MutationObserver(later);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(told);
    sizes.disconnect();
    content.disconnect();
  };
};
