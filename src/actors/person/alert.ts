import type { Client } from '#api/client.ts';
import { type Alert, askAlert, listAlerts, stopAlert } from '#contract/people/alert.ts';
import type { AlertSubject, AskedAlert } from '#machines/access/alert.machine.ts';
import type { AlertContact } from '#domain/alert/contact.ts';
import { fromPromise } from 'xstate';
import type { LeadRecord, LeadVault } from './lead.ts';

/**
 * Ports of the chart of an alert.
 * @param isClient whether somebody is signed in; a visitor's record begins with their first alert (D12)
 */
export const alertActors = (
  api: Client,
  isClient: () => boolean,
  record: Pick<LeadRecord, 'ensure'>,
  vault: Pick<LeadVault, 'read'>,
) => ({
  loadAlert: fromPromise<Alert | null, Pick<AlertSubject, 'campaign' | 'when'>>(
    async ({ input: { campaign: campaignId, when }, signal }) => {
      if (!isClient() && vault.read() === null) return null;
      const alerts = await api.call(listAlerts, { params: { campaignId }, signal });
      return alerts.find((one) => one.when === when) ?? null;
    },
  ),
  askAlert: fromPromise<AskedAlert, AlertSubject & { contact: AlertContact }>(
    async ({ input: { campaign: campaignId, when, point, contact }, signal }) => {
      const leadId = isClient() ? null : (await record.ensure()).id;
      const place = when === 'ARRIVES' && point ? point : {};
      const body = { when, ...contact, ...place };
      return { alert: await api.call(askAlert, { params: { campaignId }, body, signal }), leadId };
    },
  ),
  stopAlert: fromPromise<void, { campaign: string; id: string }>(
    async ({ input: { campaign: campaignId, id }, signal }) => {
      await api.call(stopAlert, { params: { campaignId, alertId: id }, signal });
    },
  ),
});
