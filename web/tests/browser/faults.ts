// SPDX-License-Identifier: MIT
// What is wrong with a table at some size: it scrolls, something is out of sight or lies over something else, a target is too small
// for a finger, a word is cut.
import type { Page } from 'playwright-core';
import { EVERY_SIZE } from './world';

/* What is wrong with the page as it is now, in words. */
export function faults(page: Page, watching = false): Promise<string[]> {
  return page.evaluate((watching) => {
    const out: string[] = [];
    const size = document.documentElement.dataset['size']?.split(' ') ?? [];
    const frame = document.querySelector<HTMLElement>('.frame');
    if (frame === null) return ['there is no frame'];

    const high = document.documentElement.scrollHeight - innerHeight;
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (high > 0 || wide > 0) out.push(`the page scrolls by ${wide}, ${high}`);

    // The result is whole, too. What lies behind it was looked at while it was played.
    const end = frame.querySelector<HTMLElement>('[data-end]');
    if (end !== null && end.scrollHeight > end.clientHeight + 1) out.push(`the end scrolls by ${end.scrollHeight - end.clientHeight}`);

    // All areas are there, in sight, and apart.
    const wanted = ['status', 'board', ...(watching ? [] : ['mine']), ...(size.includes('desk') ? ['rail'] : ['opps']), ...(size.includes('hand') ? ['menu', 'log', 'strip'] : ['bar'])];
    const areas = [...frame.querySelectorAll<HTMLElement>('[data-area]')].filter((area) => area.getClientRects().length > 0);
    const names = areas.map((area) => area.dataset['area'] ?? '');
    for (const name of wanted) if (!names.includes(name)) out.push(`no ${name}`);
    const boxes = areas.map((area) => area.getBoundingClientRect());
    boxes.forEach((box, i) => {
      const name = names[i] ?? '';
      if (box.width < 1 || box.height < 1 || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        out.push(`${name} is not in sight: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
      boxes.slice(i + 1).forEach((other, k) => {
        const x = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const y = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (x > 1 && y > 1) out.push(`${name} lies over ${names[i + 1 + k] ?? ''} by ${Math.round(x)} × ${Math.round(y)}`);
      });
    });

    const hidden = (element: Element) => element.closest('.vh, [hidden], [aria-hidden="true"] svg') !== null;
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element) ?? getComputedStyle(element);
    const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
    const label = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}"`;

    // Where fingers are, everything is at least 44 px wide and high. What another one covers is no target of its own.
    if (size.includes('hand') || size.includes('tablet') || size.includes('close'))
      for (const target of frame.querySelectorAll<HTMLElement>('button, a, input, [role=button]')) {
        const box = target.getBoundingClientRect();
        if (box.width === 0 || hidden(target)) continue;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (top !== null && !target.contains(top) && !top.contains(target)) continue;
        if (box.width < 43.5 || box.height < 43.5) out.push(`${label(target)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
      }

    // Nothing stands out of its panel, and no word lies over another. A board has its own ways.
    const panelOf = (element: Element) => element.closest('[data-opponent], [data-end], [data-area]');
    for (const panel of end ? [end] : frame.querySelectorAll('[data-opponent], [data-area]:not([data-area="board"], [data-area="page"])')) {
      const around = panel.getBoundingClientRect();
      if (around.width === 0) continue;
      const written: { parent: Element; text: string; lines: DOMRect[] }[] = [];
      const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
      const leaves: [Element, string, DOMRect[]][] = [...panel.querySelectorAll('svg, .stamp')].map((one) => [one, 'a picture', [one.getBoundingClientRect()]]);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const parent = node.parentElement;
        if (parent !== null && node.textContent?.trim() !== '') leaves.push([parent, node.textContent?.trim().slice(0, 30) ?? '', [...range.getClientRects()]]);
      }
      for (const [element, text, lines] of leaves) {
        if (panelOf(element) !== panel || element.closest('.vh, [hidden], svg svg') !== null || styleOf(element).visibility === 'hidden') continue;
        let held = false; // where one can scroll, or where it is cut on purpose
        for (let one: Element | null = element; one !== null && one !== panel; one = one.parentElement) held ||= /auto|scroll|hidden|clip/.test(styleOf(one).overflowX) || styleOf(one).position === 'fixed' || styleOf(one).clipPath !== 'none' || styleOf(one).opacity === '0';
        if (held || scrolls(styleOf(panel))) continue;
        const by = Math.max(...lines.filter((box) => box.width > 1).map((box) => Math.max(around.left - box.left, box.right - around.right)));
        if (by > 1.5) out.push(`"${text}" stands out of ${label(panel)} by ${Math.round(by)}`);
        if (element.closest('svg') === null && !element.matches('.stamp')) written.push({ parent: element, text, lines: lines.filter((box) => box.width > 1).map((box) => new DOMRect(box.x, box.y + 0.2 * box.height, box.width, 0.6 * box.height)) }); // letters are less high than their line
      }
      for (const [i, one] of written.entries())
        for (const other of written.slice(i + 1)) {
          if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
          const over = one.lines.some((a) => other.lines.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2));
          if (over) out.push(`"${one.text}" lies over "${other.text}" in ${label(panel)}`);
        }
    }

    // Nothing that is written is cut, but where one can scroll and where a name may be as long as it likes.
    const walker = document.createTreeWalker(end ?? frame, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || hidden(parent) || styleOf(parent).visibility === 'hidden') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      for (let around: Element | null = parent; around !== null && frame.contains(around); around = around.parentElement) {
        const style = styleOf(around);
        if (scrolls(style) || around.hasAttribute('data-may-cut') || style.clipPath !== 'none') break;
        if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
        const box = around.getBoundingClientRect();
        const by = Math.max(box.left - text.left, text.right - box.right, 0);
        // A line is higher than its letters: a little of it may stand out.
        const down = Math.max(box.top - text.top - text.height * 0.3, text.bottom - text.height * 0.3 - box.bottom, 0);
        if (by > 2 || down > 2) {
          out.push(`cut in ${label(around)}: "${node.textContent?.trim().slice(0, 30) ?? ''}"`);
          break;
        }
      }
    }

    // Nor is a small picture that says something: a coin, a gem, a sign.
    for (const sign of (end ?? frame).querySelectorAll('svg, .stamp')) {
      const box = sign.getBoundingClientRect();
      if (box.width === 0 || box.width > 40 || sign.closest('.vh, [hidden], svg svg') !== null || styleOf(sign).visibility === 'hidden') continue;
      for (let around: Element | null = sign.parentElement; around !== null && frame.contains(around); around = around.parentElement) {
        const style = styleOf(around);
        if (scrolls(style) || around.hasAttribute('data-may-cut') || style.clipPath !== 'none') break;
        if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
        const edge = around.getBoundingClientRect();
        const by = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
        if (by > 2) out.push(`a picture of ${Math.round(box.width)} px is cut by ${Math.round(by)} in ${label(around)}`);
      }
    }
    return [...new Set(out)];
  }, watching);
}

/* One page, made larger and smaller: what is wrong, by size. */
export async function faultsAtEverySize(page: Page, watching = false): Promise<Record<string, string[]>> {
  await page.evaluate(() => document.fonts.ready);
  const wrong: Record<string, string[]> = {};
  for (const [width, height] of EVERY_SIZE) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Where things move (Firefox is not asked to leave it), they arrive first.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)));
    const found = await faults(page, watching);
    if (found.length > 0) wrong[`${width}×${height}`] = found;
  }
  return wrong;
}
