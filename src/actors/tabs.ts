import type { Account, User } from '#contract/people/account.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';

/**
 * What one tab tells the others. Access tokens travel only here, between pages of one origin, and are written
 * nowhere.
 */
export type TabMessage =
  | { type: 'token.renewed'; tokens: SessionTokens; signupGrant: string | null }
  | { type: 'session.opened' }
  | { type: 'account.changed'; account: Account; user?: User | null }
  | { type: 'session.closed' }
  | { type: 'cart.read'; uuid: string; edits: number }
  | { type: 'cart.changed'; uuid: string | null; version: number; ordered?: string };

export interface Tabs {
  tell(message: TabMessage): void;
  hear(listener: (message: TabMessage) => void): () => void;
}
