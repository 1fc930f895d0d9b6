import { isOutdated } from '#domain/version.ts';
import { describe, expect, it } from 'vitest';

describe('the oldest version that a store talks to', () => {
  it.each([
    ['5.1.31', undefined, false],
    ['5.1.31', '5.1.31', false],
    ['5.1.31', '5.1.32', true],
    ['5.1.31', '5.1.4', false],
    ['5.9.9', '5.10.0', true],
    ['5.10.0', '5.9.9', false],
    ['5.1.31', '6.0.0', true],
    ['5.1.31', '4.9.99', false],
  ])('%s below %s: %s', (version, minVersion, is) => {
    expect(isOutdated(version, minVersion)).toBe(is);
  });
});
