import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Bag, Instant, NeededText, Uuid, pageOf, pageQuery } from '#contract/scalars.ts';
import { Role } from './role.ts';
import { StaffContact } from './session.ts';

export const StaffMember = v.object({
  id: Uuid,
  name: v.string(),
  contact: v.string(),
  role: Role,
  hubIds: v.optional(v.array(Uuid)),
  /** a second factor is set up */ isEnrolled: v.boolean(),
  lastSeenAt: v.optional(Instant),
  createdAt: Instant,
});
export type StaffMember = v.InferOutput<typeof StaffMember>;
const params = v.object({ id: Uuid });

export const listStaff = endpoint({
  name: 'listStaff',
  method: 'GET',
  path: '/api/ops/staff',
  audience: 'staff',
  action: 'staff.read',
  response: v.array(StaffMember),
  status: 200,
  problems: [],
  summary: 'Who works here.',
  source: 'operator study, §4',
});
export const inviteStaff = endpoint({
  name: 'inviteStaff',
  method: 'POST',
  path: '/api/ops/staff',
  audience: 'staff',
  action: 'staff.write',
  headers: ['Idempotency-Key'],
  body: v.object({
    name: NeededText(80),
    contact: StaffContact,
    role: Role,
    hubIds: v.optional(v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(50))),
  }),
  response: StaffMember,
  status: 201,
  problems: ['MALFORMED', 'ROLE', 'FRESH_PROOF', 'TAKEN', 'NOT_FOUND', 'KEY_REUSED'],
  summary: 'Lets somebody in: they are told, and set up their second factor when they first sign in.',
  source: 'operator study, §4',
});
export const endStaffSessions = endpoint({
  name: 'endStaffSessions',
  method: 'DELETE',
  path: '/api/ops/staff/{id}/sessions',
  audience: 'staff',
  action: 'staff.write',
  params,
  headers: ['Idempotency-Key'],
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'KEY_REUSED'],
  summary: 'Ends every sign-in of somebody at once; they may sign in again.',
  source: 'operator study, §4',
});
export const removeStaff = endpoint({
  name: 'removeStaff',
  method: 'DELETE',
  path: '/api/ops/staff/{id}',
  audience: 'staff',
  action: 'staff.write',
  params,
  headers: ['Idempotency-Key'],
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'LAST_OWNER', 'KEY_REUSED'],
  summary: 'Takes somebody’s access away: every sign-in of theirs ends at once. The last owner stays.',
  source: 'operator study, §3',
});
export const resetFactors = endpoint({
  name: 'resetFactors',
  method: 'DELETE',
  path: '/api/ops/staff/{id}/factors',
  audience: 'staff',
  action: 'staff.write',
  params,
  headers: ['Idempotency-Key'],
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'KEY_REUSED'],
  summary:
    'For a lost telephone: ends the sign-ins and the second factor, which is set up anew at the next sign-in.',
  source: 'operator study, §4',
});

/** One thing that somebody did: what a sentence is made of. */
export const AuditEntry = v.object({
  id: Uuid,
  at: Instant,
  /** the person, or what acted: `system`, `provider`, `operator` … */ actor: v.string(),
  actorId: v.optional(Uuid),
  /** `order.event`, `charge.confirmed`, `refund.settled`, `staff.invited` … */ action: v.string(),
  /** an order's code, a person … */ target: v.string(),
  /** the order whose code that is */ orderId: v.optional(Uuid),
  data: Bag,
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;
export const readAudit = endpoint({
  name: 'readAudit',
  method: 'GET',
  path: '/api/ops/audit',
  audience: 'staff',
  action: 'audit.read',
  query: v.object({ ...pageQuery(50, 100) }),
  response: pageOf(AuditEntry),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'What was done here, the newest first; everybody but the owner reads what they did themselves.',
  source: 'operator study, §4',
});
