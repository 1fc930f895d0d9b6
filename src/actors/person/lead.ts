import type { Client } from '#api/client.ts';
import { type Device } from '#contract/people/account.ts';
import { type Lead, createLead, getLead, updateLead } from '#contract/people/lead.ts';
import type { Guest } from '#domain/person/guest.ts';
import type { Address } from '#contract/place.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import { fromPromise } from 'xstate';

/**
 * A visitor's record as this browser may prove it. The secret comes once, so it is kept beside the id.
 * Source: definitions.md, Headers of people without an account.
 */
export interface KeptLead {
  id: string;
  secret: string;
}

/** Where the lead of this tenant is kept. */
export interface LeadVault {
  read(): KeptLead | null;
  keep(lead: KeptLead): void;
  drop(): void;
}

/** The most addresses of one record. */
const MOST = 30;

/** The lead of this browser's visitor. */
export interface LeadRecord {
  /** Its id; created when there is none yet, once for concurrent callers (D12). */
  ensure(): Promise<{ id: string }>;
  /** Puts the place before its other addresses. */
  place(location: Address, signal: AbortSignal): Promise<{ id: string }>;
  /** Writes down who it is, and the privacy text that they agreed to. Their CPF goes with an order alone. */
  identify(guest: Guest, signal: AbortSignal): Promise<{ id: string }>;
}

export function leadRecord(api: Client, vault: LeadVault, device: () => Device): LeadRecord {
  let beginning: Promise<{ id: string }> | null = null;
  /** The whole record as it is, with what changes of it. */
  const change = async (
    change: (known: Lead) => Partial<Pick<Lead, 'name' | 'phone' | 'properties' | 'addresses'>>,
    signal: AbortSignal,
  ): Promise<{ id: string }> => {
    const { id } = await ensure();
    const known = await api.call(getLead, { params: { id }, signal });
    const { name, phone, properties, addresses } = { ...known, ...change(known) };
    await api.call(updateLead, {
      body: {
        id,
        ...(name ? { name } : {}),
        ...(phone ? { phone } : {}),
        properties: { devices: [device()], ...properties, type: 'CLIENT' },
        addresses,
      },
      signal,
    });
    return { id };
  };
  const begin = async (addresses: Address[]): Promise<{ id: string }> => {
    // Never aborted: the secret is in this one answer.
    const { id, secret } = await api.call(createLead, {
      body: { properties: { type: 'CLIENT', devices: [device()] }, addresses },
    });
    if (secret) vault.keep({ id, secret });
    return { id };
  };
  const ensure = (addresses: Address[] = []): Promise<{ id: string }> => {
    const kept = vault.read();
    if (kept) return Promise.resolve({ id: kept.id });
    beginning ??= begin(addresses).finally(() => {
      beginning = null;
    });
    return beginning;
  };
  return {
    ensure: () => ensure(),
    async place(location, signal) {
      if (!vault.read() && !beginning) return ensure([location]);
      return change(
        ({ addresses }) => ({
          addresses: [location, ...addresses.filter((known) => !isSameAddress(known, location))].slice(
            0,
            MOST,
          ),
        }),
        signal,
      );
    },
    identify: ({ name, phone, privacyVersion }, signal) =>
      change(({ properties }) => ({ name, phone, properties: { ...properties, privacyVersion } }), signal),
  };
}

/** Ports of the lead chart. */
export const leadActors = (record: LeadRecord) => ({
  keepLead: fromPromise<{ id: string }, { location: Address }>(({ input, signal }) =>
    record.place(input.location, signal),
  ),
});
