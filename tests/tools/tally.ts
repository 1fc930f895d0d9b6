export interface Tally {
  passed: number;
  failed: number;
}

/** What is read of Vitest's report. */
export interface ReportedModule {
  relativeModuleId: string;
  project: { name: string };
  errors(): readonly unknown[];
  children: { allTests(): Iterable<{ fullName: string; result(): { state: string } }> };
}

/**
 * Counts what ran and names what did not, because a silent skip looks like a success: a test that was
 * skipped, a file without tests and a
 * project without any count as failures, and so does an error outside any test.
 * @param projects those of which at least one test must have been seen
 */
export function count(
  modules: readonly ReportedModule[],
  strayErrors: readonly unknown[],
  projects: readonly string[],
): { tally: Tally; complaints: string[] } {
  const tally: Tally = { passed: 0, failed: strayErrors.length };
  const complaints: string[] = [];
  const complain = (text: string) => {
    tally.failed++;
    complaints.push(`${text}, which counts as failed`);
  };
  const seen = new Set<string>();
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    const errors = module.errors().length;
    tally.failed += errors;
    if (tests.length > 0 || errors > 0) seen.add(module.project.name);
    else complain(`${module.relativeModuleId}: no tests in it`);
    for (const test of tests) {
      const { state } = test.result();
      if (state === 'passed') tally.passed++;
      else if (state === 'failed') tally.failed++;
      else complain(`${module.relativeModuleId} › ${test.fullName}: ${state}`);
    }
  }
  for (const name of projects) if (!seen.has(name)) complain(`project "${name}": no tests were seen`);
  if (tally.passed + tally.failed === 0) complain('no tests were seen at all');
  return { tally, complaints };
}
