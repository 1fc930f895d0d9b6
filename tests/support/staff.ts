import { and, eq } from 'drizzle-orm';
import type { Role } from '#contract/ops/role.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { uuid } from './buyers.ts';
import type { Answer, Call, TestServer } from './store/server.ts';

export interface Worker {
  id: string;
  bearer: string;
  host: string;
}

/** A demo person of the staff, signed in a moment ago. */
export async function staffAs(server: TestServer, role: Role, host = 'feira.localhost'): Promise<Worker> {
  const { json } = await server.call('POST', `/sandbox/staff/${role}`, { host });
  return { id: json.me.id, bearer: json.access_token, host };
}
/** Lets somebody work at some hubs only; null = at all of them. */
export const moveTo = (server: TestServer, { id }: Worker, hubIds: string[] | null, tenant = 'client') =>
  server.core.db.tenant(tenant, (tx) =>
    tx
      .update(staff)
      .set({ hubIds })
      .where(and(eq(staff.tenantId, tenant), eq(staff.id, id))),
  );
/** A call of somebody's, each write with a key of its own unless one is given. */
export const opsCall = (
  server: Pick<TestServer, 'call'>,
  { bearer, host }: Worker,
  method: string,
  path: string,
  { key = uuid(), ...call }: Call & { key?: string } = {},
): Promise<Answer> =>
  server.call(method, `/api/ops${path}`, {
    bearer,
    host,
    ...(method === 'GET' ? {} : { headers: { 'Idempotency-Key': key } }),
    ...call,
  });
