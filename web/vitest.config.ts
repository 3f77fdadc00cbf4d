// SPDX-License-Identifier: MIT
// Unit tests: the parts of the page that can be tested without a browser, and the words.
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vite.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'jsdom',
      setupFiles: ['tests/unit/setup.ts'],
      include: ['tests/unit/*.test.ts', '../games/*/web/tests/unit.test.ts'],
      pool: 'threads',
      poolOptions: { threads: { singleThread: true } },
      testTimeout: 180_000, // the first test of a file waits until its modules are bundled, on a busy machine for a minute
    },
  }),
);
