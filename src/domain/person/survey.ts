import type { Account, AccountBody } from '#contract/people/account.ts';
import type { EnhancedAnswer, Survey } from '#contract/people/likings.ts';
import type { Order } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { accountBodyOf } from './account-body.ts';
import { answerValue } from './likings.ts';

/** A survey with its name in the document store. */
export type AskedSurvey = Survey & { id: string };
/** An order that a survey is answered about. */
export interface SurveyOrder {
  id: string;
  code: string;
  /** when it was made */
  creationDate: string;
}
/** A campaign that a survey is answered about. */
export interface SurveyCampaign {
  id: string;
  slug: string;
  name: string;
}
export type SurveyAbout = SurveyOrder | SurveyCampaign;
export const isOfOrder = (about: SurveyAbout): about is SurveyOrder => 'code' in about;
/** An order as a survey is about it; null while its goods have not come. Source: D70. */
export const surveyOrderOf = ({ id, code, creationDate, state }: Order): SurveyOrder | null =>
  hasOrderTag(state, 'delivered') ? { id, code, creationDate } : null;
/** Values by question; none for one that was left out. */
export type SurveyAnswers = Readonly<Record<string, readonly string[]>>;

const prefixOf = (survey: Pick<AskedSurvey, 'id'>, about: SurveyAbout) =>
  `${survey.id}:${isOfOrder(about) ? about.code : about.id}:`;

/** A survey is answered once for each order, or for each campaign. Source: D70. */
export const isAnswered = (
  { properties }: Pick<Account, 'properties'>,
  survey: Pick<AskedSurvey, 'id'>,
  about: SurveyAbout,
): boolean =>
  Object.keys(properties.enhancedAnswers ?? {}).some((key) => key.startsWith(prefixOf(survey, about)));

/** The account with the answers to a survey, as it is sent. */
export function withSurvey(
  account: Account,
  survey: AskedSurvey,
  about: SurveyAbout,
  answers: SurveyAnswers,
): AccountBody {
  const given = survey.questions.flatMap((question): [string, EnhancedAnswer][] => {
    const values = answers[question.id] ?? [];
    return values.length === 0
      ? []
      : [[prefixOf(survey, about) + question.id, { value: answerValue(question, values), source: 'SURVEY' }]];
  });
  return {
    ...accountBodyOf(account),
    properties: {
      ...account.properties,
      enhancedAnswers: { ...account.properties.enhancedAnswers, ...Object.fromEntries(given) },
    },
  };
}
