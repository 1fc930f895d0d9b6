/**
 * How long an order may wait to be sent, ms: what costs something is confirmed by somebody who sees what it
 * costs. Source: REL-04.
 */
export const PLACING_LIVES = 30 * 60_000;
