import type { Core } from '#server/platform/core.ts';
import type { Client } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Services } from '#server/services/services.ts';
import { sandboxAcquirer } from './acquirer.ts';

const numbers = ['4242424242424242', '5555555555554444'];

/** Gives a demo person two saved test cards, once, as a buyer saves them. */
export async function fillCards(
  core: Core,
  { savedCard, cardAcquirer }: Services,
  tenant: TenantRecord,
  client: Client & { name: string },
): Promise<void> {
  const acquirer = sandboxAcquirer(core, tenant.id);
  // A store with a provider of its own keeps no test cards.
  const isOurs =
    tenant.settings.payment.card === undefined && cardAcquirer.fieldAt(tenant, 'localhost') !== null;
  if (!isOurs || (await savedCard.list(tenant, client)).length > 0) return;
  for (const number of numbers) {
    const { clientSecret } = await savedCard.beginSetup(tenant, client);
    const { token } = acquirer.tokenise({
      number,
      holder: client.name.toUpperCase(),
      expMonth: 8,
      expYear: core.clock.date().getUTCFullYear() + 3,
    });
    await acquirer.act({ clientSecret }, 'confirm', { token });
    await savedCard.save(tenant, client, clientSecret, undefined);
  }
}
