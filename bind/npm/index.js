// SPDX-License-Identifier: MIT
// Takht's rules and bots for JavaScript, with the module and the nets that lie beside this file.
import { open, Takht as Bare } from "./table.js";

export { Table } from "./table.js";

async function bytesOf(url) {
    if (url.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return await readFile(url);
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url.pathname} cannot be read: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

const isPlace = (source) => source instanceof URL || typeof source === "string";
const read = (source) => (isPlace(source) ? bytesOf(new URL(source, import.meta.url)) : source);

/** Loads the module. `source` is its bytes, a compiled module, or where it lies; left out, it lies beside this file. */
export async function load(source = new URL("./takht.wasm", import.meta.url)) {
    const given = await read(source);
    return await open(given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given));
}

/** Gives bots a net under a name; without a source the one of that name in this package. */
Bare.prototype.addNet = async function (name, source = new URL(`./nets/${name}.net`, import.meta.url)) {
    this.giveNet(name, await read(source));
};

export const Takht = Bare;
