import { campaignId, itemId } from '../buyers.ts';
import { type Rows, everybody, signedIn } from './row.ts';
import type { Things } from './things.ts';

const place = 'latitude=-23.55&longitude=-46.68';

/** Campaigns and their keys, the catalog, documents. */
export const goodsRows = (things: Things): Rows => ({
  listPublicCampaigns: { path: () => '/api/operation/campaigns/public', ...everybody(200) },
  listAccountCampaigns: {
    path: () => `/api/operation/campaigns/account/within?${place}`,
    ...signedIn(200),
  },
  listLeadCampaigns: {
    path: () => `/api/operation/campaigns/lead/${things.lead.leadId}/within?${place}`,
    ...everybody('NOT_FOUND'),
    lead: 200,
  },
  campaignByName: {
    path: () => '/api/operation/campaigns/byName/semana',
    ...everybody(200),
    otherTenant: 'UNAUTHENTICATED',
  },
  campaignAccess: {
    path: () => `/api/accounts/access/campaignAccess/${campaignId()}`,
    ...everybody(200),
    otherTenant: 'UNAUTHENTICATED',
  },
  listRelations: { path: () => '/api/accounts/relations/client', ...signedIn(204) },
  checkAccessKey: {
    path: () => '/api/accounts/access/campaign/check/multiple/accesskey',
    body: () => ({ accessKey: 'nothing' }),
    ...signedIn('INVALID_KEY'),
  },
  checkLeadAccessKey: {
    path: () => `/api/accounts/access/campaign/check/multiple/accesskey/lead/${things.lead.leadId}`,
    body: () => ({ accessKey: 'nothing' }),
    ...everybody('NOT_FOUND'),
    lead: 'INVALID_KEY',
  },
  listHubs: { path: () => `/api/operation/hubs/campaign/${campaignId()}`, ...everybody(200) },
  catalogPreview: {
    path: () => `/api/operation/catalog/campaign/${campaignId()}/preview/public`,
    ...everybody(200),
  },
  listCatalogItems: {
    path: () => `/api/operation/catalog/campaign/${campaignId()}/items/preview/public`,
    ...everybody(200),
  },
  catalogItem: {
    path: () => `/api/operation/catalog/campaign/${campaignId()}/item/${itemId('manga')}/public`,
    ...everybody(200),
  },
  listMarketplaceItems: {
    path: () => '/api/operation/catalog/marketplace/items/preview/public',
    ...everybody(200),
  },
  listItems: { path: () => `/api/operation/item/list/${campaignId()}`, ...everybody(200) },
  listChildren: {
    path: () => `/api/operation/catalog/campaign/${campaignId()}/items/${itemId('manga')}/children/preview`,
    ...everybody(200),
  },
  catalogInventory: { path: () => `/api/operation/catalog/${campaignId()}/inventory`, ...everybody(200) },
  listMarketplaces: { path: () => '/api/operation/marketplaces/public', ...everybody(200) },
  lookUpPostalCode: { path: () => '/ws/05435000/json', ...everybody(200) },
  listDocuments: { path: () => '/api/documents/defaults', ...everybody(200) },
  getDocument: { path: () => '/api/documents/defaults/others', ...everybody(200) },
});
