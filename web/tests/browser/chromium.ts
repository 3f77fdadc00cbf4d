// One Chromium for all tests: Debian's own. Nothing is ever downloaded.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
  }
}

const found = () => execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], { encoding: 'utf8' }).trim();

export default async function setup(project: TestProject) {
  const server = await chromium.launchServer({
    executablePath: process.env['CHROMIUM'] ?? found(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
  });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
