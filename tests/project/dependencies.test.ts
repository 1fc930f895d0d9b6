import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourceFiles } from '../tools/source.ts';
import { type Manifest, deadCode, idleDependencies, parseAll } from '../tools/unused.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest; // our own
const parsed = parseAll(await sourceFiles());
const texts = [
  ...globSync('src/**/*.css', { cwd: root }).map(read),
  read('tests/tools/run.ts'),
  read('tests/support/store/postgres.ts'),
  read('tests/support/browser/chromium.ts'),
];
const sources = (...files: [path: string, text: string][]) =>
  parseAll(files.map(([file, text]) => ({ path: file, text })));

describe('what is installed', () => {
  it('is used', () => {
    expect(parsed.length).toBeGreaterThan(800);
    expect(idleDependencies(manifest, parsed, texts)).toEqual([]);
  });
  it('is reported when nobody imports it, names it or has it as a peer', () => {
    const idle = (more: Manifest, text = '') =>
      idleDependencies(
        { ...more, scripts: {} },
        sources(['src/a.ts', "import 'near/part';"]),
        [text],
        (name) => (name === 'near' ? ['beside'] : []),
      );
    expect(idle({ dependencies: { near: '1.0.0', far: '1.0.0', beside: '1.0.0' } })).toEqual(['far']);
    expect(idle({ devDependencies: { '@types/near': '1.0.0', '@types/far': '1.0.0' } })).toEqual([
      '@types/near',
      '@types/far',
    ]);
    expect(idle({ devDependencies: { near: '1.0.0', '@types/near': '1.0.0' } })).toEqual([]);
    expect(idle({ dependencies: { '@fonts/far': '1.0.0' } }, 'src: url("@fonts/far/a.woff2")')).toEqual([]);
    expect(idle({ devDependencies: { linter: '1.0.0' } }, "command: [bin('linter')]")).toEqual([]);
  });
});

describe('what is written', () => {
  it('is loaded and asked for by somebody', () => {
    expect(deadCode(parsed, Object.values(manifest.scripts ?? {}))).toEqual([]);
  });
  it('is reported when nobody loads a file, or asks for a name that its own file does not use', () => {
    const found = deadCode(
      sources(
        ['src/main.tsx', "import { used } from './a.ts'; used();"],
        [
          'src/a.ts',
          'export const used = () => own; export const own = 1; export const idle = 2; export type Idle = 1;',
        ],
        ['src/b.ts', 'export const nobody = 1;'],
      ),
    );
    expect(found).toEqual(['src/a.ts: idle', 'src/a.ts: Idle', 'src/b.ts']);
  });
});
