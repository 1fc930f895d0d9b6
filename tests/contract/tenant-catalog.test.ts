import { TenantDependency } from '#contract/tenant/tenant-catalog.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

describe('the time that a campaign waits for', () => {
  it.each<[string, boolean, object]>([
    ['an instant', true, { seconds: 1_764_072_000 }],
    ['a span, told from the import', true, { opensIn: 'P2D' }],
    ['a span in the place of an instant', false, { seconds: 86_400 }],
    ['an instant in milliseconds with a fraction', false, { seconds: 1_764_072_000.5 }],
    ['both', false, { seconds: 1_764_072_000, opensIn: 'P2D' }],
    ['neither', false, {}],
  ])('is %s: %s', (_, isTaken, time) => {
    expect(v.is(TenantDependency, { type: 'time', ...time })).toBe(isTaken);
  });
});
