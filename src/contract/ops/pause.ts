import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, NeededText, Text, Uuid } from '#contract/scalars.ts';

/** What can be paused. */
export const PauseKind = v.picklist(['campaign', 'item', 'hub']);
export type PauseKind = v.InferOutput<typeof PauseKind>;

const target = { kind: PauseKind, id: Uuid };
/** One pause that is in force. */
export const OpsPause = v.object({
  ...target,
  name: v.string(),
  /** as shoppers read it */ reason: v.string(),
  until: v.optional(Instant),
  at: Instant,
  /** who paused it */ by: v.optional(v.string()),
});
export type OpsPause = v.InferOutput<typeof OpsPause>;
export const OpsPauses = v.object({
  now: Instant,
  pauses: v.array(OpsPause),
  /** what else this person may pause: of products the first 20 that are looked for */ targets: v.array(
    v.object({ ...target, name: v.string() }),
  ),
});
export type OpsPauses = v.InferOutput<typeof OpsPauses>;

export const readPauses = endpoint({
  name: 'readPauses',
  method: 'GET',
  path: '/api/ops/pauses',
  audience: 'staff',
  action: 'pauses',
  /** words of a product's name */ query: v.object({ text: v.optional(Text(80)) }),
  response: OpsPauses,
  status: 200,
  problems: ['MALFORMED'],
  summary: 'What is paused now, and what can be.',
  source: 'operator study, §2',
});
export const startPause = endpoint({
  name: 'startPause',
  method: 'PUT',
  path: '/api/ops/pauses/{kind}/{id}',
  audience: 'staff',
  action: 'pauses',
  params: v.object(target),
  headers: ['Idempotency-Key'],
  body: v.object({ reason: NeededText(140), until: v.optional(Instant) }),
  response: OpsPause,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'KEY_REUSED'],
  summary:
    'Sells nothing of it from now on, for a reason that shoppers read; ends by itself at `until`, where it is named.',
  source: 'operator study, §2',
});
export const endPause = endpoint({
  name: 'endPause',
  method: 'DELETE',
  path: '/api/ops/pauses/{kind}/{id}',
  audience: 'staff',
  action: 'pauses',
  params: v.object(target),
  headers: ['Idempotency-Key'],
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'KEY_REUSED'],
  summary: 'Sells it again from now on.',
  source: 'operator study, §2',
});
