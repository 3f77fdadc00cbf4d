// SPDX-License-Identifier: MIT
// Tests in a real browser against the real server. One browser for all, three files at a time: much of a game is waiting.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { aliases, dedupe, folder } from './aliases.ts';

/* The largest files begin, as they take longest; this one is small and takes long. */
const LONG = 'sizes.test.ts';
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => (file.moduleId.endsWith(LONG) ? 0 : 1);
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: { alias: aliases, dedupe },
  server: { fs: { allow: [folder('..')] } },
  test: {
    include: ['tests/browser/*.test.ts', '../games/*/web/tests/browser.test.ts'],
    globalSetup: ['tests/browser/chromium.ts'],
    environment: 'node',
    pool: 'threads',
    poolOptions: { threads: { minThreads: 1, maxThreads: 3 } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: 1, // machines may be busy: what fails twice has failed
    reporters: ['verbose'],
  },
});
