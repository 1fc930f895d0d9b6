import { type ProofContext, proofMachine } from '#machines/ops/proof.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { fault, refusedAs } from '../samples.ts';

export const machine = proofMachine;
export const model: Model<typeof proofMachine> = {
  inputs: [undefined],
  events: [
    { type: 'proof.submitted', code: '123456' },
    { type: 'proof.submitted', code: '12' },
  ],
  outcomes: { stepUp: [{ ok: undefined }, refusedAs('INVALID_CODE'), fault] },
  reduceContext: ({ problem }) => problem?.code,
};

/** Only six numbers are asked about; what the server does not take is said, and one tries again. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as ProofContext;
  const event = steps.at(-1);
  expectThat(
    calls.every(({ input }) => (input as { code: string }).code === '123456'),
    'what is no code is not sent',
  );
  if (!before || !event) return;
  if (event.type === 'proof.submitted' && before.matches('asking'))
    expectThat(
      snapshot.matches(event['code'] === '123456' ? 'checking' : 'asking'),
      'a whole code is checked',
    );
  if (event.type.startsWith('xstate.done')) expectThat(snapshot.status === 'done', 'a fresh proof ends it');
  if (event['error'])
    expectThat(snapshot.matches('asking') && context.problem !== null, 'a wrong code is said');
};
