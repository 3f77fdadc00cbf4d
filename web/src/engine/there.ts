// SPDX-License-Identifier: MIT
// Is there an engine in this page? Known without loading it. A build without clang has none: then there is nothing to play on this
// device.
declare const __ENGINE__: boolean; // vite.config.ts

export const hasEngine = (): boolean => __ENGINE__;
