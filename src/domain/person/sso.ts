/** As demo data name the provider that is part of the sandbox; it is nowhere else. */
export const EMBEDDED_ISSUER = 'https://conta.sandbox.invalid';

/**
 * Who else signs people in. A store's own switch opens single sign-on; the providers are the tenant's. A tenant
 * that was imported before there were any has no list.
 */
export const waysOf = <Way extends { issuer: string }>(
  settings: {
    marketplaces?: readonly { authentication: { ssoEnabled: boolean } }[];
    sso?: readonly Way[];
  },
  isSandbox: boolean,
): Way[] =>
  settings.sso && settings.marketplaces?.some(({ authentication }) => authentication.ssoEnabled)
    ? settings.sso.filter(({ issuer }) => isSandbox || issuer !== EMBEDDED_ISSUER)
    : [];
