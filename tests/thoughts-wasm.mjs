// SPDX-License-Identifier: MIT
// Runs a program for WASI with these arguments; the folder `nets` is all that it sees.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, nets, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args], preopens: { '/nets': nets } });
const module = await WebAssembly.compile(readFileSync(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
