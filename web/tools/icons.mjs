// SPDX-License-Identifier: MIT
// Draws the icons under which Takht lies on a home screen (web/public/icons): node tools/icons.mjs. They are kept in the tree, since a
// build has no browser. A maskable icon may lose its rim, so its mark is smaller and its ground goes to the edge.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const mark = readFileSync(at('../public/favicon.svg'), 'utf8').replace(/<style>.*?<\/style>/s, '');
const own = mark.replaceAll('class="b"', 'fill="#24408e"').replaceAll('class="f"', 'fill="#fffdf7"');
const onGround = mark.replaceAll('class="b"', 'fill="#fffdf7"').replaceAll('class="f"', 'fill="#24408e"');
const ICONS = [
  { name: '192', size: 192, mark: own, share: 1, ground: 'transparent' },
  { name: '512', size: 512, mark: own, share: 1, ground: 'transparent' },
  { name: 'maskable-192', size: 192, mark: onGround, share: 0.66, ground: '#24408e' },
  { name: 'maskable-512', size: 512, mark: onGround, share: 0.66, ground: '#24408e' },
  { name: 'touch-180', size: 180, mark: onGround, share: 0.76, ground: '#24408e' },
];

const executablePath = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
mkdirSync(at('../public/icons'), { recursive: true });
for (const { name, size, mark: drawn, share, ground } of ICONS) {
  const sheet = await browser.newPage({ viewport: { width: size, height: size } });
  await sheet.setContent(`<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${100 * share}%;height:${100 * share}%}</style>${drawn}`);
  await sheet.screenshot({ path: at(`../public/icons/${name}.png`), omitBackground: true });
  await sheet.close();
}
await browser.close();
