import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import {
  CampaignRef,
  Email,
  Instant,
  Latitude,
  Longitude,
  NeededText,
  Phone,
  Uuid,
} from '#contract/scalars.ts';

/**
 * What of a campaign somebody waits for: its opening; that its key, invitations or other campaigns no longer stand
 * in the way; that it delivers where they are.
 */
export const AlertWhen = v.picklist(['OPENS', 'UNLOCKED', 'ARRIVES']);
export type AlertWhen = v.InferOutput<typeof AlertWhen>;
export const AlertChannel = v.picklist(['SMS', 'EMAIL', 'PUSH']);
export type AlertChannel = v.InferOutput<typeof AlertChannel>;

const about = {
  when: AlertWhen,
  /** where one is: of ARRIVES alone, which needs it */
  latitude: v.optional(Latitude),
  longitude: v.optional(Longitude),
  /** of the words that were agreed to */
  version: v.optional(NeededText(20), '1'),
};
/** Who is signed in may leave the contact out: it is the one that they proved. */
export const AlertBody = v.variant(
  'channel',
  [
    v.object({ ...about, channel: v.literal('SMS'), contact: v.optional(Phone) }),
    v.object({ ...about, channel: v.literal('EMAIL'), contact: v.optional(Email) }),
    v.object({ ...about, channel: v.literal('PUSH') }),
  ],
  'Use SMS, EMAIL ou PUSH.',
);
export type AlertBody = v.InferOutput<typeof AlertBody>;
export const Alert = v.object({
  id: Uuid,
  campaignId: Uuid,
  when: AlertWhen,
  channel: AlertChannel,
  /** masked, enough to know one's own by */ contact: v.optional(v.string()),
  /** when it was agreed to */ at: Instant,
});
export type Alert = v.InferOutput<typeof Alert>;

const params = v.object({ campaignId: CampaignRef });
const unfit = ['MALFORMED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'NOT_FOUND'] as const;
export const askAlert = endpoint({
  name: 'askAlert',
  method: 'POST',
  path: '/api/operation/campaigns/{campaignId}/alerts',
  audience: 'buyer',
  params,
  body: AlertBody,
  response: Alert,
  status: 200,
  problems: [...unfit, 'CAMPAIGN_ENDED', 'CONSENT', 'COUNTRY', 'TOO_MANY_REQUESTS'],
  summary:
    'Agrees to one message when a campaign opens, unlocks or arrives. Asked again it is the same alert, with the contact that was named last.',
  source: 'D78; PRV-03',
});
export const listAlerts = endpoint({
  name: 'listAlerts',
  method: 'GET',
  path: '/api/operation/campaigns/{campaignId}/alerts',
  audience: 'buyer',
  params,
  response: v.array(Alert),
  status: 200,
  problems: unfit,
  summary: "The caller's alerts of a campaign that wait; one that was sent is gone.",
  source: 'D78',
});
export const stopAlert = endpoint({
  name: 'stopAlert',
  method: 'DELETE',
  path: '/api/operation/campaigns/{campaignId}/alerts/{alertId}',
  audience: 'buyer',
  params: v.object({ campaignId: CampaignRef, alertId: Uuid }),
  status: 204,
  problems: unfit,
  summary: 'Takes an alert back before it was sent. One that is gone, or is of somebody else, is not found.',
  source: 'D78',
});
