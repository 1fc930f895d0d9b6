import { and, eq } from 'drizzle-orm';
import type { Device } from '#contract/people/device.ts';
import type { Tokens } from '#contract/people/session.ts';
import type { Address } from '#contract/place.ts';
import type { Core } from '#server/platform/core.ts';
import { account } from '#server/db/schema/people/account.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Services } from '#server/services/services.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { fillCards } from './cards.ts';
import { giveKey } from './keys.ts';
import { fillWallets } from './wallets.ts';

export type Persona = 'visitor' | 'client' | 'clientWithoutAddress' | 'expiredToken';

const home: Address = {
  alias: 'Casa',
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  complement: 'Apto 31',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.5547,
  longitude: -46.6909,
  hasNumber: true,
  addressType: 'HOME',
};
const people: Record<
  Exclude<Persona, 'visitor'>,
  { phone: string; name: string; cpf: string; addresses: Address[] }
> = {
  client: { phone: '+5511900000001', name: 'Marina Prado', cpf: '52998224725', addresses: [home] },
  clientWithoutAddress: { phone: '+5511900000002', name: 'Caio Nunes', cpf: '11144477735', addresses: [] },
  expiredToken: { phone: '+5511900000003', name: 'Lia Rocha', cpf: '39053344705', addresses: [home] },
};

/** A demo person with an account, made on first use. */
async function personOf(core: Core, services: Services, tenant: TenantRecord, persona: keyof typeof people) {
  const person = people[persona];
  const { userId, accountId } = await core.db.tenant(tenant.id, async (tx) => {
    const now = core.clock.date();
    await tx
      .insert(user)
      .values({
        tenantId: tenant.id,
        id: uuidv7(core.clock.now()),
        phone: person.phone,
        name: person.name,
        activated: true,
        createdAt: now,
        lastLoginAt: now,
      })
      .onConflictDoNothing();
    const [row] = await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.tenantId, tenant.id), eq(user.phone, person.phone)));
    if (!row) throw new Error('a demo person that was just made is gone');
    const addresses = person.addresses.map((one) => ({ ...one, id: uuidv7(core.clock.now()) }));
    await tx
      .insert(account)
      .values({
        tenantId: tenant.id,
        id: uuidv7(core.clock.now()),
        userId: row.id,
        name: person.name,
        phone: person.phone,
        phoneCountryCode: '55',
        phoneCountryIsoCode: 'BR',
        email: 'demo@vitrine.example',
        identification: person.cpf,
        addresses,
        properties: { cpf: person.cpf },
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing();
    const [owned] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenant.id), eq(account.userId, row.id)));
    if (!owned) throw new Error('a demo account that was just made is gone');
    return { userId: row.id, accountId: owned.id };
  });
  const buyer = {
    kind: 'client' as const,
    sessionId: '',
    provedAt: core.clock.now(),
    userId,
    accountId,
    name: person.name,
  };
  await giveKey(core, services, tenant, buyer);
  if (persona === 'client') {
    await fillWallets(core, tenant.id, accountId, tenant.intranet);
    await fillCards(core, services, tenant, buyer);
  }
  return { userId, phone: person.phone };
}

/** The same as whoever a provider of single sign-on names. */
export async function knowAs(
  core: Core,
  services: Services,
  tenant: TenantRecord,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  const { userId } = await personOf(core, services, tenant, 'client');
  await core.db.tenant(tenant.id, (tx) =>
    tx
      .update(user)
      .set({ issuer, subject })
      .where(and(eq(user.tenantId, tenant.id), eq(user.id, userId))),
  );
}

/**
 * Signs a demo person in. Tokens of `expiredToken` are of a session that has ended. Null for the visitor.
 */
export async function tokensOf(
  core: Core,
  services: Services,
  tenant: TenantRecord,
  persona: Persona,
  device: Device = {},
): Promise<{ tokens: Tokens; phone: string } | null> {
  if (persona === 'visitor') return null;
  const { userId, phone } = await personOf(core, services, tenant, persona);
  const tokens = await services.session.open(tenant.id, userId, true, { device });
  if (persona === 'expiredToken') await services.session.end(tenant.id, { refresh: tokens.refresh_token });
  return { tokens, phone };
}
