import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pagePolicy } from '#server/http/middleware/headers.ts';
import { stripeAcquirer } from '#server/providers/stripe.ts';
import { root } from '#tests/tools/source.ts';

const keys = { publishableKey: 'pk_test_1', secretKey: 'sk', webhookSecret: 'wh' };
const fieldOf = (allowsPlain: boolean, script?: string) =>
  stripeAcquirer({ ...keys, script }, { clock: Date, tenantId: 'client', allowsPlain }).fieldAt('', 'client');
const sources = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('the card field of Stripe', () => {
  it('lets in what Stripe says that its script needs, and no more', () => {
    const policy = pagePolicy(null, null, fieldOf(false));
    expect(sources(policy, 'script-src')).toEqual([
      "'self'",
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ]);
    expect(sources(policy, 'frame-src')).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ]);
    expect(sources(policy, 'connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types vitrine default;");
    expect(pagePolicy(null)).not.toMatch(/stripe|default;|frame-src/);
  });

  it('is made by the script of the release that its types are of', () => {
    const loader = readFileSync(join(root, 'node_modules/@stripe/stripe-js/dist/pure.mjs'), 'utf8');
    const release = /RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1];
    expect(fieldOf(true)?.url).toBe(`https://js.stripe.com/${release}/stripe.js`);
  });

  it('has something stand in for it in the sandbox alone', () => {
    const script = 'http://127.0.0.1:1/stripe.js';
    const origin = 'http://127.0.0.1:1';
    expect(fieldOf(true, script)).toEqual({ url: script, scripts: origin, frames: origin, calls: origin });
    expect(fieldOf(false, script)).toEqual(fieldOf(false));
  });
});
