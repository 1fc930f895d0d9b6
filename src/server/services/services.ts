import type { Core } from '#server/platform/core.ts';
import { cartServices } from './cart/cart-services.ts';
import { catalogServices } from './catalog/catalog-services.ts';
import { referenceReader } from './catalog/reference.ts';
import { housekeepingService } from './housekeeping.ts';
import { orderServices } from './order-services.ts';
import { opsServices } from './ops/ops-services.ts';
import { erasureService } from './people/erasure.ts';
import { peopleServices } from './people/people-services.ts';

/**
 * Every service, wired once. Job handlers and sweeps are registered here too, by the services that own them.
 */
export function createServices(core: Core) {
  const referenceOf = referenceReader(core);
  const people = peopleServices(core);
  const orders = orderServices(core, { referenceOf, code: people.code });
  housekeepingService(core);
  return {
    ...people,
    ...catalogServices(core, { referenceOf }),
    ...cartServices(core, { referenceOf }),
    ...orders,
    ...opsServices(core, { code: people.code, ...orders }),
    erasure: erasureService(core, {
      session: people.session,
      life: orders.life,
      savedCard: orders.savedCard,
    }),
  };
}

export type Services = ReturnType<typeof createServices>;
