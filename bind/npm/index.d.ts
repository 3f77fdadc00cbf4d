// SPDX-License-Identifier: MIT
import type { Takht as Bare } from "./table.js";

export * from "./table.js";

/** Rules and bots, with the nets of this package. */
export interface Takht extends Bare {
    /** Gives bots a net; without a source the one of that name in this package. */
    addNet(name: string, source?: URL | string | Uint8Array): Promise<void>;
}

/** Bytes of the module, a compiled module, or where it lies; left out, it lies beside this package. */
export function load(source?: URL | string | Uint8Array | ArrayBuffer | WebAssembly.Module): Promise<Takht>;
