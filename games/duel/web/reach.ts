// SPDX-License-Identifier: MIT
// What has to be scrolled can be reached by keyboard; what shows itself whole is no stop on the way.
import type { Attachment } from 'svelte/attachments';

export const scrolls: Attachment<HTMLElement> = (node) => {
  const look = () => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const content = new MutationObserver(look);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true });
  look();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
};
