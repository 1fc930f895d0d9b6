import { checkAccessKey, checkLeadAccessKey } from '#contract/people/access.ts';
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
import { clientOf, visitorOf } from '#server/platform/principal.ts';
import { SerializedJson, serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function campaignRoutes(app: App, { access, campaign, place, relation }: Services): void {
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
  serve(app, listHubs, ({ params }, c) => place.hubs(c.var.tenant, params.campaignId));
}
