// SPDX-License-Identifier: MIT
// How the page is built. The files of a game's board live in its own folder, outside of this one.
import { existsSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { aliases, dedupe, folder } from './aliases.ts';
import { nets } from './tools/nets.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { weigh } from './tools/weigh.ts';

export default defineConfig({
  plugins: [svelte(), nets(), serviceWorker(), weigh()],
  worker: { format: 'es' },
  define: { __ENGINE__: JSON.stringify(['rules', 'takht'].every((name) => existsSync(folder(`../build/wasm/${name}.wasm`)))) },
  resolve: {
    alias: aliases,
    dedupe,
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [folder('..')] } },
});
