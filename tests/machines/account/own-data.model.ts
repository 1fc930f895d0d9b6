import { ApiProblem } from '#contract/problem.ts';
import { type OwnDataContext, ownDataMachine } from '#machines/account/own-data.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, noon, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const known = { channel: 'phone', phone: '+5511987654321', email: null } as const;
const renewal = {
  tokens: { accessToken: 'a', refreshToken: null, expiresIn: noon + 600_000, timestamp: noon },
  signupGrant: null,
};

export const machine = ownDataMachine;
export const model: Model<typeof ownDataMachine> = {
  inputs: [{ known }],
  events: [
    { type: 'export.requested' },
    { type: 'deletion.requested' },
    { type: 'deletion.confirmed' },
    { type: 'request.cancelled' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    exportData: [{ ok: undefined }, refusal('FRESH_PROOF'), fault, bug],
    deleteAccount: [{ ok: undefined }, refusal('FRESH_PROOF'), fault, bug],
    proof: [{ ok: renewal }],
  },
  reduceContext: ({ isLeaving, problem, failures }) => [isLeaving, problem?.code, failures > 0],
};

/** Nothing ends without a word and a code after it; a copy never becomes an end. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as OwnDataContext;
  const event = steps.at(-1);
  for (const { port, input } of calls)
    if (port === 'proof')
      expectThat((input as { phone: string }).phone === known.phone, 'a proof goes to their own contact');
  const types = steps.map(({ type }) => type);
  if (calls.some(({ port }) => port === 'deleteAccount')) {
    const word = types.indexOf('deletion.confirmed');
    const code = types.findIndex((type, at) => at > word && type.startsWith('xstate.done.actor.proof'));
    expectThat(word >= 0 && code > word, 'an account ends after a last word, and a code after it');
  }
  if (snapshot.matches('deleted'))
    expectThat(event?.type === 'xstate.done.actor.deleteAccount', 'the server alone says that it ended');
  if (snapshot.matches('exporting') || snapshot.matches('idle'))
    expectThat(!context.isLeaving, 'who left off is not leaving');
  if (!event || !before) return;
  const error = event['error'];
  if (error instanceof ApiProblem && error.code === 'FRESH_PROOF')
    expectThat(snapshot.matches('proving'), 'without a fresh proof one is asked for');
  else if (error !== undefined) expectThat(context.problem !== null, 'a failure says why');
  if (before.matches('proving') && event.type.startsWith('xstate.done.actor.proof'))
    expectThat(
      snapshot.matches((before.context as OwnDataContext).isLeaving ? 'deleting' : 'exporting'),
      'what was begun goes on after it',
    );
  if (event.type === 'request.cancelled' && (before.matches('warning') || before.matches('proving')))
    expectThat(snapshot.matches('idle'), 'one can leave off until the code is typed');
};
