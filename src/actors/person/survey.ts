import type { Client } from '#api/client.ts';
import { listDocuments } from '#contract/document.ts';
import { getOrder, pageOrders } from '#contract/order/order-calls.ts';
import { type Account, type AccountBody, updateAccount } from '#contract/people/account.ts';
import { Survey } from '#contract/people/likings.ts';
import { statesTagged } from '#domain/order/order-states.ts';
import { type SurveyAbout, isOfOrder, surveyOrderOf } from '#domain/person/survey.ts';
import type { LoadedSurvey, SurveySubject } from '#machines/asked/survey.machine.ts';
import { fromPromise } from 'xstate';
import * as v from 'valibot';

/** Ports of the chart of a survey. A document that is no survey is left out: bad copy stops nobody. */
export const surveyActors = (api: () => Promise<Client>) => ({
  loadSurvey: fromPromise<LoadedSurvey, SurveySubject>(async ({ input: { order, known }, signal }) => {
    const client = await api();
    const load = async (): Promise<SurveyAbout[]> => {
      if (known) return [known];
      const orders =
        order === null
          ? (await client.call(pageOrders, { query: { status: statesTagged('delivered') }, signal })).content
          : [await client.call(getOrder, { params: { id: order }, signal })];
      return orders.flatMap((one) => surveyOrderOf(one) ?? []);
    };
    const [documents, subjects] = await Promise.all([
      client.call(listDocuments, { params: { collection: 'surveys' }, signal }),
      load(),
    ]);
    const trigger = known && !isOfOrder(known) ? 'CAMPAIGN' : 'AFTER_COMPLETED';
    const surveys = documents.flatMap(({ id, data }) => {
      const read = v.safeParse(Survey, data);
      return read.success && read.output.trigger === trigger ? [{ ...read.output, id }] : [];
    });
    return { survey: surveys[0] ?? null, subjects };
  }),
  /** The account's version lets the answers through once, as the account was seen. */
  saveSurvey: fromPromise<Account, AccountBody>(async ({ input: body, signal }) =>
    (await api()).call(updateAccount, { body, signal }),
  ),
});
