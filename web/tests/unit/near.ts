// SPDX-License-Identifier: MIT
// The engine without threads and without a network, for tests: workers that are near, and files from the disk.
import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';
import { attend, type Asked, type Told } from '$web/engine/desk';

/* A worker in the same thread: what is said travels as a copy, and later. */
class Near {
  onmessage: ((event: { data: Told }) => void) | null = null;
  onerror = null;
  private readonly inside = { postMessage: (told: Told) => this.later(() => this.onmessage?.({ data: told })), onmessage: null as ((event: MessageEvent<Asked>) => void) | null };
  private gone = false;

  constructor() {
    attend(this.inside);
  }
  postMessage(asked: Asked): void {
    const copy = 'module' in asked ? asked : structuredClone(asked);
    this.later(() => this.inside.onmessage?.({ data: copy } as MessageEvent<Asked>));
  }
  terminate(): void {
    this.gone = true;
  }
  private later(then: () => void): void {
    setTimeout(() => !this.gone && then());
  }
}

export function withEngine(): void {
  vi.stubGlobal('Worker', Near);
  vi.stubGlobal('fetch', async (url: string) => new Response(new Uint8Array(await readFile(url.replace(/^\/@fs/, '')))));
}
