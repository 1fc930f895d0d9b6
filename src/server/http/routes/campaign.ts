import { checkAccessKey, checkLeadAccessKey } from '#contract/people/access.ts';
import { askAlert, listAlerts, stopAlert } from '#contract/people/alert.ts';
import {
  campaignAccess,
  campaignByName,
  listAccountCampaigns,
  listHubs,
  listLeadCampaigns,
  listPublicCampaigns,
  listRelations,
} from '#contract/campaign.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { originsOf } from '#server/http/host.ts';
import type { Core } from '#server/platform/core.ts';
import { buyerOf, clientOf, visitorOf } from '#server/platform/principal.ts';
import { SerializedJson, serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function campaignRoutes(
  app: App,
  { access, alert, campaign, place, relation }: Services,
  core: Core,
): void {
  serve(
    app,
    listPublicCampaigns,
    async (_, c) => new SerializedJson(await campaign.listPublic(c.var.tenant)),
  );
  serve(
    app,
    listAccountCampaigns,
    async ({ query }, c) => new SerializedJson(await campaign.listWithin(c.var.tenant, clientOf(c), query)),
  );
  serve(
    app,
    listLeadCampaigns,
    async ({ params, query }, c) =>
      new SerializedJson(await campaign.listWithin(c.var.tenant, visitorOf(c, params.leadId), query)),
  );
  const maybeBuyer = ({ var: { principal } }: AppContext) =>
    principal?.kind === 'signup' ? undefined : principal;
  serve(app, campaignByName, ({ params }, c) => campaign.byName(c.var.tenant, maybeBuyer(c), params.name));
  serve(app, campaignAccess, ({ params, query: { latitude, longitude } }, c) =>
    campaign.access(
      c.var.tenant,
      maybeBuyer(c),
      params.campaignId,
      latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    ),
  );
  serve(app, listRelations, async (_, c) => {
    const relations = await relation.list(c.var.tenant, clientOf(c).accountId);
    return relations.length ? relations : undefined;
  });
  serve(app, checkAccessKey, ({ body }, c) =>
    access.check(c.var.tenant, clientOf(c), body.accessKey, c.var.ip),
  );
  serve(app, checkLeadAccessKey, ({ params, body }, c) =>
    access.check(c.var.tenant, visitorOf(c, params.leadId), body.accessKey, c.var.ip),
  );
  serve(app, askAlert, ({ params, body }, c) =>
    alert.ask(c.var.tenant, buyerOf(c), params.campaignId, body, {
      ip: c.var.ip,
      origin: originsOf(c, core)[0],
    }),
  );
  serve(app, listAlerts, ({ params }, c) => alert.list(c.var.tenant.id, buyerOf(c), params.campaignId));
  serve(app, stopAlert, ({ params }, c) =>
    alert.stop(c.var.tenant.id, buyerOf(c), params.campaignId, params.alertId).then(() => undefined),
  );
  serve(app, listHubs, ({ params }, c) => place.hubs(c.var.tenant, params.campaignId));
}
