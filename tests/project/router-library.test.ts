import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { withoutLoaders } from '../../src/build/router.ts';
import { sourceFiles } from '../tools/source.ts';

const router = createRequire(createRequire(import.meta.url).resolve('@tanstack/react-router'));
const folder = path.dirname(router.resolve('@tanstack/router-core'));
const history = path.dirname(
  createRequire(router.resolve('@tanstack/router-core')).resolve('@tanstack/history'),
);
const read = (file: string) =>
  readFileSync(path.join(file === 'index.js' ? history : folder, '../esm', file), 'utf8');

describe('what the router has and no route uses', () => {
  it('is left out of the build', () => {
    const [core, load] = ['router.js', 'load-client.js'].map((file) => withoutLoaders(file, read(file)));
    for (const text of [core, load]) expect(() => parseAst(text ?? '')).not.toThrow();
    const [scroll, past] = ['scroll-restoration.js', 'index.js'].map((file) =>
      withoutLoaders(file, read(file)),
    );
    for (const text of [scroll, past]) expect(() => parseAst(text ?? '')).not.toThrow();
    expect(scroll).not.toContain('router.options.scrollToTopSelectors');
    expect(past).not.toContain('win.addEventListener(beforeUnloadEvent');
    expect(past).toContain('win.addEventListener(popStateEvent');
    expect(core).not.toContain('this.matchRoute =');
    expect(load).not.toContain('route.options.loader;');
    expect(core).toContain('this.navigate =');
    expect(withoutLoaders('utils.js', 'as it is')).toBe('as it is');
  });

  it('stops the build when the router is another one', () => {
    expect(() => withoutLoaders('router.js', `${read('router.js')} `)).toThrow(
      'src/build/router.ts was made for',
    );
  });

  it('is asked for by no route', async () => {
    const files = await sourceFiles(['src/{client,components,screens,shell}/**/*.{ts,tsx}']);
    const calls = /\.matchRoute\(|useMatchRoute|createFileRoute|useBlocker\(|history\.block\(/;
    const options =
      /\b(?:loader|loaderDeps|shouldReload|routeMasks|mask|basepath|rewrite|notFoundRoute|head|scripts|scrollToTopSelectors|getScrollRestorationKey|scrollRestorationBehavior):/;
    const makesRoutes = /\bcreate(?:Root)?(?:Route|Router|RouteWithContext)\b/;
    expect(files.filter(({ text }) => makesRoutes.test(text)).map(({ path: file }) => file)).toEqual([
      'src/shell/routes.tsx',
    ]);
    const asking = files.filter(
      ({ path: file, text }) => calls.test(text) || (file === 'src/shell/routes.tsx' && options.test(text)),
    );
    expect(asking.map(({ path: file }) => file)).toEqual([]);
    expect(options.test('loader: () => 1')).toBe(true);
  });
});
