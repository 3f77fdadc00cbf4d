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

/** The nets of this package: name, game and the most players each is for. */
Bare.prototype.nets = async function () {
    return JSON.parse(new TextDecoder().decode(await read(new URL("./nets/list.json", import.meta.url))));
};

/** Gives bots a net under a name. Without a source it is one of this package, or all of them that are for the game of that name. */
Bare.prototype.addNet = async function (name, source) {
    if (source !== undefined) return this.giveNet(name, await read(source));
    const nets = await this.nets();
    const wanted = nets.filter((net) => net.name === name || net.game === name);
    if (wanted.length === 0) throw new Error(`there is no net for ${name}; there are ${nets.map((net) => net.name).join(", ")}`);
    for (const net of wanted) this.giveNet(net.name, await read(new URL(`./nets/${net.name}.net`, import.meta.url)));
};

export const Takht = Bare;
