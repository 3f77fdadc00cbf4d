// Takes the pictures: see scene.ts.
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { Person, Server, type Look } from '$tests/browser/world';
import { setTable, type Scene } from './scene';

const folder = join(process.cwd(), '../build/screenshots');
const files = readdirSync(join(process.cwd(), 'tests/screenshots')).filter((name) => name.endsWith('.ts') && name !== 'take.ts' && name !== 'scene.ts');
const only = process.env['ONLY'] ?? ''; // a file, or file/scene
const looks = (['en', 'fa'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => (['desk', 'phone'] as const).map((size): Required<Pick<Look, 'language' | 'size' | 'theme'>> => ({ language, theme, size }))),
);

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.stop());

for (const file of files) {
  const group = basename(file, '.ts');
  if (only !== '' && only.split('/')[0] !== group) continue;
  const { scenes } = (await import(join(process.cwd(), 'tests/screenshots', file))) as { scenes: Scene[] };
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
          await person.leave();
        }
      });
    }
  });
}
