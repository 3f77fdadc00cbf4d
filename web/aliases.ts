// SPDX-License-Identifier: MIT
// What stands for which folder in imports. tsconfig.json says it; everything else that reads imports takes it from there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Config = { compilerOptions: { paths: Record<string, [string]> } };

// eslint-disable-next-line no-restricted-syntax -- a file of this folder, which the compiler itself reads
const read = (name: string): Config => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Config;

export const folder = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/* Boards and their tests stand outside of this folder; what they import is found here. */
export const dedupe = ['svelte', 'vitest', 'playwright-core', 'axe-core'];

/* "$web/*": ["./src/*"] is { $web: "/…/src" }. */
export const aliases: Record<string, string> = Object.fromEntries(
  Object.entries(read('./tsconfig.json').compilerOptions.paths)
    .filter(([name]) => name.startsWith('$'))
    .map(([name, [path]]) => [name.replace('/*', ''), folder(path.replace('/*', ''))]),
);
