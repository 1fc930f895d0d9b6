import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/source.ts';

interface Entry {
  version?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  packages: Record<string, Entry>;
}

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Entry;

/** Where npm would look for `name` from `at`: beside it, then outwards. */
function isFound({ packages }: Lock, at: string, name: string): boolean {
  for (let folder = at; ; ) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
    const outer = folder.lastIndexOf('node_modules/');
    folder = outer <= 0 ? '' : folder.slice(0, outer - 1);
  }
}

function missingIn(of: Lock): string[] {
  return Object.entries(of.packages).flatMap(([at, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(of, at, name))
      .map((name) => `${at || 'package.json'} needs ${name}`),
  );
}

describe('package-lock.json', () => {
  it('has an entry for every name that an entry depends on, so that npm ci accepts it', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
    expect(missingIn(lock)).toEqual([]);
  });

  it('would report a missing platform package', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } },
    };
    expect(missingIn({ packages })).toEqual(['node_modules/a needs a-linux']);
  });

  it('holds no download addresses', () => {
    const text = JSON.stringify(
      Object.values(lock.packages).map(({ resolved, link }) => (link ? null : resolved)),
    );
    expect(text).not.toMatch(/https?:/);
  });

  it('agrees with package.json', () => {
    const own = lock.packages[''];
    expect(own?.dependencies).toEqual(manifest.dependencies);
    expect(own?.devDependencies).toEqual(manifest.devDependencies);
    expect(own?.optionalDependencies).toEqual(manifest.optionalDependencies);
  });

  it('SEC-35 comes from explicit versions', () => {
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
