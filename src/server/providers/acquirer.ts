import type { Cents } from '#contract/money.ts';

/**
 * What a provider says of one payment. `authorised`: the bank has set the money aside, nothing is taken
 * before we capture.
 */
export type ChargeState =
  | 'open'
  | 'challenge'
  | 'review'
  | 'authorised'
  | 'paid'
  | 'declined'
  | 'canceled'
  | 'refunded';
export type DeclineReason = 'DECLINED' | 'FUNDS' | 'EXPIRED' | 'CVV' | 'CHALLENGE' | 'FRAUD';
export interface Charge {
  state: ChargeState;
  amount: Cents;
  /** ISO 4217, small letters. */
  currency: string;
  /** Our own id of it, as we gave it. */
  reference: string;
  reason?: DeclineReason;
  /** Of a Pix that was paid, where the provider tells. */
  endToEndId?: string;
}

/** A card as the provider keeps it; the number stays there (SEC-22). */
export interface KeptCard {
  token: string;
  brand: string;
  last4: string;
  holder: string;
  expMonth: number;
  expYear: number;
}

/**
 * Where a card's number is typed, and what the page that shows it lets in for that: sources, as a policy
 * names them.
 */
export interface CardField {
  /** a page of another origin than the shop's, or the provider's script, which makes it */ url: string;
  scripts?: string;
  frames: string;
  calls?: string;
}

/**
 * The provider did not answer, or not properly. Whatever was asked may be asked again: each ask carries a
 * key.
 */
export class AcquirerFault extends Error {
  override readonly name = 'AcquirerFault';
}

/**
 * Whoever takes the money: authorises, asks who pays, captures, gives back, and says how a payment stands.
 * Every method may throw an AcquirerFault
 * and is called outside of transactions. Amounts in centavos; a repeated call with the same reference or key
 * does nothing twice.
 */
export interface Acquirer {
  readonly name: 'sandbox' | 'stripe';
  readonly publishableKey?: string;
  /** Divides a payment into parcels; not every provider does so in Brazil. */
  readonly hasInstallments: boolean;
  /**
   * Where a card's number is typed, of another origin than the shop at `host`; null where there is none. It
   * alone sees the number (SEC-22).
   */
  fieldAt(host: string, client: string): CardField | null;
  /** What the field needs to go on with a payment; null for one that is not known. */
  secretOf(id: string): Promise<string | null>;
  /** Begins a card payment, with a card that it keeps or with one that its own field will ask for. */
  open(ask: {
    reference: string;
    amount: Cents;
    installments: number;
    saved?: { token: string; customer: string };
  }): Promise<{ id: string; clientSecret: string }>;
  /** Begins to keep a card. @param ask.owner names the account there without saying who it is */
  openSetup(ask: {
    reference: string;
    owner: string;
    customer: string | null;
  }): Promise<{ id: string; clientSecret: string; customer: string }>;
  /** The card that was given for a setup; null when none was. */
  kept(setupId: string): Promise<KeptCard | null>;
  forget(token: string): Promise<void>;
  /** Makes a dynamic Pix code. */
  openPix(ask: {
    txid: string;
    amount: Cents /** ms from when it was asked for first: the same for every try */;
    lives: number;
    name: string;
    city: string;
  }): Promise<{ id: string; brCode: string }>;
  status(id: string): Promise<Charge>;
  /** Takes what was authorised. Answers how it stands then. */
  capture(id: string): Promise<Charge>;
  /** Lets go of what was authorised, so that it can never be taken. Answers how it stands then. */
  cancel(id: string): Promise<Charge>;
  /**
   * Money back to its source.
   * @param ask.key the same for every try
   * @param ask.at when it was first asked
   */
  refund(ask: {
    id: string;
    amount: Cents;
    key: string;
    at: Date;
  }): Promise<'settled' | 'pending' | 'failed'>;
  /** Whether a notice is theirs. @param raw the bytes as they came */
  isSigned(header: (name: string) => string | undefined, raw: Uint8Array): boolean;
}
