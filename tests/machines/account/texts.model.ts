import type { Consent } from '#contract/people/privacy.ts';
import { type TextsContext, textsMachine } from '#machines/account/texts.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const terms = { id: 'terms', version: '2026-12' } as const;
const privacy = { id: 'privacy', version: '2026-11' } as const;
const said = (purpose: Consent['purpose'], version: string, granted = true): Consent => ({
  purpose,
  granted,
  version,
  at: '2026-11-20T12:00:00.000Z',
});
const nobodyAsked: Consent[] = [{ purpose: 'push', granted: false }];
const older = [...nobodyAsked, said('terms', '2026-11'), said('privacy', '2026-11')];
const bothOlder = [said('terms', '2026-11', false), said('privacy', '2026-10')];
const postponed = [said('terms', '2026-12', false), said('privacy', '2026-11')];

export const machine = textsMachine;
export const model: Model<typeof textsMachine> = {
  inputs: [{ texts: [terms, privacy] }],
  events: [
    { type: 'texts.accepted' },
    { type: 'texts.postponed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadConsents: [
      { ok: nobodyAsked },
      { ok: older },
      { ok: bothOlder },
      { ok: postponed },
      fault,
      refusal('UNAUTHENTICATED'),
      bug,
    ],
    answerTexts: [{ ok: undefined }, refusal('VERSION'), fault, bug],
  },
  reduceContext: (given) => {
    const { newer, granted, problem, failures } = given as TextsContext;
    return [newer.map(({ id }) => id), granted, problem?.code, failures > 0];
  },
};

const asked = new Map<unknown, readonly unknown[]>([
  [older, [terms]],
  [bothOlder, [terms, privacy]],
]);

/** Asked once, of what changed since it was accepted or put off, and of nobody who never saw it. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const { newer, granted, problem } = snapshot.context as TextsContext;
  const call = calls.at(-1);
  if (snapshot.matches('answering'))
    expectThat(
      call?.port === 'answerTexts' &&
        JSON.stringify(call.input) === JSON.stringify({ texts: newer, granted }),
      'what was shown is answered for, and nothing else',
    );
  expectThat(snapshot.hasTag('offered') === (newer.length > 0 && !ended(snapshot)), 'asked while it is new');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(snapshot.matches('asking'), 'the server is asked first');
  const { type, output } = event as { type: string; output?: unknown };
  if (type === 'xstate.done.actor.loadConsents') {
    const wanted = asked.get(output) ?? [];
    expectThat(JSON.stringify(newer) === JSON.stringify(wanted), 'what is newer');
    expectThat(snapshot.matches(wanted.length > 0 ? 'offered' : 'settled'), 'and nothing else is asked');
  }
  if (type === 'xstate.error.actor.loadConsents')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'unheard' : 'left'),
      'not known is not asked',
    );
  if (type.startsWith('texts.') && before.matches('offered'))
    expectThat(
      snapshot.matches('answering') && granted === (type === 'texts.accepted') && problem === null,
      'each answer is kept',
    );
  if (type === 'xstate.done.actor.answerTexts') expectThat(snapshot.matches('settled'), 'once');
  if (type === 'xstate.error.actor.answerTexts')
    expectThat(
      snapshot.matches(problemCode(event) === 'VERSION' ? 'left' : 'offered'),
      'an answer that was not kept is asked for again, of the text that is shown',
    );
  if (type === 'xstate.error.actor.answerTexts' && snapshot.matches('offered'))
    expectThat(problem !== null, 'with the reason');
};
const ended = (snapshot: Parameters<Oracle>[0]) => snapshot.matches('settled') || snapshot.matches('left');
const problemCode = (event: Record<string, unknown>) => (event['error'] as { code?: string }).code;
