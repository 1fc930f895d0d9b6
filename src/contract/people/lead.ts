import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Address } from '#contract/place.ts';
import { Bag, Phone, Text, Uuid } from '#contract/scalars.ts';
import { Device } from './account.ts';
import { EnhancedAnswers, LikingAnswers } from './likings.ts';

/** An anonymous visitor. */
export const LeadBody = v.object({
  id: v.optional(Uuid),
  name: v.optional(Text(80)),
  phone: v.optional(Phone),
  properties: v.optional(
    v.objectWithRest(
      {
        devices: v.optional(v.array(Device)),
        likings: v.optional(LikingAnswers),
        enhancedAnswers: v.optional(EnhancedAnswers),
        type: v.optional(v.literal('CLIENT'), 'CLIENT'),
      },
      v.unknown(),
    ),
    { type: 'CLIENT' },
  ),
  addresses: v.optional(v.pipe(v.array(Address), v.maxLength(30)), []),
});
export const Lead = v.object({
  id: Uuid,
  name: v.optional(v.string()),
  phone: v.optional(v.string()),
  properties: Bag,
  addresses: v.array(Address),
  /** once, in the answer to the creation */ secret: v.optional(v.string()),
});
export type Lead = v.InferOutput<typeof Lead>;
export const createLead = endpoint({
  name: 'createLead',
  method: 'POST',
  path: '/api/users/leads',
  audience: 'public',
  body: LeadBody,
  response: Lead,
  status: 201,
  problems: ['MALFORMED', 'TOO_MANY_REQUESTS'],
  summary: "Starts a visitor's record; the answer carries its secret, once.",
  source: 'spec §7; D12',
});
export const updateLead = endpoint({
  name: 'updateLead',
  method: 'PUT',
  path: '/api/users/leads',
  audience: 'lead',
  body: LeadBody,
  response: Lead,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ANSWERED'],
  summary: "Changes a visitor's record.",
  source: 'spec §7',
});
export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: '/api/users/leads/{id}',
  audience: 'lead',
  params: v.object({ id: Uuid }),
  response: Lead,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: "A visitor's record.",
  source: 'spec §7',
});
