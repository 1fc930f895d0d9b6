import type { Account } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import {
  type AskedSurvey,
  type SurveyAnswers,
  type SurveyCampaign,
  type SurveyOrder,
  isOfOrder,
} from '#domain/person/survey.ts';
import { type SurveyContext, openSubjects, surveyMachine } from '#machines/asked/survey.machine.ts';
import { currentOf } from '#machines/flow-problem.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const survey: AskedSurvey = {
  id: 'entrega',
  title: 'Como chegou?',
  trigger: 'AFTER_COMPLETED',
  questions: [
    { id: 'nota', title: 'Que nota?', type: 'SCALE', options: [], required: true },
    { id: 'recado', title: 'Algo mais?', type: 'TEXT', options: [], required: false },
  ],
};
const [first, second] = [1, 2].map(
  (n): SurveyOrder => ({ id: `order-${n}`, code: `CODE${n}`, creationDate: '2026-11-20T12:00:00.000Z' }),
) as [SurveyOrder, SurveyOrder];
const campaign: SurveyCampaign = { id: 'campaign-1', slug: 'feira', name: 'Feira' };
const answered = (version: number, ...codes: string[]): Account => ({
  ...account,
  version,
  properties: {
    ...account.properties,
    enhancedAnswers: Object.fromEntries(
      codes.map((code) => [`entrega:${code}:nota`, { value: 5, source: 'SURVEY' as const }]),
    ),
  },
});
const outdated = (current: unknown) => ({ error: new ApiProblem('VERSION', { current }) });

export const machine = surveyMachine;
export const model: Model<typeof surveyMachine> = {
  inputs: [
    { account, order: null, known: null },
    { account, order: first.id, known: first },
    { account: answered(1, first.code), order: null, known: null },
    { account, order: null, known: campaign },
    { account: answered(1, campaign.id), order: null, known: campaign },
  ],
  events: [
    { type: 'survey.submitted', answers: { nota: ['5'], recado: [] } },
    { type: 'survey.submitted', answers: { nota: [], recado: [] } },
    { type: 'order.chosen', order: second },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadSurvey: [
      { ok: { survey, subjects: [first] } },
      { ok: { survey, subjects: [first, second] } },
      { ok: { survey, subjects: [campaign] } },
      { ok: { survey, subjects: [] } },
      { ok: { survey: null, subjects: [first] } },
      refusal('NOT_FOUND'),
      fault,
      bug,
    ],
    saveSurvey: [
      { ok: answered(2, first.code, second.code) },
      outdated(answered(4)),
      outdated(null),
      refusal('ANSWERED'),
      refusal('MALFORMED'),
      fault,
      bug,
    ],
  },
  reduceContext: (given) => {
    const {
      account: owner,
      subjects,
      about,
      answers,
      problem,
      failures,
      survey: asked,
    } = given as SurveyContext;
    const told = Object.keys(owner.properties.enhancedAnswers ?? {});
    return [
      given['known'] !== null,
      subjects.length,
      asked !== null,
      about?.id,
      Object.keys(answers),
      told,
      problem?.code,
      failures > 0,
    ];
  },
};

/** It is asked once for each order, of which somebody said which, and what was answered is what is sent. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as SurveyContext;
  const { about, account: owner, problem } = context;
  expectThat(snapshot.hasTag('asking') === false || about !== null, 'of an order');
  if (snapshot.matches('loading'))
    expectThat(
      Reflect.get(Object(calls.at(-1)?.input), 'known') === context.known,
      'what the screen has is not asked for again',
    );
  if (snapshot.matches('choosing'))
    expectThat(openSubjects(context).length > 1, 'only of several one is chosen');
  if (snapshot.matches('none'))
    expectThat(context.survey === null || context.subjects.length === 0, 'nothing to be asked about');
  const event = steps.at(-1);
  if (!event || !before) return;
  if (snapshot.matches('saving')) {
    const { enhancedAnswers = {} } = Reflect.get(
      Object(calls.at(-1)?.input),
      'properties',
    ) as Account['properties'];
    const scope = about && isOfOrder(about) ? about.code : about?.id;
    const answer = enhancedAnswers[`entrega:${scope}:nota`];
    expectThat(answer?.value === 5 && answer.source === 'SURVEY', 'the number of the scale');
    expectThat(!(`entrega:${scope}:recado` in enhancedAnswers), 'what was left out is not sent');
    expectThat(
      Reflect.get(Object(calls.at(-1)?.input), 'version') === owner.version,
      'as the account was seen',
    );
  }
  if (event.type === 'survey.submitted' && before.hasTag('asking') && !before.hasTag('busy')) {
    const isBlank = Object.values(event['answers'] as SurveyAnswers).every((values) => values.length === 0);
    expectThat(snapshot.matches(isBlank ? 'blank' : 'saving'), 'nothing is not an answer');
  }
  if (event.type === 'order.chosen' && before.matches('choosing'))
    expectThat(snapshot.matches('asking') && about?.id === second.id, 'the one that was chosen');
  if (event.type === 'xstate.done.actor.saveSurvey') expectThat(snapshot.matches('thanked'), 'thanks');
  if (event.type !== 'xstate.error.actor.saveSurvey') return;
  const { code, name } = event['error'] as ApiProblem;
  expectThat(
    snapshot.matches(
      name === 'NetworkFault'
        ? 'unheard'
        : code === 'ANSWERED'
          ? 'answered'
          : code === 'MALFORMED'
            ? 'asking'
            : code === 'VERSION' && currentOf(event['error']) !== null
              ? 'saving'
              : 'failed',
    ),
    'each refusal has its way on',
  );
  if (!snapshot.matches('saving')) expectThat(problem !== null, 'why');
};
