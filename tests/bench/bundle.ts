import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Figure, atMost, figure } from './figures.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const dist = join(import.meta.dirname, '../../dist/client');
const kib = (bytes: number) => bytes / 1_024;
/** Where a file of the build is. */
export const pathOf = (file: string): string => join(dist, file);
const compressed = (file: string) =>
  brotliCompressSync(readFileSync(pathOf(file)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Every script that a first visit to a screen loads: the entry, the screen, and what both import at once. */
export function firstLoadScripts(screen: string): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >; // written by the build
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of Object.keys(manifest))
    if (
      key === 'index.html' ||
      key.endsWith('/main.tsx') ||
      key === 'main.tsx' ||
      key.endsWith(`screens/${screen}.tsx`)
    )
      visit(key);
  return [...seen]
    .flatMap((key) => (manifest[key] ? [manifest[key].file] : []))
    .filter((file) => file.endsWith('.js'));
}

export const firstLoadBytes = (screen: string): number =>
  firstLoadScripts(screen).reduce((sum, file) => sum + compressed(file), 0);

/** Script that Home, Catalog and Product need before they react to a touch. */
export const measureBundle = (): Figure[] =>
  ['home/home-screen', 'catalog/catalog-screen', 'product/product-screen'].map((screen) =>
    figure(`first-load script, ${screen.split('/')[0]} (brotli 11)`, kib(firstLoadBytes(screen)), 'KiB', {
      promised: atMost(110, 'KiB'),
    }),
  );
