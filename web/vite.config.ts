// How the page is built. The files of a game's board live in its own folder, outside of this one.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { serviceWorker } from './tools/service-worker.ts';
import { weigh } from './tools/weigh.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  plugins: [svelte(), serviceWorker(), weigh()],
  resolve: {
    alias: { $shell: path('./src') },
    // Boards stand outside of this folder; what they import is found here.
    dedupe: ['svelte'],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [path('..')] } },
});
