import type { App } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { campaignRoutes } from './routes/campaign.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { identityRoutes } from './routes/identity.ts';
import { orderRoutes } from './routes/order.ts';
import { orderProofRoutes } from './routes/order-proof.ts';
import { personRoutes } from './routes/person.ts';
import { placeRoutes } from './routes/place.ts';
import { sandboxRoutes } from '#server/sandbox/routes.ts';
import { ssoRoutes } from './routes/sso.ts';
import { streamRoutes } from './routes/stream.ts';
import { walletRoutes } from './routes/wallet.ts';
import type { Services } from '#server/services/services.ts';

/** Every route of the API, one line per noun. Sandbox routes exist in the sandbox only. */
export function registerRoutes(app: App, services: Services, core: Core): void {
  identityRoutes(app, services, core);
  personRoutes(app, services, core);
  ssoRoutes(app, services, core);
  campaignRoutes(app, services);
  catalogRoutes(app, services, core);
  placeRoutes(app, services);
  orderRoutes(app, services);
  orderProofRoutes(app, services, core);
  walletRoutes(app, services);
  streamRoutes(app, core);
  if (core.env.sandbox) sandboxRoutes(app, services, core);
}
