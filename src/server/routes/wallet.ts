import { listWallets, walletBalance, walletStatement } from '#contract/wallet.ts';
import type { App } from '../app-env.ts';
import { clientOf } from '../principal.ts';
import { serve } from '../serve.ts';
import type { Services } from '../services.ts';

export function walletRoutes(app: App, { wallet }: Services): void {
  serve(app, listWallets, (_, c) => wallet.list(c.var.tenant.id, clientOf(c)));
  serve(app, walletBalance, ({ params }, c) => wallet.balance(c.var.tenant.id, clientOf(c), params.uuid));
  serve(app, walletStatement, ({ params }, c) => wallet.statement(c.var.tenant.id, clientOf(c), params.uuid));
}
