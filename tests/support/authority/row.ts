export const callers = ['anonymous', 'lead', 'client', 'otherClient', 'otherTenant', 'owner'] as const;
export type Caller = (typeof callers)[number];
/** Expected status, or problem code of a refusal, per caller. */
export type Row = Record<Caller, number | string> & { path: () => string; body?: () => unknown };
/** Rows by the name of their call. */
export type Rows = Record<string, Row>;

export const everybody = (status: number | string) =>
  Object.fromEntries(callers.map((caller) => [caller, status])) as Record<Caller, number | string>;
/** Anybody, about the caller's own things. */
export const signedIn = (status: number | string) => ({
  ...everybody(status),
  anonymous: 'UNAUTHENTICATED',
  lead: 'UNAUTHENTICATED',
  otherTenant: 'UNAUTHENTICATED',
});
export const buyers = (status: number | string) => ({ ...signedIn(status), lead: status });
/**
 * One person's thing: for all others it is not there, and for a token of another store nobody is signed in.
 */
export const owners = (status: number | string) => ({
  ...everybody('NOT_FOUND'),
  anonymous: 'UNAUTHENTICATED',
  otherTenant: 'UNAUTHENTICATED',
  owner: status,
});
