import type { App } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { accountRoutes } from './routes/account.ts';
import { campaignRoutes } from './routes/campaign.ts';
import { cardRoutes } from './routes/card.ts';
import { cartRoutes } from './routes/cart.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { couponRoutes } from './routes/coupon.ts';
import { leadRoutes } from './routes/lead.ts';
import { orderChangeRoutes } from './routes/order-change.ts';
import { orderRoutes } from './routes/order.ts';
import { orderProofRoutes } from './routes/order-proof.ts';
import { payerLinkRoutes } from './routes/payer-link.ts';
import { paymentRoutes } from './routes/payment.ts';
import { personRoutes } from './routes/person.ts';
import { placeRoutes } from './routes/place.ts';
import { photoRoutes } from './routes/photo.ts';
import { returnPhotoRoutes } from './routes/return-photo.ts';
import { sandboxRoutes } from '#server/sandbox/routes.ts';
import { sessionRoutes } from './routes/session.ts';
import { ssoRoutes } from './routes/sso.ts';
import { streamRoutes } from './routes/stream.ts';
import { walletRoutes } from './routes/wallet.ts';
import type { Services } from '#server/services/services.ts';

/** Every route of the API, one line per noun. Sandbox routes exist in the sandbox only. */
export function registerRoutes(app: App, services: Services, core: Core): void {
  sessionRoutes(app, services, core);
  accountRoutes(app, services);
  leadRoutes(app, services);
  personRoutes(app, services, core);
  ssoRoutes(app, services, core);
  campaignRoutes(app, services);
  catalogRoutes(app, services, core);
  placeRoutes(app, services);
  cartRoutes(app, services, core);
  couponRoutes(app, services);
  orderRoutes(app, services);
  orderChangeRoutes(app, services);
  photoRoutes(app, services);
  returnPhotoRoutes(app, services);
  paymentRoutes(app, services);
  payerLinkRoutes(app, services);
  cardRoutes(app, services);
  orderProofRoutes(app, services, core);
  walletRoutes(app, services);
  streamRoutes(app, core);
  if (core.env.sandbox) sandboxRoutes(app, services, core);
}
