// SPDX-License-Identifier: MIT
// Takes the pictures: see scene.ts.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { EVERY_SIZE, Person, Server, type Look } from '$tests/browser/world';
import { setTable, type Scene } from './scene';

const folder = join(process.cwd(), '../build/screenshots');
/* Pages have their scenes here, each game in its own folder. */
const here = (name: string) => join(process.cwd(), 'tests/screenshots', name);
const games = join(process.cwd(), '../games');
const files = [
  ...readdirSync(here('')).filter((name) => name !== 'take.ts' && name !== 'scene.ts').map((name) => ({ group: basename(name, '.ts'), path: here(name) })),
  ...readdirSync(games).map((group) => ({ group, path: join(games, group, 'web/tests/screenshots.ts') })).filter(({ path }) => existsSync(path)),
];
const only = process.env['ONLY'] ?? ''; // a file, or file/scene
const looks = (['en', 'fa'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => (['desk', 'phone'] as const).map((size): Required<Pick<Look, 'language' | 'size' | 'theme'>> => ({ language, theme, size }))),
);

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

for (const { group, path } of files) {
  if (only !== '' && only.split('/')[0] !== group) continue;
  const { scenes } = (await import(path)) as { scenes: Scene[] };
  describe(group, () => {
    for (const one of scenes) {
      if (only.includes('/') && only !== `${group}/${one.name}`) continue;
      test(one.name, async () => {
        mkdirSync(join(folder, group), { recursive: true });
        const made = await one.prepare?.(server);
        for (const look of looks.filter((each) => one.looks?.(each) ?? true)) {
          const person = await Person.arrive(server, { ...look, motion: one.motion ?? false });
          const { page } = person;
          const table = async (wish: Parameters<typeof setTable>[1]) => {
            await person.go('/settings');
            const opened = await setTable(person, wish);
            await person.go(`/t/${opened.table}`);
            await page.waitForSelector('[data-board], .waiting');
            return opened;
          };
          await one.show({ person, page, look, made, table });
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: join(folder, group, `${one.name}-${look.language}-${look.theme}-${look.size}.png`), fullPage: one.full ?? false });
          for (const [width, height] of one.sizes && look.size === 'desk' ? EVERY_SIZE : []) {
            await page.setViewportSize({ width, height });
            await page.screenshot({ path: join(folder, group, `${one.name}-${look.language}-${look.theme}-${width}x${height}.png`) });
          }
          await person.leave();
        }
      });
    }
  });
}
