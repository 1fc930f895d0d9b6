import type { Core } from '#server/platform/core.ts';
import type { AppContext } from './app-env.ts';
import { hostName } from './middleware/entrance.ts';

/** The host that the shop was asked by, with its port. */
export const hostOf = (c: AppContext): string => c.req.header('Host') ?? new URL(c.req.url).host;

/** The origin that the shop was asked by, whoever named it. */
export const askedOrigin = (c: AppContext): string =>
  `${c.var.secure ? 'https' : 'http'}://${hostOf(c).toLowerCase()}`;

/**
 * Origins that are known to be this store's: what leads to one of them leads to no stranger. A host that nobody
 * claimed is believed in the sandbox only.
 */
export function originsOf(c: AppContext, { env, tenants }: Core): string[] {
  const isOurs = env.sandbox || tenants.byHost(hostName(hostOf(c)))?.id === c.var.tenant.id;
  return [
    ...(isOurs ? [askedOrigin(c)] : []),
    ...(env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin]),
  ];
}
