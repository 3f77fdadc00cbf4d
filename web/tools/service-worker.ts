// Writes sw.js: the service worker with the list of files that make up the shell.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/* Boards and their pictures are fetched when they are opened, and kept then; the shell is kept at once. */
function isShell(name: string, shell: Set<string>): boolean {
  return shell.has(name) || /\.(woff2|css)$/.test(name);
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
      const files = Object.keys(bundle)
        .filter((name) => !name.startsWith('.') && isShell(name, shell))
        .sort()
        .map((name) => `/${name}`);
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const source = readFileSync(new URL('../src/sw.js', import.meta.url), 'utf8')
        .replace("'FILES'", JSON.stringify(files))
        .replace('VERSION', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
