// SPDX-License-Identifier: MIT
// The same page in Firefox: Debian's own, driven over WebDriver BiDi (make firefox).
import { defineConfig } from 'vitest/config';
import { aliases, dedupe, folder } from './aliases.ts';

export default defineConfig({
  resolve: { alias: aliases, dedupe },
  server: { fs: { allow: [folder('..')] } },
  test: {
    include: ['tests/firefox/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    provide: { chromium: '' }, // world.ts asks for it; here nobody is there
    reporters: ['verbose'],
  },
});
