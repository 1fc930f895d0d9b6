import type { CardField } from './acquirer.ts';

/** Of the release that the server's library and the types of the browser's part are of. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/**
 * Stripe's script, and what it needs of the page that it is on. Source: Stripe, Integration security guide, Content
 * Security Policy.
 * @param script the address of what stands in for it
 */
export function stripeField(script?: string): CardField {
  if (script !== undefined) {
    const { origin } = new URL(script);
    return { url: script, scripts: origin, frames: origin, calls: origin };
  }
  const scripts = 'https://js.stripe.com https://*.js.stripe.com';
  return {
    url: SCRIPT,
    scripts,
    frames: `${scripts} https://hooks.stripe.com`,
    calls: 'https://api.stripe.com',
  };
}
