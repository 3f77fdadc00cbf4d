// SPDX-License-Identifier: MIT
// One Chromium for all tests: Debian's own. Nothing is ever downloaded.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
  }
}

/* Every window makes pages of its own for the address bar's list, which nobody sees here: more than half of what a window costs. The
   last --disable-features is the one that counts, so what Playwright turns off is said again. */
const UNUSED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'AiModeOmniboxEntryPoint'];
const OFF_ANYWAY = ['AvoidUnnecessaryBeforeUnloadCheckSync', 'BoundaryEventDispatchTracksNodeRemoval', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider', 'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'RenderDocument', 'ThirdPartyStoragePartitioning', 'Translate'];

const found = () => execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();

export default async function setup(project: TestProject) {
  const server = await chromium.launchServer({
    executablePath: process.env['CHROMIUM'] ?? found(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', `--disable-features=${[...OFF_ANYWAY, ...UNUSED].join(',')}`],
  });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
