import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { withoutUnused } from './react-dom.ts';

/** What is asked for, and the file that a production build takes for it. */
const files: Readonly<Record<string, string>> = {
  'react/index.js': 'react.production.js',
  'react/jsx-runtime.js': 'react-jsx-runtime.production.js',
  'react-dom/index.js': 'react-dom.production.js',
  'react-dom/client.js': 'react-dom-client.production.js',
  'scheduler/index.js': 'scheduler.production.js',
};
const resolve = createRequire(import.meta.url);

/** The text of a file that hands things out by `exports`, as a module that exports each of them by its name. */
export function moduleOf(code: string): string {
  const needed = [...new Set([...code.matchAll(/\brequire\("([\w-]+)"\)/g)].map(([, name = '']) => name))];
  const names = [...new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name = '']) => name))];
  return [
    ...needed.map((name, at) => `import needed${at} from '${name}';`),
    'const exports = {};',
    needed.reduce((text, name, at) => text.replaceAll(`require("${name}")`, `needed${at}`), code),
    'export default exports;',
    ...names.map((name, at) => `const handed${at} = exports.${name}; export { handed${at} as ${name} };`),
  ].join('\n');
}

/**
 * React as modules: what it hands out is a name in a file instead of a property that each call reads, and no
 * file needs what turns one kind of module into the other, which would be one request more.
 */
export const reactModules: Plugin = {
  name: 'react-modules',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  load(id) {
    const asked = /\/node_modules\/((?:react|react-dom|scheduler)\/[\w-]+\.js)$/.exec(id)?.[1] ?? '';
    const file = files[asked];
    if (!file) return null;
    const code = readFileSync(
      path.join(path.dirname(resolve.resolve(`${path.dirname(asked)}/package.json`)), 'cjs', file),
      'utf8',
    );
    return moduleOf(asked === 'react-dom/client.js' ? withoutUnused(code) : code);
  },
};
