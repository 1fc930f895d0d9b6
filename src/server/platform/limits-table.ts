import type { Limit } from './limits.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * What one caller may ask of the shop beside the secrets that are guessed at (those limits stand with their
 * secrets). Source: SEC-32.
 * A subject (account or visitor) is one person: low. An address may be a carrier's, with a town behind it:
 * high. New visitors and codes have limits by address
 * of their own, so that nobody becomes many people at once.
 */
export const LIMITS = {
  /**
   * Carts of one subject with a reservation at a time; each ends after 15 minutes (D42). One person checks out
   * in a few tabs.
   */
  reservedCarts: 10,
  /**
   * Carts written by one subject. An edit counts one, a cart that begins NEW_CART: sixty new ones an hour, or
   * an edit every three seconds.
   */
  cartWrites: { points: 1_200, seconds: HOUR },
  /** Orders of one subject. Each keeps its goods until it is paid or its Pix ends. */
  orders: { points: 30, seconds: HOUR },
  /** Searches from one address that no kept answer serves: five a second, for five minutes. */
  searches: { points: 1_500, seconds: 300 },
  /** Looks at links to a Pix charge from one address, found or not: pages of payers ask every five seconds. */
  payerLooks: { points: 1_500, seconds: 300 },
  /** Alerts of one subject, and from one address (D78). */
  alerts: { points: 60, seconds: HOUR },
  alertsOfAddress: { points: 300, seconds: HOUR },
  /** Alerts to one contact, whoever asks for them: each becomes a message at most. */
  alertsTo: { points: 20, seconds: DAY },
  /** Tickets with the last steps from one address: each is a row of some kilobytes, for thirty days. */
  ticketsOfAddress: { points: 30, seconds: HOUR },
  /** Streams that one process keeps open for an address, and for one subject's tabs and devices. */
  streamsOfAddress: 2_000,
  streamsOfSubject: 20,
} as const satisfies Record<string, Limit | number>;

/** What a new cart costs of the cart writes: it is a row that stays. */
export const NEW_CART = 20;

/** Testers share one machine and play many people: their limits are so many times as high. */
export const sandboxFactor = ({ sandbox }: { sandbox: boolean }): number => (sandbox ? 1_000 : 1);

/** The limit, multiplied by the sandbox factor. */
export const scaledLimit = ({ points, seconds }: Limit, env: { sandbox: boolean }): Limit => ({
  points: points * sandboxFactor(env),
  seconds,
});
