import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { type Acquirer, AcquirerFault } from '#server/providers/acquirer.ts';
import { stripeAcquirer } from '#server/providers/stripe.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

/** The payment providers of each tenant. */
export interface Acquirers {
  /**
   * The provider that takes cards and makes dynamic Pix codes: the tenant's own, else the embedded one in the
   * sandbox, else null.
   */
  of(tenant: TenantRecord): Acquirer | null;
  /**
   * The provider that knows the state of a payment; null for a static Pix code outside the sandbox.
   * @param provider as the payment names it
   */
  asked(tenantId: string, provider: string): Acquirer | null;
}

/**
 * Adapters are made once per tenant, and again after an import. The library of a provider is loaded when one
 * is used.
 * @param sandboxAcquirer made in the sandbox, for tenants without a provider of their own
 */
export function acquirersOf(
  core: Core,
  sandboxAcquirer: (core: Core, tenantId: string) => Acquirer,
): Acquirers {
  const { env, tenants, secrets, clock, log } = core;
  const made = new WeakMap<object, Acquirer | null>();
  const build = ({ id, settings }: TenantRecord): Acquirer | null => {
    const { card } = settings.payment;
    if (!card) return env.sandbox ? sandboxAcquirer(core, id) : null;
    try {
      return stripeAcquirer(
        { ...card, secretKey: secrets.open(card.secretKey), webhookSecret: secrets.open(card.webhookSecret) },
        { clock, tenantId: id, allowsPlain: env.sandbox },
      );
    } catch (error) {
      log.error({ err: error, tenant: id }, 'the keys of the card provider were sealed elsewhere: no cards');
      return null;
    }
  };
  const of = (tenant: TenantRecord) => {
    const known = made.get(tenant.settings);
    if (known !== undefined) return known;
    const fresh = build(tenant);
    made.set(tenant.settings, fresh);
    return fresh;
  };
  return {
    of,
    asked(tenantId, provider) {
      const tenant = tenants.byId(tenantId);
      if (!tenant) return null;
      if (env.sandbox && (provider === 'pix' || provider === 'sandbox'))
        return sandboxAcquirer(core, tenantId);
      const own = of(tenant);
      return own?.name === provider ? own : null;
    },
  };
}

/** The answer of a provider to a call of the API. @throws ApiProblem UNAVAILABLE when it does not answer */
export async function awaited<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AcquirerFault) throw new ApiProblem('UNAVAILABLE', { retryAfter: 5 });
    throw error;
  }
}
