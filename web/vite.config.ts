// How the page is built. The files of a game's board live in its own folder, outside of this one.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { aliases, dedupe, folder } from './aliases.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { weigh } from './tools/weigh.ts';

export default defineConfig({
  plugins: [svelte(), serviceWorker(), weigh()],
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
