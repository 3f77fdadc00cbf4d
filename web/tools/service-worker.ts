// SPDX-License-Identifier: MIT
// Writes sw.js: the service worker with the list of files that make up the shell, and of the rest that is needed to play without a network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/* Files of public/ that belong to an installed page. */
const ALWAYS = ['/favicon.svg', '/takht.webmanifest', '/icons/192.png', '/icons/512.png'];

/* Boards, rules and the engine are kept when the page has time for it; the shell is kept at once. */
function isShell(name: string, shell: Set<string>): boolean {
  return shell.has(name) || /\.(woff2|ttf|css)$/.test(name);
}

export function serviceWorker(): Plugin {
  return {
    name: 'takht-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shell = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (shell.has(name) || chunk === undefined) return;
        shell.add(name);
        if (chunk.type === 'chunk') chunk.imports.forEach(add);
      };
      for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(name);
      const all = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort();
      const address = (name: string) => `/${name}`;
      const files = [...all.filter((name) => isShell(name, shell)).map(address), ...ALWAYS];
      const rest = all.filter((name) => !isShell(name, shell)).map(address);
      const hash = createHash('sha256').update([...files, ...rest].join('\n'));
      for (const name of ALWAYS) hash.update(readFileSync(new URL(`../public${name}`, import.meta.url)));
      const version = hash.digest('hex').slice(0, 12);
      const source = readFileSync(new URL('../src/sw.js', import.meta.url), 'utf8')
        .replace("'SHELL'", JSON.stringify(files))
        .replace("'REST'", JSON.stringify(rest))
        .replace('VERSION', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
