import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const tree = fileURLToPath(new URL('..', import.meta.url));

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // By the place in the tree, wherever the tree lies: so a page is the same bytes on every machine.
    cssHash: ({ hash, filename, css }) => `svelte-${hash(filename === undefined ? css : relative(tree, filename))}`,
  },
};
