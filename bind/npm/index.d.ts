// SPDX-License-Identifier: MIT
import type { Module, Takht as Bare } from "./table.js";

export * from "./table.js";

/** Rules and bots, with the nets of this package. */
export interface Takht extends Bare {
    /** The nets of this package: name, game and the most players each is for. */
    nets(): Promise<readonly { name: string; game: string; players: number }[]>;
    /** Gives bots a net; without a source one of this package by its name, or all of them that are for the game of that name. */
    addNet(name: string, source?: URL | string | Uint8Array): Promise<void>;
}

/** Bytes of the module, a compiled module, or where it lies; left out, it lies beside this package. */
export function load(source?: URL | string | Uint8Array | ArrayBuffer | Module): Promise<Takht>;
