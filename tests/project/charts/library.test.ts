import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  handedOut,
  hinting,
  withoutDefinitions,
  withoutHandedOut,
  withoutHints,
  withoutHistory,
  withoutPersisting,
  withoutRoutes,
} from '../../../src/build/charts-library.ts';
import { statesOf } from '#flows/facts.ts';
import { allCharts } from '../../tools/charts.ts';
import { sourceFiles } from '../../tools/source.ts';

const library = path.join(
  path.dirname(createRequire(import.meta.url).resolve('xstate/package.json')),
  'dist',
);
const resultOf = (code: string) => /\n {2}return \{\n {4}assign,[^:]*/.exec(code)?.[0] ?? '';

describe("actions that the charts' library hands out from setup", () => {
  it('are left out of the build where charts import them by name', () => {
    const code = readFileSync(path.join(library, 'xstate.esm.js'), 'utf8');
    const built = withoutHandedOut(code);
    for (const name of handedOut) {
      expect(resultOf(code)).toContain(`    ${name},`);
      expect(resultOf(built)).not.toContain(`    ${name},`);
    }
    expect(resultOf(built)).toContain('    assign,');
    expect(() => withoutHandedOut(built)).toThrow('no longer hands out log from setup');
  });
  it('are taken from setup by no chart', async () => {
    const files = await sourceFiles(['machines/**/*.ts', 'src/**/*.ts', 'src/**/*.tsx']);
    const taken = new RegExp(String.raw`[sS]etup(?:\([^)]*\))?\s*\.(?:${handedOut.join('|')})\b`);
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter(({ text }) => taken.test(text)).map(({ path: file }) => file)).toEqual([]);
    expect(taken.test('cartSetup.log(')).toBe(true);
  });
});

/** The one file of the library by a name that it begins with. */
function partOfLibrary(name: string): string {
  const files = globSync(`${name}-*.esm.js`, { cwd: library, exclude: ['*.development.*'] });
  expect(files).toHaveLength(1);
  return readFileSync(path.join(library, files[0] ?? ''), 'utf8');
}
const machinesOfLibrary = () => partOfLibrary('StateMachine');

describe("hints of the charts' library", () => {
  it('are left out, what went wrong is not', () => {
    for (const part of hinting) {
      const code = partOfLibrary(part);
      const built = withoutHints(code, part);
      expect(() => parseAst(built)).not.toThrow();
      expect(built.match(/new Error\(/g)).toEqual(code.match(/new Error\(/g));
      expect(() => withoutHints(built, part)).toThrow('gives another hint');
    }
    expect(withoutHints(partOfLibrary('raise'), 'raise')).toContain(
      'microsteps without reaching a stable state.`',
    );
  });
});

describe('a chart that is written down whole', () => {
  it('is nothing that the build can do', () => {
    const built = withoutPersisting(machinesOfLibrary());
    expect(() => parseAst(built)).not.toThrow();
    expect(built).not.toContain('reviveHistoryValue');
    expect(built).not.toContain('return getPersistedSnapshot(');
    expect(built).toContain('  getInitialSnapshot(actorScope, input) {');
    expect(() => withoutPersisting(built)).toThrow('writes charts down in another way');
  });
  it('has no plain copies of its states to be written from', () => {
    const built = withoutDefinitions(machinesOfLibrary());
    expect(() => parseAst(built)).not.toThrow();
    expect(built).not.toContain('map(toSerializableAction)');
    expect(built).toContain('  get invoke() {');
    expect(() => withoutDefinitions(built)).toThrow('copies states in another way');
  });
  it('is asked for by nothing', async () => {
    const files = await sourceFiles(['machines/**/*.ts', 'src/**/*.ts', 'src/**/*.tsx']);
    const asks =
      /\.(?:getPersistedSnapshot|restoreSnapshot)\(|(?:root|machine)\.definition\b|createActor\([^;]*\bsnapshot:/s;
    expect(files.filter(({ text }) => asks.test(text)).map(({ path: file }) => file)).toEqual([]);
    expect(asks.test('createActor(chart, { snapshot: kept })')).toBe(true);
  });
});

describe("routes of the charts' library", () => {
  it('are looked for by no page that is built', () => {
    const code = machinesOfLibrary();
    expect(code).toContain('formatRouteTransitions(this.root)');
    expect(withoutRoutes(code)).not.toContain('formatRouteTransitions(');
    expect(() => withoutRoutes(withoutRoutes(code))).toThrow('no longer looks for routes');
  });
  it('are in no chart', async () => {
    const charts = await allCharts();
    expect(charts.length).toBeGreaterThanOrEqual(20);
    const states = charts.flatMap(({ machine }) => statesOf(machine.root));
    expect(states.filter(({ config }) => 'route' in config)).toEqual([]);
  });
});

describe('states that lead back to where one was', () => {
  it('are known to no page that is built', () => {
    const code = partOfLibrary('raise');
    const built = withoutHistory(code);
    expect(() => parseAst(built)).not.toThrow();
    expect(code.match(/isHistoryNode\(/g)?.length).toBeGreaterThan(5);
    // Its own declaration, which nothing asks for any more.
    expect(built.match(/isHistoryNode\(/g)).toHaveLength(1);
    expect(built).not.toContain('of getHistoryNodes(');
    expect(() => withoutHistory(built)).toThrow('remembers states in another way');
  });
  it('are in no chart', async () => {
    const types = (await allCharts()).flatMap(({ machine }) =>
      statesOf(machine.root).map(({ type }) => type),
    );
    expect(types.length).toBeGreaterThan(200);
    expect(types).toContain('parallel');
    expect(types).not.toContain('history');
  });
});
