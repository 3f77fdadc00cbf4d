// SPDX-License-Identifier: MIT
// The pictures of the README: `make screenshots ONLY=readme`, then `node web/tools/pictures.mjs` makes docs/images of them. They are
// scenes of the others, each in one look.
import { scenes as domino } from '$games/domino/web/tests/screenshots';
import { scenes as duel } from '$games/duel/web/tests/screenshots';
import { scenes as kingdom } from '$games/kingdom/web/tests/screenshots';
import { scenes as splendor } from '$games/splendor/web/tests/screenshots';
import { playedOut, scene, type Scene, type Stage } from './scene';
import { scenes as shell } from './shell';

type LookOf = Stage<unknown>['look'];
const look = (text: string) => ({ language, theme, size }: LookOf): boolean => `${language} ${theme} ${size}` === text;

function one(name: string, from: readonly Scene[], of: string, looking: string): Scene {
  const found = from.find((each) => each.name === of);
  if (found === undefined) throw new Error(`there is no scene ${of}`);
  return { ...found, name, sizes: false, looks: look(looking) };
}

export const scenes: Scene[] = [
  one('home', shell, 'home', 'en light desk'),
  one('table-desk', splendor, 'middle-4', 'en light desk'),
  one('table-phone-fa', splendor, 'middle-4', 'fa dark phone'),
  one('card-phone', splendor, 'opened', 'en light phone'),
  one('end-phone', splendor, 'end', 'en light phone'),
  one('duel-phone-fa', duel, 'age-2', 'fa light phone'),
  one('kingdom-desk', kingdom, 'kingdom-builder-replay', 'en light desk'),
  one('queendomino-desk', domino, 'build', 'en dark desk'),
  one('guide-fa', splendor, 'guide', 'fa light desk'),
  scene({
    name: 'report-desk',
    looks: look('en light desk'),
    prepare: (server) => playedOut(server, { game: 'splendor', seats: 'me skilled', options: { target: '12' } }),
    async show({ person, page, made }) {
      await person.go(`/g/${made}/report`);
      await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-report]')?.dataset['report']) > 0, undefined, { timeout: 300_000 });
      if ((await page.locator('[data-stop]').count()) > 0) await page.locator('[data-stop]').click();
    },
  }),
];
