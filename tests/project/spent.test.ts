import { describe, expect, it } from 'vitest';
import { spent } from '../tools/spent.ts';

const module = (relativeModuleId: string, duration: number, collectDuration = 0) => ({
  relativeModuleId,
  project: { name: 'unit' },
  diagnostic: () => ({ duration, collectDuration, setupDuration: 0 }),
});

describe('what a run spent', () => {
  it('is told by part, the dearest first, with what loading a file took', () => {
    const lines = spent([
      module('tests/domain/a.test.ts', 400),
      module('tests/server/ops/b.test.ts', 1_500, 500),
      module('tests/server/c.test.ts', 100),
      module('tests/domain/d.test.ts', 200),
    ]);
    expect(lines.map((line) => line.trim())).toEqual([
      '2.0 s  server/ops (1 file)',
      '0.6 s  domain (2 files)',
      '0.1 s  server (1 file)',
      'Dearest files:',
      '2.0 s  tests/server/ops/b.test.ts',
      '0.4 s  tests/domain/a.test.ts',
      '0.2 s  tests/domain/d.test.ts',
      '0.1 s  tests/server/c.test.ts',
    ]);
  });
});
