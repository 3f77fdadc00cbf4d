// SPDX-License-Identifier: MIT
// What axe finds on a page. Its program is read into a page once, and not for every look: that is most of what a look costs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

type Options = { within?: string /* a part of the page */; themes?: 'shown' | 'both' /* contrasts in the other theme as well */ };

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* One line for everything in the way of somebody, by the rules asked for or by all of them. */
async function run(page: Page, within: string | undefined, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([selector, runOnly]) => {
      const theme = document.documentElement.dataset['theme'] ?? '';
      const tool = (window as unknown as { axe: typeof axe }).axe;
      const context = selector === undefined ? document : { include: [selector] };
      const { violations } = await tool.run(context, { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
      const why = (node: axe.NodeResult) => (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? '';
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${location.pathname} (${theme}) ${id}: ${node.target.join(' ')}: ${why(node)}`));
    },
    [within, rules] as const,
  );
}

/* What axe finds in the theme that is shown and, where asked for, the contrasts in the other one. */
export async function audit(page: Page, { within, themes = 'both' }: Options = {}): Promise<string[]> {
  const wear = (name: string) => page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), name);
  const found = await run(page, within, undefined);
  if (themes === 'shown') return found;
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  await wear(theme === 'dark' ? 'light' : 'dark');
  found.push(...(await run(page, within, ['color-contrast'])));
  await wear(theme);
  return found;
}
