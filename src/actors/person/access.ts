import type { Client } from '#api/client.ts';
import { type Relation, listRelations } from '#contract/campaign.ts';
import { isProblem } from '#contract/problem.ts';
import { checkAccessKey, checkLeadAccessKey } from '#contract/people/access.ts';
import type { KeyUsed } from '#machines/access/access-key.machine.ts';
import { fromPromise } from 'xstate';
import type { LeadRecord, LeadVault } from './lead.ts';

/**
 * Ports of the charts of keys and invitations.
 * @param isClient whether somebody is signed in; a visitor's record begins with their first key (D12)
 */
export const accessActors = (
  api: Client,
  isClient: () => boolean,
  record: Pick<LeadRecord, 'ensure'>,
  vault: Pick<LeadVault, 'drop'>,
) => {
  const asVisitor = async (accessKey: string, signal: AbortSignal): Promise<KeyUsed> => {
    const { id: leadId } = await record.ensure();
    const body = { accessKey };
    return { opened: await api.call(checkLeadAccessKey, { params: { leadId }, body, signal }), leadId };
  };
  return {
    useKey: fromPromise<KeyUsed, { key: string }>(async ({ input: { key }, signal }) => {
      if (isClient())
        return { opened: await api.call(checkAccessKey, { body: { accessKey: key }, signal }), leadId: null };
      return asVisitor(key, signal).catch((fault: unknown) => {
        // The server knows the record no more: another one begins.
        if (!isProblem(fault, 'NOT_FOUND')) throw fault;
        vault.drop();
        return asVisitor(key, signal);
      });
    }),
    loadInvitations: fromPromise<Relation[], Record<string, never>>(async ({ signal }) =>
      (await api.call(listRelations, { signal })).filter(({ action }) => action === 'INVITE'),
    ),
  };
};
