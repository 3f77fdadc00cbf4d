// Pictures of every page: make screenshots.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/screenshots.ts'],
    globalSetup: ['tests/browser/chromium.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 30_000,
    reporters: ['verbose'],
  },
});
