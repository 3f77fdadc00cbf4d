// SPDX-License-Identifier: MIT
// Draws the pictures that other programs show beside a shared link (web/public/share): node tools/share.mjs. They are kept in the
// tree, since a build has no browser. One for each game, of its own picture, and one of all for the home page.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PICTURES = {
  splendor: 'splendor/web/picture.svg',
  'seven-wonders-duel': 'duel/web/picture.svg',
  'kingdom-builder': 'kingdom/web/picture.svg',
  kingdomino: 'domino/web/kingdomino.svg',
  queendomino: 'domino/web/queendomino.svg',
  'royal-wedding': 'domino/web/wedding.svg',
};
const image = (path) => `data:image/svg+xml;base64,${readFileSync(at(`../../games/${path}`)).toString('base64')}`;
const mark = `data:image/svg+xml;base64,${readFileSync(at('../public/favicon.svg')).toString('base64')}`;
/* The font comes in parts, one a script: each says what it writes, or the name would be half in another one. */
const part = (script) => `data:font/woff2;base64,${readFileSync(at(`../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-${script}-wght-normal.woff2`)).toString('base64')}`;
const face = (script, range) => `@font-face { font-family: V; src: url(${part(script)}) format('woff2'); font-weight: 100 900; unicode-range: ${range}; }`;

const page = (pictures) => `<!doctype html><style>
  ${face('arabic', 'U+0600-06FF, U+200C')}
  ${face('latin', 'U+0000-00FF')}
  body { margin: 0; width: 1200px; height: 630px; position: relative; display: grid; grid-template-columns: repeat(${pictures.length > 1 ? 3 : 1}, 1fr); background: #24408e; }
  .p { min-height: 0; background-size: cover; background-position: center; }
  .name { position: absolute; left: 32px; bottom: 32px; display: flex; align-items: center; gap: 18px; padding: 10px 30px 10px 18px; border-radius: 60px; background: #fffdf7; color: #24408e; font: 700 44px V, sans-serif; box-shadow: 0 6px 24px #0006; }
  .name img { width: 68px; height: 68px; }
</style>${pictures.map((one) => `<div class="p" style="background-image:url(${image(one)})"></div>`).join('')}<div class="name"><img src="${mark}">Takht · تخت</div>`;

const executablePath = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const sheet = await browser.newPage({ viewport: { width: 1200, height: 630 } });
mkdirSync(at('../public/share'), { recursive: true });
for (const [name, pictures] of [['takht', Object.values(PICTURES)], ...Object.entries(PICTURES).map(([id, path]) => [id, [path]])]) {
  await sheet.setContent(page(pictures));
  const written = await sheet.evaluate(() => document.fonts.ready.then((all) => [...all].every((one) => one.status === 'loaded')));
  if (!written) throw new Error('a part of the font is missing');
  await sheet.screenshot({ path: at(`../public/share/${name}.jpg`), type: 'jpeg', quality: 62 });
}
await browser.close();
