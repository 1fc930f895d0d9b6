import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { cutHooks, withoutUnused } from '../../src/build/react-dom.ts';
import { sourceFiles } from '../tools/source.ts';

const code = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
    'cjs/react-dom-client.production.js',
  ),
  'utf8',
);

describe('what React has and no screen uses', () => {
  it('is left out of the build', () => {
    const built = withoutUnused(code);
    expect(() => parseAst(built)).not.toThrow();
    for (const gone of [
      'FragmentInstance.prototype',
      '= startViewTransition(',
      'case 30:',
      'useOptimistic:',
    ]) {
      expect(code).toContain(gone);
      expect(built).not.toContain(gone);
    }
    for (const kept of ['case 13:', 'useTransition:', 'ReactDOMRoot.prototype.render'])
      expect(built).toContain(kept);
  });

  // A case that was cut leaves its variables to the cases that use them too.
  it('leaves every variable declared', () => {
    const built = withoutUnused(code);
    const instances = /function detachFiberAfterEffects[^]*?\nfunction commitActivityHydrationCallbacks/.exec(
      built,
    )?.[0];
    expect(instances).toContain('case void 0:var prevHostParent,prevHostParentIsContainer;');
    expect(instances).toContain('prevHostParent = hostParent;');
  });

  it('stops the build when React is another one', () => {
    expect(() => withoutUnused(`${code} `)).toThrow(
      'is not the one that src/build/react-dom.ts was made for',
    );
  });

  it('is in no screen', async () => {
    const files = await sourceFiles(['src/{client,components,screens,shell}/**/*.{ts,tsx}']);
    const used = new RegExp(
      [
        String.raw`<(?:title|meta|link|style|script|html|head|body|Activity|ViewTransition|SuspenseList|Profiler)\b(?=[^\`']*$)`,
        String.raw`<[a-z]+-[a-z]`,
        String.raw`<Fragment\s[^>]*ref=`,
        String.raw`\b(?:formAction|on(?:BeforeInput|Composition\w+)|xlink[A-Z]\w+|xml[A-Z]\w+)=`,
        String.raw`\b(?:${cutHooks.join('|')})\b`,
      ].join('|'),
    );
    const lines = files.flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line) => (used.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
    expect(files.length).toBeGreaterThan(250);
    expect(lines).toEqual([]);
    for (const one of ['<title>', '<x-chip a', '<Fragment key={1} ref={it}>', 'const [a] = useOptimistic(1)'])
      expect(used.test(one)).toBe(true);
  });
});
