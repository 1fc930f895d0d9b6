import { and, eq, isNull } from 'drizzle-orm';
import { challenge } from '#server/db/schema/people/challenge.ts';

/** What a code is for, when it is not to sign in: it opens nothing else (SEC-01). */
export interface CodeUse {
  purpose: 'signup' | 'update' | 'order' | 'staff';
  userId: string;
  /** What it is bound to besides the contact: the person who changes a login, an order … */
  boundTo: string;
  text: (code: string) => string;
}

type Bound = Omit<CodeUse, 'text'> | undefined;
/** Codes of a contact for one use that no newer one ended. */
export const openOf = (tenantId: string, contact: string, use: Bound) =>
  and(
    eq(challenge.tenantId, tenantId),
    eq(challenge.contact, contact),
    eq(challenge.purpose, use?.purpose ?? 'login'),
    use ? eq(challenge.boundTo, use.boundTo) : isNull(challenge.boundTo),
    isNull(challenge.supersededAt),
  );
/** What a code's hash covers: a code of one tenant, contact or use is nothing elsewhere. */
export const bound = (tenantId: string, contact: string, salt: string, code: string, use: Bound) =>
  [tenantId, use?.purpose ?? 'login', use?.boundTo ?? '', contact, salt, code].join('\n');
/** What the hash of a link covers. It is looked up by it, and has bits enough to need no salt. */
export const linkBound = (tenantId: string, token: string) => [tenantId, 'link', token].join('\n');
