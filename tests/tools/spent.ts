/** What is read of Vitest's report. */
interface TimedModule {
  relativeModuleId: string;
  project: { name: string };
  diagnostic(): { duration: number; collectDuration: number; setupDuration: number };
}

/** The dearest files that are named. */
const NAMED = 10;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(8)} s`;
/** `tests/server/ops/a.test.ts` is of `server/ops`, `tests/machines/a.test.ts` of `machines`. */
const partOf = (file: string) => file.split('/').slice(1, -1).join('/');

/**
 * What a run spent by part of the tests, and its dearest files; seconds of the workers, of which several run
 * at once.
 */
export function spent(modules: readonly TimedModule[]): string[] {
  const files = modules.map((module) => {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    return { file: module.relativeModuleId, ms: duration + collectDuration + setupDuration };
  });
  const byPart = Map.groupBy(files, ({ file }) => partOf(file));
  const parts = [...byPart].map(([part, own]) => ({
    part,
    count: own.length,
    ms: own.reduce((sum, { ms }) => sum + ms, 0),
  }));
  return [
    ...parts
      .sort((a, b) => b.ms - a.ms)
      .map(({ part, count, ms }) => `${seconds(ms)}  ${part} (${count} ${count === 1 ? 'file' : 'files'})`),
    'Dearest files:',
    ...files
      .sort((a, b) => b.ms - a.ms)
      .slice(0, NAMED)
      .map(({ file, ms }) => `${seconds(ms)}  ${file}`),
  ];
}
