// SPDX-License-Identifier: MIT
// Pictures of every page and board: make screenshots. tests/screenshots/scene.ts tells how to add some.
import { defineConfig } from 'vitest/config';
import { aliases, dedupe, folder } from './aliases.ts';

export default defineConfig({
  resolve: { alias: aliases, dedupe },
  server: { fs: { allow: [folder('..')] } },
  test: {
    include: ['tests/screenshots/take.ts'],
    globalSetup: ['tests/browser/chromium.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 30_000,
    reporters: ['verbose'],
  },
});
