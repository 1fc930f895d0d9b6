import { describe, expect, it } from 'vitest';
import { acts as campaigns } from '#tests/support/replay/campaigns/acts.ts';
import { acts as checkout } from '#tests/support/replay/checkout/acts.ts';
import { acts as login } from '#tests/support/replay/login/acts.ts';
import { acts as pix } from '#tests/support/replay/pix/acts.ts';
import { acts as signup } from '#tests/support/replay/signup/acts.ts';
import { acts as token } from '#tests/support/replay/token/acts.ts';
import { said } from '#tests/support/replay/said.ts';

const names = new Set(
  [...campaigns, ...checkout, ...login, ...pix, ...signup, ...token].map(({ name }) => name),
);

describe('what happens in a replay', () => {
  it.each([...names])('has words for whoever reads the flow book: %s', (name) => {
    expect(said(name)).not.toBe('');
  });
  it('has none that were not written', () => {
    expect(() => said('flies')).toThrow('has no Portuguese');
  });
});
