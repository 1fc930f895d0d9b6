import type { Audience, Endpoint } from '#contract/endpoint.ts';

/**
 * What the browser can prove about the person, asked again for every call because it changes while calls are
 * under way.
 */
export interface Credentials {
  /**
   * Settles once it is known who is here, which a page that the server drew does not wait for.
   * @throws NetworkFault while nobody answers
   */
  settled?(): Promise<void>;
  /** The access token, or null for a visitor. */
  bearer(): string | null;
  /**
   * Gets a usable token after `spent` was refused; single flight, in this tab and over tabs.
   * @returns null when the sign-in is over. @throws NetworkFault when nobody answered: the sign-in lives on
   */
  renew(spent: string): Promise<string | null>;
  /** The visitor's lead secret, or null when there is no lead yet. */
  leadSecret(): string | null;
  /** The one-time sign-up grant, or null. */
  signupGrant(): string | null;
  /** A company's store: it shows even its public shelves to its own people only (SEC-16). */
  isClosed?: boolean;
}

/** Nobody in particular: what the server uses while it renders a page. */
export const anonymous: Credentials = {
  bearer: () => null,
  renew: () => Promise.resolve(null),
  leadSecret: () => null,
  signupGrant: () => null,
};

/**
 * Audiences that a bearer is sent to. It is read from the descriptor, never guessed from an address. Source:
 * spec.md §7, "bearer added except for exempt paths".
 */
const CLIENTS: readonly Audience[] = ['bearer', 'buyer', 'optional', 'staff'];
const VISITORS: readonly Audience[] = ['lead', 'buyer', 'optional'];

/**
 * A person's own call is made as that person or not at all: sent before it is known who is here, it would be a
 * visitor's. One that brings a bearer of its own is what finds it out.
 */
export const waitsForPerson = ({ audience }: Endpoint, headers: Record<string, string> = {}): boolean =>
  (audience === 'bearer' || audience === 'buyer') && !headers['Authorization'];

/** The bearer for a call, or null when it is exempt or nobody is signed in. */
export const bearerFor = (
  { audience, method, problems }: Endpoint,
  credentials: Credentials,
): string | null => {
  const isShut =
    credentials.isClosed === true &&
    audience === 'public' &&
    method === 'GET' &&
    problems.includes('UNAUTHENTICATED');
  return isShut || CLIENTS.includes(audience) ? credentials.bearer() : null;
};

/**
 * Headers that say who is asking. A lead's secret travels beside a bearer, or to a public call, only where
 * the descriptor names it (sign-in, merge after it, account creation).
 */
export function proofOf(
  endpoint: Endpoint,
  bearer: string | null,
  credentials: Credentials,
): Record<string, string> {
  const proof: Record<string, string> = {};
  if (bearer) proof['Authorization'] = `Bearer ${bearer}`;
  const secret =
    (VISITORS.includes(endpoint.audience) && !bearer) || endpoint.headers?.includes('X-Lead-Secret')
      ? credentials.leadSecret()
      : null;
  if (secret) proof['X-Lead-Secret'] = secret;
  const grant = endpoint.audience === 'signup' ? credentials.signupGrant() : null;
  if (grant) proof['X-Signup-Grant'] = grant;
  return proof;
}
