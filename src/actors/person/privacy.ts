import type { Client } from '#api/client.ts';
import {
  type Consent,
  type PersonalData,
  deleteAccount,
  exportAccount,
  listConsents,
  setConsent,
} from '#contract/people/privacy.ts';
import type { Choice } from '#machines/account/consents.machine.ts';
import type { TextsAnswer } from '#machines/account/texts.machine.ts';
import { fromPromise } from 'xstate';

/** Ports of the chart of consents. */
export const consentActors = (api: () => Promise<Client>) => ({
  loadConsents: fromPromise<readonly Consent[], Record<string, never>>(async ({ signal }) =>
    (await api()).call(listConsents, { signal }),
  ),
  setConsent: fromPromise<readonly Consent[], Choice>(async ({ input: body, signal }) =>
    (await api()).call(setConsent, { body, signal }),
  ),
  /** One after the other: said again, what was heard before is no new fact. */
  answerTexts: fromPromise<unknown, TextsAnswer>(async ({ input: { texts, granted }, signal }) => {
    for (const { id: purpose, version } of texts)
      await (await api()).call(setConsent, { body: { purpose, granted, version }, signal });
  }),
});

/** Ports of the chart of a person's own data. @param save hands the copy to the device, as a file */
export const ownDataActors = (api: () => Promise<Client>, save: (data: PersonalData) => void) => ({
  exportData: fromPromise<unknown, Record<string, never>>(async ({ signal }) =>
    save(await (await api()).call(exportAccount, { signal })),
  ),
  deleteAccount: fromPromise<unknown, Record<string, never>>(async ({ signal }) =>
    (await api()).call(deleteAccount, { signal }),
  ),
});
