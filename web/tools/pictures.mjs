// SPDX-License-Identifier: MIT
// The pictures of the README, from those that `make screenshots ONLY=readme` has taken: node tools/pictures.mjs writes
// docs/images/NAME.webp for every build/screenshots/readme/NAME-LANGUAGE-THEME-SIZE.png.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const taken = at('build/screenshots/readme/');
const executablePath = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
for (const file of readdirSync(taken)) {
  const name = file.replace(/-(en|fa)-(light|dark)-(desk|phone)\.png$/, '');
  const webp = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = png;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  }, `data:image/png;base64,${readFileSync(taken + file).toString('base64')}`);
  const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
  writeFileSync(at(`docs/images/${name}.webp`), bytes);
  console.log(`docs/images/${name}.webp: ${bytes.length} bytes`);
}
await browser.close();
