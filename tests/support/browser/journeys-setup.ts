/** Journeys: the built shop, its database and a browser, all made ready before the first one starts. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { chromium } from './chromium.ts';
import { startShop } from '../shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directory of a shop as it is after its first start, to copy. */
    template: string;
  }
}

export async function setup(project: TestProject) {
  // In a process of its own: inside the test runner the build's plugins are loaded differently.
  execFileSync(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../../src/server/commands/build.ts')],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  await chromium();
  const shop = await startShop();
  await shop.close({ keepsData: true });
  project.provide('template', shop.dataDir);
  return () => rmSync(shop.dataDir, { recursive: true, force: true });
}
