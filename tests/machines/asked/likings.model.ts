import type { Account } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { AskedLiking } from '#domain/person/likings.ts';
import { type LikingsContext, likingsMachine } from '#machines/asked/likings.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const options = [
  { id: 'doce', label: 'Doce' },
  { id: 'azedo', label: 'Azedo' },
];
const likings: AskedLiking[] = [
  { id: 'gosto', index: 1, title: 'O que você prefere?', type: 'SINGLE', options, required: true },
  { id: 'falta', index: 2, title: 'Falta algo?', type: 'TEXT', options: [], required: false },
];
const answered = (version: number, ...ids: string[]): Account => ({
  ...account,
  version,
  properties: {
    ...account.properties,
    likings: ids.map((id) => ({ id, values: [id === 'gosto' ? 'doce' : 'Jabuticaba'] })),
  },
});
const outdated = (current: unknown) => ({ error: new ApiProblem('VERSION', { current }) });

export const machine = likingsMachine;
export const model: Model<typeof likingsMachine> = {
  inputs: [{ account }, { account: answered(1, 'falta') }],
  events: [
    { type: 'answer.submitted', values: ['doce'] },
    { type: 'answer.submitted', values: ['Jabuticaba', 'Manga'] },
    { type: 'answer.submitted', values: ['Jabuticaba'] },
    { type: 'answer.submitted', values: [] },
    { type: 'question.skipped' },
    { type: 'question.opened', at: 0 },
    { type: 'question.opened', at: 1 },
    { type: 'question.opened', at: 9 },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadLikings: [{ ok: likings }, { ok: [] }, fault, bug],
    saveLiking: [
      { ok: answered(2, 'gosto') },
      { ok: answered(3, 'gosto', 'falta') },
      outdated(answered(4, 'falta')),
      outdated(null),
      refusal('MALFORMED'),
      fault,
      bug,
    ],
  },
  reduceContext: (given) => {
    const { account: owner, likings: asked, at, values, problem, failures } = given as LikingsContext;
    const known = (owner.properties.likings ?? []).map(({ id }) => id);
    return [asked.length, at, `${values}`, known, problem?.code, failures > 0];
  },
};

type Sent = { properties: { likings: { id: string; values: string[] }[] } };
/** An answer is sent to the question that is asked, beside those that are kept, and only the server says it is kept. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as LikingsContext;
  const value = String(snapshot.value);
  expectThat(
    snapshot.hasTag('asking') === ['asking', 'saving', 'unheard', 'failed'].includes(value) &&
      snapshot.hasTag('busy') === ['loading', 'saving', 'unheard'].includes(value) &&
      snapshot.hasTag('lost') === ['unreached', 'unloaded'].includes(value) &&
      snapshot.hasTag('offline') === ['unreached', 'unheard'].includes(value),
    `${value}: tags are what they say`,
  );
  if (snapshot.hasTag('asking')) expectThat(context.likings[context.at] !== undefined, 'a question is asked');
  const last = calls.findLast(({ port }) => port === 'saveLiking')?.input as Sent | undefined;
  if (value === 'saving') {
    const id = context.likings[context.at]?.id;
    const kept = (context.account.properties.likings ?? []).filter((one) => one.id !== id);
    expectThat(
      JSON.stringify(last?.properties.likings) === JSON.stringify([...kept, { id, values: context.values }]),
      'the answer goes beside those that are kept',
    );
  }
  const event = steps.at(-1);
  if (!event || !before) return expectThat(value === 'loading', 'the questions are looked up first');
  const was = before.context as LikingsContext;
  const from = String(before.value);
  if (event.type.startsWith('xstate.done.actor.loadLikings'))
    expectThat(
      value === ((event['output'] as unknown[]).length === 0 ? 'empty' : 'asking'),
      'the first question without an answer is asked',
    );
  if (event.type.startsWith('xstate.done.actor.saveLiking'))
    expectThat(
      context.account === event['output'] && (value === 'reviewing' || context.at > was.at),
      'kept, and on',
    );
  else if (!(event['error'] instanceof ApiProblem))
    expectThat(context.account === was.account, 'nothing is kept that the server did not keep');
  if (event.type === 'question.skipped' && ['asking', 'failed'].includes(from))
    expectThat(value === 'reviewing' || context.at > was.at, 'skipped');
  if (event['error'] !== undefined && value !== 'saving')
    expectThat(context.problem !== null, 'a failure says why');
};
