import type { Consent } from '#contract/people/privacy.ts';
import { type ConsentsContext, consentsMachine } from '#machines/account/consents.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const off = [{ purpose: 'push' as const, granted: false }];
const on = [{ purpose: 'push' as const, granted: true, version: '2026-11', at: '2026-11-20T12:00:00.000Z' }];

export const machine = consentsMachine;
export const model: Model<typeof consentsMachine> = {
  inputs: [undefined],
  events: [
    { type: 'consent.chosen', purpose: 'push', granted: true, version: '2026-11' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadConsents: [{ ok: off }, { ok: on }, fault, bug],
    setConsent: [{ ok: on }, refusal('MALFORMED'), fault, bug],
  },
  reduceContext: ({ consents, choice, problem, failures }) => [
    consents.map((one: Consent) => one.granted),
    choice,
    problem?.code,
    failures > 0,
  ],
};

/** What is allowed is what the server said last; what was pressed is never taken for it. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as ConsentsContext;
  const event = steps.at(-1);
  for (const { port, input } of calls)
    if (port === 'setConsent')
      expectThat(
        JSON.stringify(input) === JSON.stringify({ purpose: 'push', granted: true, version: '2026-11' }),
        'what was chosen is sent, with the version that was shown',
      );
  expectThat(snapshot.matches('choosing') === (context.choice !== null), 'a choice lives while it is kept');
  if (!event || !before) return;
  const said = event['output'];
  expectThat(
    said !== undefined
      ? context.consents === said
      : context.consents === (before.context as ConsentsContext).consents,
    'only the server says what is allowed',
  );
  if (event['error'] !== undefined) expectThat(context.problem !== null, 'a failure says why');
  if (event.type === 'xstate.error.actor.setConsent')
    expectThat(
      snapshot.matches(context.problem?.code === 'NETWORK' ? 'unheard' : 'idle'),
      'after a lost answer the server is asked',
    );
};
