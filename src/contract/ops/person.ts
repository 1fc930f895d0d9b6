import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { NeededText, Uuid } from '#contract/scalars.ts';

/** What of an order's people is masked until somebody says what they need it for. */
export const PersonField = v.picklist(['phone', 'email', 'cpf', 'recipientPhone']);
export type PersonField = v.InferOutput<typeof PersonField>;

export const revealPerson = endpoint({
  name: 'revealPerson',
  method: 'POST',
  path: '/api/ops/orders/{id}/reveal',
  audience: 'staff',
  action: 'people.reveal',
  params: v.object({ id: Uuid }),
  body: v.object({ field: PersonField, reason: NeededText(140) }),
  response: v.object({ value: v.string() }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'TOO_MANY_REQUESTS'],
  // No key: a repeat is a look of its own, and no answer with it is kept.
  summary:
    'Shows one masked field of an order’s people, with the reason in the record; 60 an hour for each person.',
  source: 'operator study, §1, §3, §4; PRV',
});
