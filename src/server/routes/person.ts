import { updateLogin, verifyLogin } from '#contract/contact.ts';
import { deleteAccount, exportAccount, listConsents, setConsent } from '#contract/privacy.ts';
import type { App } from '../app-env.ts';
import type { Core } from '../core.ts';
import { buyerOf, clientOf } from '../principal.ts';
import { serve } from '../serve.ts';
import type { Services } from '../services.ts';
import { callerOf, takeBack } from './identity.ts';

/** What people may do about themselves. */
export function personRoutes(app: App, { contact, erasure, consent }: Services, { env }: Core): void {
  serve(app, verifyLogin, ({ body }, c) => contact.verify(c.var.tenant, clientOf(c), body, callerOf(c, env)));
  serve(app, updateLogin, ({ body }, c) => contact.update(c.var.tenant, clientOf(c), body, callerOf(c, env)));
  serve(app, exportAccount, (_, c) => erasure.export(c.var.tenant.id, clientOf(c)));
  serve(app, deleteAccount, async (_, c) => {
    await erasure.remove(c.var.tenant, clientOf(c));
    takeBack(c, env);
    c.header('Clear-Site-Data', '"cache"');
    return undefined;
  });
  serve(app, listConsents, (_, c) => consent.list(c.var.tenant.id, buyerOf(c)));
  serve(app, setConsent, ({ body }, c) => consent.set(c.var.tenant.id, buyerOf(c), body));
}
