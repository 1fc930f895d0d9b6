import { type RevealCall, type RevealContext, revealMachine } from '#machines/ops/reveal.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const reason = 'Ligar para quem recebe.';
export const machine = revealMachine;
export const model: Model<typeof revealMachine> = {
  inputs: [
    { id: 'order', isOpen: true },
    { id: 'order', isOpen: false },
  ],
  events: [
    { type: 'reveal.asked', field: 'phone' },
    { type: 'reveal.asked', field: 'cpf' },
    { type: 'reason.submitted', reason },
    { type: 'reason.submitted', reason: '  ' },
    { type: 'reveal.canceled' },
    { type: 'network.restored' },
  ],
  outcomes: {
    revealPerson: [
      { ok: { value: '11 98765-4321' } },
      refusedAs('FRESH_PROOF'),
      refusedAs('TOO_MANY_REQUESTS'),
      fault,
      bug,
    ],
    proof: [{ ok: undefined }],
  },
  reduceContext: ({ isOpen, field, reason: said, revealed, problem }) => [
    isOpen,
    field,
    said,
    revealed,
    problem?.code,
  ],
};

/** Nothing is shown without a reason, to nobody whose role shows nothing, and not for ever. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as RevealContext;
  const event = steps.at(-1);
  expectThat(context.isOpen || calls.length === 0, 'who may not reveal asks for nothing');
  const sent = calls.filter(({ port }) => port === 'revealPerson').map(({ input }) => input as RevealCall);
  expectThat(
    sent.every((call) => call.reason === reason && call.id === 'order'),
    'each look has its reason',
  );
  expectThat(
    Object.keys(context.revealed).every((field) => sent.some((call) => call.field === field)),
    'what is shown was asked for',
  );
  if (!before || !event) return;
  const shown = before.context['revealed'] as RevealContext['revealed'];
  if (event.type.startsWith('xstate.after'))
    expectThat(Object.keys(context.revealed).length === 0, 'all of it is masked again');
  else
    expectThat(
      Object.keys(shown).every((field) => field in context.revealed),
      'nothing is masked before its time',
    );
  if (before.matches('sending') && event['error'])
    expectThat(
      snapshot.matches((event['error'] as { code?: string }).code === 'FRESH_PROOF' ? 'proving' : 'asking') &&
        context.reason === reason,
      'a refusal is said, and the reason stays',
    );
  if (before.matches('sending') && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('resting') &&
        context.field === null &&
        (before.context['field'] as string) in context.revealed,
      'what came is shown',
    );
  if (before.matches('proving') && event.type.startsWith('xstate.done'))
    expectThat(snapshot.matches('sending'), 'a fresh proof lets it go');
  if (event.type === 'reveal.canceled' && before.matches('proving'))
    expectThat(snapshot.matches('resting') && context.field === null, 'one leaves without looking');
};
