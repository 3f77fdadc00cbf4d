// Tests in a real browser against the real server. One browser for all, three files at a time: much of a game is waiting.
import { defineConfig } from 'vitest/config';
import { aliases, dedupe, folder } from './aliases.ts';

export default defineConfig({
  resolve: { alias: aliases, dedupe },
  server: { fs: { allow: [folder('..')] } },
  test: {
    include: ['tests/browser/*.test.ts', '../games/*/web/tests/browser.test.ts'],
    globalSetup: ['tests/browser/chromium.ts'],
    environment: 'node',
    pool: 'threads',
    poolOptions: { threads: { minThreads: 1, maxThreads: 3 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: 1, // deals are new every time and machines may be busy: what fails twice has failed
    reporters: ['verbose'],
  },
});
