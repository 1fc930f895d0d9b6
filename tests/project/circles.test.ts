import { describe, expect, it } from 'vitest';
import { circlesOf } from '../tools/circles.ts';
import { sourceFiles } from '../tools/source.ts';

const files = (await sourceFiles()).filter(({ path }) => /^(?:src|machines)\//.test(path));
const circles = circlesOf(files);

describe('circles of imports', () => {
  it('are none', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(circles).toEqual([]);
  });

  it.each([
    ['by value', `import { b } from './b.ts';`],
    ['by type', `import type { B } from './b.ts';`],
    ['by a type in passing', `type B = import('./b.ts').B;`],
    ['lazily', `const load = () => import('./b.ts');`],
    ['handed on', `export { b } from './b.ts';`],
    ['by alias', `import { b } from '#domain/b.ts';`],
    ['over a third', `import { c } from './c.ts';`],
  ])('are seen %s', (_, text) => {
    const circle = circlesOf([
      { path: 'src/domain/a.ts', text },
      { path: 'src/domain/b.ts', text: `import { a } from './a.ts';` },
      { path: 'src/domain/c.ts', text: `import { b } from './b.ts';` },
    ]);
    expect(circle).toHaveLength(1);
  });

  it('are not seen where two meet at a third', () => {
    expect(
      circlesOf([
        { path: 'src/domain/a.ts', text: `import './b.ts'; import './c.ts';` },
        { path: 'src/domain/b.ts', text: `import './d.ts';` },
        { path: 'src/domain/c.ts', text: `import './d.ts';` },
        { path: 'src/domain/d.ts', text: '' },
      ]),
    ).toEqual([]);
  });
});
