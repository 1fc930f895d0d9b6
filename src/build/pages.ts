import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const source = path.join(import.meta.dirname, '..');
const PAGES: Readonly<Record<string, string>> = { home: 'window', catalog: 'list', product: 'product' };
/**
 * The kind of page that a screen of everybody's is. The list of campaigns has a file of its own beside that of
 * the entry, which nobody else has to load for it.
 */
export const pageOf = (screen: string): string | undefined =>
  PAGES[/screens\/(\w+)\/(?!new-home)[\w-]+-screen\.tsx$/.exec(screen)?.[1] ?? ''];

/**
 * A file with the bundler's few own functions in it, instead of one more that each page would wait for.
 * @throws Error when the bundler writes them in another way, as after an upgrade
 */
export function withRuntime(code: string, runtime: string): string {
  const [, body, handed = ''] = /^([^]*)export\{([^}]*)\};?\s*$/.exec(runtime) ?? [];
  if (!body) throw new Error('the bundler writes its own functions in another way');
  const result = handed.replaceAll(/(\w+) as (\w+)/g, '$2:$1');
  return code.replace(
    /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";?/,
    (_, taken: string) => `const{${taken.replaceAll(' as ', ':')}}=(()=>{${body}return{${result}}})();`,
  );
}

interface Chunk {
  file: string;
  imports?: string[];
}

/** One file for each kind of page, which the server finds by the name of the screen that stands in it. */
export const pages: Plugin = {
  name: 'pages',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle({ dir = '' }, bundle) {
    const file = path.join(dir, '.vite/manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>; // written by Vite
    const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
    for (const chunk of Object.values(bundle))
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const found = pageOf(id) && chunks.get(chunk.fileName);
        if (found) manifest[path.relative(source, id)] ??= found;
      }

    const key = Object.keys(manifest).find((name) => name.startsWith('_rolldown-runtime-'));
    if (key) {
      const runtime = path.join(dir, manifest[key]?.file ?? '');
      const text = readFileSync(runtime, 'utf8');
      delete manifest[key];
      for (const chunk of Object.values(manifest))
        if (chunk.imports?.includes(key)) chunk.imports = chunk.imports.filter((name) => name !== key);
      rmSync(runtime);
      for (const name of globSync('assets/*.js', { cwd: dir })) {
        const code = readFileSync(path.join(dir, name), 'utf8');
        if (code.includes('/rolldown-runtime-')) writeFileSync(path.join(dir, name), withRuntime(code, text));
      }
    }
    writeFileSync(file, JSON.stringify(manifest, null, 2));
  },
};
