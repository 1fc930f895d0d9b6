import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problemTitle } from '#client/problem-title.ts';
import { refusalWords } from '#client/refusal-words.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type ProblemCode, problems } from '#contract/problem-list.ts';
import { gates } from '#machines/app/gates.ts';
import { problemOf } from '#machines/flow-problem.ts';
import { type ReasonCode, type Remedy, remedyOf } from '#machines/navigation/refusal.ts';
import { endsHere, whatNowReasons } from '#machines/navigation/what-now.ts';
import { describe, expect, it } from 'vitest';

// The keys of literal objects are their codes
const reasons = Object.keys(remedyOf) as ReasonCode[];
const codes = Object.keys(problems) as ProblemCode[];
const root = path.resolve(import.meta.dirname, '../..');
const machines = globSync('machines/**/*.ts', { cwd: root })
  .filter((file) => !/navigation\/(?:refusal|what-now)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** What each gate refuses with, and where it leads: those whose place does not depend on what was asked. */
const refused = Object.values(gates).flatMap((gate) => {
  const actions = 'actions' in gate ? [gate.actions].flat() : [];
  return actions.flatMap((action): { reason: ReasonCode; land: string }[] => {
    const params: unknown = typeof action === 'object' && 'params' in action ? action.params : null;
    if (typeof params !== 'object' || params === null || !('reason' in params)) return [];
    const { reason, land } = params as { reason: ReasonCode; land: { type: string } }; // as `refuse` made it
    return [{ reason, land: land.type.slice('asked.'.length) }];
  });
});
/** Where the screen itself is the way out, there is nothing to press: it is filled in, or waited for. */
const byStaying: readonly Remedy[] = ['fill', 'wait'];

describe('every refusal of a screen (D88)', () => {
  it.each(reasons)('%s is given by some gate, has words of its own and a way out', (reason) => {
    expect(machines).toContain(`'${reason}'`);
    expect(refusalWords[reason]).toMatch(/^[A-ZÁÉÍÓÚ].{10,}\.$/);
    expect(Object.values(refusalWords).filter((words) => words === refusalWords[reason])).toHaveLength(1);
  });
  it('leaves nobody on the front page to find out by themselves what to fill in or wait for', () => {
    expect(refused.length).toBeGreaterThan(15);
    expect(
      refused.filter(
        ({ reason, land }) =>
          ['app.home', 'app.newHome'].includes(land) && byStaying.includes(remedyOf[reason]),
      ),
    ).toEqual([]);
  });
  it('is about nobody’s subject only where WhatNow says it', () => {
    const there = refused.filter(({ land }) => land === 'app.whatNow').map(({ reason }) => reason);
    expect([...new Set(there)]).toEqual([...whatNowReasons]);
    // Whoever is there can do something else than stay.
    for (const reason of whatNowReasons) expect(byStaying).not.toContain(remedyOf[reason]);
    expect(reasons.filter((reason) => endsHere(reason))).toEqual([...whatNowReasons]);
  });
});

describe('every refusal of a call', () => {
  it.each(codes)('%s is a sentence that a person can read', (code) => {
    const words = problemTitle(problemOf(new ApiProblem(code)));
    expect(words).toMatch(/^[A-ZÁÉÍÓÚ][^_]{8,}[.?!]$/);
    expect(words).toBe(problems[code].title);
  });
});
