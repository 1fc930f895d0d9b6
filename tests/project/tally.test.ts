import { describe, expect, it } from 'vitest';
import { count, type ReportedModule } from '../tools/tally.ts';

const module = (states: string[], errors: unknown[] = []): ReportedModule => ({
  relativeModuleId: 'tests/x.test.ts',
  project: { name: 'unit' },
  errors: () => errors,
  children: { allTests: () => states.map((state) => ({ fullName: state, result: () => ({ state }) })) },
});

describe('the last line of npm test', () => {
  it('counts passed and failed tests', () => {
    expect(count([module(['passed', 'passed', 'failed'])], [], ['unit']).tally).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it.each(['skipped', 'pending'])('counts a %s test as failed and names it', (state) => {
    const { tally, complaints } = count([module(['passed', state])], [], ['unit']);
    expect(tally).toEqual({ passed: 1, failed: 1 });
    expect(complaints.join()).toContain(state);
  });

  it('counts a file without tests, a broken file and a stray error as failed', () => {
    expect(count([module([])], [], []).tally.failed).toBe(1);
    expect(count([module([], [new Error('import')])], [], ['unit']).tally.failed).toBe(1);
    expect(count([module(['passed'])], [new Error('unhandled')], ['unit']).tally.failed).toBe(1);
  });

  it('counts a project that had nothing to run, and a run that had nothing, as failed', () => {
    expect(count([module(['passed'])], [], ['unit', 'journeys']).tally).toEqual({ passed: 1, failed: 1 });
    expect(count([], [], []).tally).toEqual({ passed: 0, failed: 1 });
  });
});
