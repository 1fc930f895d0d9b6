import type { AppContext } from './app-env.ts';

/** The host that the shop was asked by, with its port. */
export const hostOf = (c: AppContext): string => c.req.header('Host') ?? new URL(c.req.url).host;
