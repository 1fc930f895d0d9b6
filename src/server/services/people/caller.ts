/** Where a call comes from, for the limits that do not look at the contact. */
export interface Caller {
  ip: string;
  /** the browser's own mark; a program has none */
  device: string | undefined;
  /** `{nonce}` that solves the caller's puzzle, when it was asked for one */
  proof?: string | undefined;
  /** of the shop, one that is known to be this store's: what a message may lead to */
  origin?: string | undefined;
}
export interface Contact {
  channel: 'SMS' | 'EMAIL';
  /** E.164 phone or lower-case e-mail */
  value: string;
  /**
   * Stands for an identification that no company knows: everything is done as for others, but for the
   * delivery.
   */
  isNobody?: true;
}
