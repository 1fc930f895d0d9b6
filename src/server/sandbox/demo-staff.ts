import { and, eq } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Role } from '#contract/ops/role.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { uuidv4, uuidv7 } from '#server/platform/ids.ts';
import type { Asked } from '#server/services/ops/keyed.ts';
import { newSecret } from '#server/services/ops/staff-factor.ts';
import type { Services } from '#server/services/services.ts';

const people: Record<Role, { name: string; contact: string }> = {
  OWNER: { name: 'Helena Duarte', contact: 'dona@vitrine.example' },
  OPERATOR: { name: 'Rui Tavares', contact: 'operacao@vitrine.example' },
  SUPPORT: { name: 'Nara Lima', contact: 'atendimento@vitrine.example' },
  VIEWER: { name: 'Otto Prado', contact: 'consulta@vitrine.example' },
};

/** A demo person of the staff, made when they are asked for, with the secret of their app. */
export async function demoPerson(
  { clock }: Pick<Core, 'clock'>,
  { staffFactors: factors }: Pick<Services, 'staffFactors'>,
  tx: Tx,
  tenantId: string,
  role: Role,
) {
  const { name, contact } = people[role];
  await tx
    .insert(staff)
    .values({
      tenantId,
      id: uuidv7(clock.now()),
      name,
      contact,
      role,
      hubIds: null,
      createdAt: clock.date(),
    })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.tenantId, tenantId), eq(staff.contact, contact)))
    .for('update');
  if (!row) throw new Error('a demo person that was just made is gone');
  const secret = await factors.secretOf(tx, tenantId, row.id);
  if (secret !== null) return { row, secret };
  const made = newSecret('Vitrine', contact).secret;
  await factors.enrol(tx, tenantId, row.id, made, 0);
  return { row, secret: made };
}

/** A write of a demo person of the staff, who works at every hub and has just proved who they are. */
export async function askedAs(
  core: Pick<Core, 'db' | 'clock'>,
  services: Pick<Services, 'staffFactors'>,
  tenantId: string,
  role: Role,
  { path }: Endpoint,
  body: unknown,
): Promise<Asked> {
  const { row } = await core.db.tenant(tenantId, (tx) => demoPerson(core, services, tx, tenantId, role));
  const now = core.clock.now();
  return {
    tenantId,
    staff: { ...row, role, hubIds: null, staffId: row.id, sessionId: '', provedAt: now, endsAt: now },
    key: uuidv4(),
    route: path,
    body,
  };
}
