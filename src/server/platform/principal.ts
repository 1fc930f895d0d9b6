import type { OpsAction, Role } from '#contract/ops/role.ts';
import { ApiProblem } from '#contract/problem.ts';

/** A signed-in person. `accountId` is null until the sign-up is finished. */
export interface Client {
  kind: 'client';
  userId: string;
  sessionId: string;
  accountId: string | null;
  /** Epoch ms of the last proved code: "recent" rules. */
  provedAt: number;
}
/** A visitor who showed the lead secret. */
export interface Visitor {
  kind: 'lead';
  leadId: string;
}
/** A person who just proved a contact and may create one account. */
export interface Newcomer {
  kind: 'signup';
  userId: string;
  grantId: string;
}
export type Principal = Client | Visitor | Newcomer;
/** Who may own a cart and an order. */
export type Buyer = Client | Visitor;

/** Somebody of the staff, as they are now: never a principal of the shop. */
export interface Staff {
  staffId: string;
  sessionId: string;
  name: string;
  contact: string;
  role: Role;
  /** Hubs that this person works at; null = all of them. */
  hubIds: string[] | null;
  /** Epoch ms of the last proof of the second factor. */
  provedAt: number;
  /** Epoch ms at which the sign-in ends. */
  endsAt: number;
}
/** Who may come in on the operator's side. */
export interface StaffDoor {
  /** @throws ApiProblem UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED, ROLE, FRESH_PROOF */
  enter(tenantId: string, accessToken: string, action: OpsAction): Promise<Staff>;
}

/** Topic that says that sessions changed: of one `id`, else of everybody. */
export const SESSION_TOPIC = 'session';

/**
 * How credentials become people. Implemented by the identity services; every method throws an ApiProblem for
 * an unfit credential.
 */
export interface Authenticator {
  /** @throws ApiProblem UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED */
  client(tenantId: string, accessToken: string): Promise<Client>;
  /** @throws ApiProblem NOT_FOUND: an unknown, closed or foreign secret */
  lead(tenantId: string, secret: string): Promise<Visitor>;
  /** @throws ApiProblem SIGNUP_GRANT */
  signup(tenantId: string, grant: string): Promise<Newcomer>;
}

/**
 * Names a buyer in keys and rows that hold either: `account:{id}`, `user:{id}` before sign-up is finished,
 * `lead:{id}`.
 */
export function subjectOf(buyer: Buyer): string {
  if (buyer.kind === 'lead') return `lead:${buyer.leadId}`;
  return buyer.accountId === null ? `user:${buyer.userId}` : `account:${buyer.accountId}`;
}

/** Whatever carries the principal: a request's context. */
interface Carrier {
  var: { principal?: Principal };
}

const refuse = (): never => {
  throw new ApiProblem('UNAUTHENTICATED');
};

/** The signed-in person of a `bearer` call. */
export function clientOf(c: Carrier): Client {
  const { principal } = c.var;
  return principal?.kind === 'client' ? principal : refuse();
}

/** The client or visitor of a `buyer` call. */
export function buyerOf(c: Carrier): Buyer {
  const { principal } = c.var;
  return principal?.kind === 'client' || principal?.kind === 'lead' ? principal : refuse();
}

/**
 * The visitor of a `lead` call.
 * @param named the id in the call's path, where it has one: of anybody else's, nothing is said.
 * @throws ApiProblem UNAUTHENTICATED, NOT_FOUND
 */
export function visitorOf(c: Carrier, named?: string): Visitor {
  const { principal } = c.var;
  if (principal?.kind !== 'lead') return refuse();
  if (named !== undefined && named !== principal.leadId) throw new ApiProblem('NOT_FOUND');
  return principal;
}

/** The person of a `signup` call. */
export function newcomerOf(c: Carrier): Newcomer {
  const { principal } = c.var;
  return principal?.kind === 'signup' ? principal : refuse();
}

/** The member of staff of a `staff` call. */
export function staffOf({ var: { staff } }: { var: { staff?: Staff } }): Staff {
  return staff ?? refuse();
}
