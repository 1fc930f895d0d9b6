const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How long rows are kept after they have served, in ms. The only place that says so; docs/operations.md
 * repeats it and a test compares.
 * Source: PRV-02; Lei 13.709/2018 art. 15 and 16.
 */
export const RETENTION = {
  /** Codes that nobody used, after their end. */
  challengeUnused: DAY,
  /**
   * Codes that proved whose a contact is. Never shorter than messages: erasure finds a person's messages
   * through them.
   */
  challengeUsed: 90 * DAY,
  /** Messages that were sent, and those that could not be. */
  message: 30 * DAY,
  /** Sign-ins with their refresh tokens, after their end. */
  session: 7 * DAY,
  signupGrant: DAY,
  ssoState: DAY,
  /** Contacts without account, sign-in and order. */
  userAlone: 30 * DAY,
  /** Visitors without an order, after they were last seen. */
  lead: 180 * DAY,
  /** Messages that somebody waits for in vain. */
  alert: 365 * DAY,
  /** Carts that never became an order, after the last change. */
  cart: 365 * DAY,
  /** What a payment provider sent. Its id is kept, so that the same notice is not taken again. */
  webhookBody: 90 * DAY,
  /** Card payments that were begun and came to nothing. */
  cardIntent: 30 * DAY,
  /** What people were told of their orders. */
  news: 180 * DAY,
  /** Steps that somebody handed on for a ticket. */
  ticket: 30 * DAY,
  /** Daily counts: last year's month stays comparable. */
  measurement: 400 * DAY,
  /** Delivery windows, after they have passed. */
  deliveryWindow: 90 * DAY,
  /** Pictures that answer a question, after they were sent. */
  photo: 180 * DAY,
  /** Those that went into no order. */
  photoUnused: 30 * DAY,
  /** Pictures of goods that go back, after they were sent. */
  returnPhoto: 180 * DAY,
  /** Those that no request named. */
  returnPhotoUnused: DAY,
  /**
   * Names in ended orders of people who did not ask to be forgotten. Commercial and tax books are kept five
   * years.
   */
  orderNames: 5 * 365 * DAY,
  /** Who did what. Source: ANPD 15/2024, records of incidents for five years. */
  audit: 5 * 365 * DAY,
} as const;

/** How often each process looks, in ms. */
export const HOUSEKEEPING = HOUR;
