// SPDX-License-Identifier: MIT
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const tree = fileURLToPath(new URL('..', import.meta.url));

// Svelte sets `dir` anew with every change below its element, so that dir="auto" follows the text; Chromium then works out the style
// of everything in it again. A direction that is said outright is set once: it only looks for the word in small letters.
const braces = /\{(?:[^{}]|\{[^{}]*\})*\}/.source; // an expression among the attributes may have a > in it
const said = new RegExp(`(?<=<[a-z](?:[^<>{]|${braces})*\\s)dir=(?="ltr"|\\{)`, 'g');
const direction = { name: 'direction', markup: ({ content }) => ({ code: content.replaceAll(said, 'DIR=') }) };

export default {
  preprocess: [vitePreprocess(), direction],
  compilerOptions: {
    runes: true,
    // By the place in the tree, wherever the tree lies: so a page is the same bytes on every machine.
    cssHash: ({ hash, filename, css }) => `svelte-${hash(filename === undefined ? css : relative(tree, filename))}`,
  },
};
