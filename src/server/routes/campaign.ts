import { campaignAccess, campaignByName, listAccountCampaigns, listHubs, listLeadCampaigns, listPublicCampaigns, listRelations } from '#contract/campaign.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App, AppContext } from '../app-env.ts';
import { clientOf, visitorOf } from '../principal.ts';
import { serve } from '../serve.ts';
import type { Services } from '../services.ts';

export function campaignRoutes(app: App, { campaign, place }: Services): void {
  serve(app, listPublicCampaigns, (_, c) => campaign.listPublic(c.var.tenant));
  serve(app, listAccountCampaigns, ({ query }, c) => campaign.listWithin(c.var.tenant, clientOf(c), query));
  serve(app, listLeadCampaigns, ({ params, query }, c) => {
    const visitor = visitorOf(c);
    if (visitor.leadId !== params.leadId) throw new ApiProblem('NOT_FOUND');
    return campaign.listWithin(c.var.tenant, visitor, query);
  });
  const maybeBuyer = ({ var: { principal } }: AppContext) => (principal?.kind === 'signup' ? undefined : principal);
  serve(app, campaignByName, ({ params }, c) => campaign.byName(c.var.tenant, maybeBuyer(c), params.name));
  serve(app, campaignAccess, ({ params }, c) => campaign.access(c.var.tenant, maybeBuyer(c), params.campaignId));
  serve(app, listRelations, async (_, c) => {
    const relations = await campaign.relations(c.var.tenant, clientOf(c).accountId);
    return relations.length ? relations : undefined;
  });
  serve(app, listHubs, ({ params }, c) => place.hubs(c.var.tenant, params.campaignId));
}
