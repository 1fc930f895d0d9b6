import * as v from 'valibot';
import { CampaignStatus, Relation } from '#contract/campaign.ts';
import { endpoint } from '#contract/endpoint.ts';
import { NeededText, Uuid } from '#contract/scalars.ts';

const body = v.object({
  /** as it was printed: dashes and small letters are taken */ accessKey: NeededText(
    64,
    'Escreva o convite.',
  ),
});
/** What a key opens: one key may open several campaigns. */
export const OpenedAccess = v.object({
  valid: v.literal(true),
  campaigns: v.array(v.object({ id: Uuid, name: v.string(), status: CampaignStatus })),
  relation: Relation,
});
export type OpenedAccess = v.InferOutput<typeof OpenedAccess>;
const refusals = [
  'MALFORMED',
  'UNAUTHENTICATED',
  'INVALID_KEY',
  'EXPIRED_KEY',
  'KEY_LIMIT',
  'TOO_MANY_REQUESTS',
] as const;

export const checkAccessKey = endpoint({
  name: 'checkAccessKey',
  method: 'POST',
  path: '/api/accounts/access/campaign/check/multiple/accesskey',
  audience: 'bearer',
  body,
  response: OpenedAccess,
  status: 200,
  problems: [...refusals, 'TOKEN_EXPIRED', 'TOKEN_REVOKED'],
  summary:
    'Uses an access key or an invitation for the signed-in client, once; giving it again changes nothing. Ten wrong ones an hour.',
  source: 'spec §7 Campaigns and catalog; D24; SEC-15',
});
export const checkLeadAccessKey = endpoint({
  name: 'checkLeadAccessKey',
  method: 'POST',
  path: '/api/accounts/access/campaign/check/multiple/accesskey/lead/{leadId}',
  audience: 'lead',
  params: v.object({ leadId: Uuid }),
  body,
  response: OpenedAccess,
  status: 200,
  problems: [...refusals, 'NOT_FOUND'],
  summary:
    'Uses an access key or an invitation for a visitor; it moves to the account that the visitor makes.',
  source: 'spec §7 Campaigns and catalog; D24; SEC-15',
});
