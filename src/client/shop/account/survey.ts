import { surveyActors } from '#actors/person/survey.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import type { Account } from '#contract/people/account.ts';
import type { SurveyAbout } from '#domain/person/survey.ts';
import { openSubjects, surveyMachine } from '#machines/asked/survey.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/**
 * The chart of the questions after a delivery or about a campaign. Answers that are kept are told to all charts
 * and tabs with the account.
 * @param order its id; null: whichever can be answered about
 * @param known the order itself, where it is at hand, or a campaign
 */
export function useSurvey(account: Account, order: string | null, known: SurveyAbout | null = null) {
  const { api, app } = useShell();
  const [machine] = useState(() => surveyMachine.provide({ actors: surveyActors(api) }));
  const [state, send] = useActor(machine, { input: { account, order, known } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const kept = state.context.account;
  useEffect(() => {
    if (kept.version > account.version) app.send({ type: 'account.changed', account: kept });
  }, [kept, account.version, app]);
  return { state, send, /** what can be answered about */ subjects: openSubjects(state.context) };
}
export type SurveyView = ReturnType<typeof useSurvey>;
