// Tests in a real browser against the real server. One after the other: a browser is a heavy guest.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    globalSetup: ['tests/browser/chromium.ts'],
    environment: 'node',
    fileParallelism: false,
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 30_000,
    reporters: ['verbose'],
  },
});
