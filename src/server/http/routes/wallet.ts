import { listWallets, walletBalance, walletStatement } from '#contract/payment/wallet.ts';
import type { App } from '#server/http/app-env.ts';
import { clientOf } from '#server/platform/principal.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function walletRoutes(app: App, { wallet }: Services): void {
  serve(app, listWallets, (_, c) => wallet.list(c.var.tenant.id, clientOf(c)));
  serve(app, walletBalance, ({ params }, c) => wallet.balance(c.var.tenant.id, clientOf(c), params.uuid));
  serve(app, walletStatement, ({ params }, c) => wallet.statement(c.var.tenant.id, clientOf(c), params.uuid));
}
