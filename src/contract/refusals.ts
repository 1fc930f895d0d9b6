import type { Audience, Endpoint } from './endpoint.ts';
import type { ProblemCode } from './problem-list.ts';

/** How any call may end, whatever it is about. */
export const ANYWHERE: readonly ProblemCode[] = [
  'TENANT_MISMATCH',
  'FOREIGN_ORIGIN',
  'INTERNAL',
  'READ_ONLY',
  'UNAVAILABLE',
];
const UNFIT: readonly ProblemCode[] = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'];
/**
 * What the proof that an audience asks for may be refused as; a lead's secret that fits nobody looks like
 * what is not there.
 */
const ADMISSION: Record<Audience, readonly ProblemCode[]> = {
  public: [],
  internal: [],
  optional: [...UNFIT, 'NOT_FOUND'],
  bearer: UNFIT,
  lead: ['NOT_FOUND'],
  buyer: [...UNFIT, 'NOT_FOUND'],
  signup: ['SIGNUP_GRANT'],
  staff: [...UNFIT, 'ROLE', 'FRESH_PROOF'],
};

/**
 * Every refusal of one call, besides those of {@link ANYWHERE}: its own, of who calls and of what was sent. A
 * public call that names UNAUTHENTICATED asks for a bearer in a company's store (SEC-16).
 */
export function refusalsOf({ audience, params, query, body, problems }: Endpoint): ProblemCode[] {
  const sent: ProblemCode[] = [
    ...(params || query || body ? ['MALFORMED' as const] : []),
    ...(body ? ['TOO_LARGE' as const] : []),
  ];
  return [
    ...new Set([
      ...sent,
      ...(problems.includes('UNAUTHENTICATED') ? UNFIT : []),
      ...ADMISSION[audience],
      ...problems,
    ]),
  ];
}
