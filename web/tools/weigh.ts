// SPDX-License-Identifier: MIT
// Writes dist/.weigh.json: which files the first load brings, and which each game's folder adds (tools/sizes.mjs weighs
// them); and of which packages there is code in the page, which tests/sbom.py holds against the bill of materials.
import type { Plugin, Rollup } from 'vite';

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> } };

const folderOf = (chunk: Chunk) => chunk.moduleIds.map((id) => /\/games\/(\w+)\/web\//.exec(id)?.[1]).find((name) => name !== undefined);

function kindOf(chunk: Chunk): 'board' | 'rules' | 'guide' {
  const name = /\/web\/(rules|guide)\b[^/]*$/.exec(chunk.facadeModuleId ?? '')?.[1];
  return name === 'rules' || name === 'guide' ? name : 'board';
}

/* The package that a module is of: vite's helpers have no file. */
const packageOf = (id: string) => (id.startsWith('\0vite/') ? 'vite' : /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);

function packagesOf(chunks: Chunk[]): string[] {
  const told = chunks.flatMap(({ modules }) => Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [packageOf(id)] : [])));
  return [...new Set(told.filter((name) => name !== undefined))].sort();
}

export function weigh(): Plugin {
  return {
    name: 'takht-weigh',
    apply: 'build',
    generateBundle(_options, bundle) {
      const with_ = (name: string, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || seen.has(name)) return seen;
        seen.add(name);
        const { viteMetadata } = chunk as Chunk;
        for (const file of [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]) if (!file.endsWith('.woff2')) seen.add(file);
        for (const other of chunk.imports) with_(other, seen);
        return seen;
      };
      const first = new Set(['index.html']);
      const folders: Record<string, Record<string, string[]>> = {};
      const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
      for (const chunk of chunks) if (chunk.isEntry) for (const file of with_(chunk.fileName)) first.add(file);
      for (const chunk of chunks) {
        const folder = folderOf(chunk);
        if (folder === undefined || !chunk.isDynamicEntry) continue;
        const files = ((folders[folder] ??= {})[kindOf(chunk)] ??= []);
        for (const file of with_(chunk.fileName)) if (!first.has(file) && !files.includes(file)) files.push(file);
      }
      this.emitFile({ type: 'asset', fileName: '.weigh.json', source: JSON.stringify({ first: [...first], folders, packages: packagesOf(chunks) }) });
    },
  };
}
