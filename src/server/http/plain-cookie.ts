import type { AppContext } from './app-env.ts';
import type { Env } from '#server/platform/env.ts';

/**
 * `__Host-` needs Secure, which browsers drop on other plain http; a tester's phone on the LAN gets the plain
 * name, in the sandbox only.
 */
export const isPlain = (c: AppContext, { sandbox }: Env): boolean => sandbox && !c.var.trustworthy;
