import { NetworkFault } from '#contract/problem.ts';
import { type PayerLinkContext, payerLinkMachine } from '#machines/orders/payer-link.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const orderCode = '0123456789ABCDEF';
const link = { path: '/pix/token', expiresAt: '2026-11-21T12:30:00.000Z' };

export const machine = payerLinkMachine;
export const model: Model<typeof payerLinkMachine> = {
  inputs: [{ orderCode }],
  events: [
    { type: 'link.requested' },
    { type: 'link.shared' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    makeLink: [
      { ok: link },
      refusedAs('ILLEGAL_EVENT'),
      refusedAs('NOT_FOUND'),
      refusedAs('TOO_MANY_REQUESTS'),
      fault,
      bug,
    ],
    shareLink: [{ ok: 'sent' }, { ok: 'copied' }, { ok: 'dismissed' }, bug],
  },
  reduceContext: (context) => [context['link']?.path, context['failures'] > 0],
};

/** A link is made when somebody asks, is handed on when somebody says so, and is never taken away again. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as PayerLinkContext;
  const event = steps.at(-1);
  expectThat((context.link !== null) === snapshot.hasTag('made'), 'there is a link where one is shown');
  if (snapshot.matches('sharing'))
    expectThat(
      JSON.stringify(calls.at(-1)) === JSON.stringify({ port: 'shareLink', input: { path: link.path } }),
      'what was made is handed on',
    );
  if (snapshot.matches('making'))
    expectThat(
      JSON.stringify(calls.at(-1)) === JSON.stringify({ port: 'makeLink', input: { orderCode } }),
      'for this order',
    );
  if (calls.some(({ port }) => port === 'shareLink'))
    expectThat(
      steps.some(({ type }) => type === 'link.shared'),
      'nothing is handed on unasked',
    );
  if (calls.length > 0)
    expectThat(
      steps.some(({ type }) => type === 'link.requested'),
      'nothing is made unasked',
    );
  if (!before || !event) return;
  if (before.hasTag('made')) expectThat(context.link === before.context['link'], 'it stays the same');
  if (event.type === 'link.requested')
    expectThat(snapshot.matches('making') || !before.matches('offered'), 'asking makes one');
  if (event.type === 'link.shared' && before.hasTag('made'))
    expectThat(snapshot.matches('sharing'), 'any time it can be handed on again');
  if (
    event.type === 'load.retried' &&
    ['refused', 'offline', 'failed'].some((s) => before.matches(s as never))
  )
    expectThat(snapshot.matches('making'), 'asking again is a way out of every trouble');
  if (event.type === 'network.restored' && before.matches('offline'))
    expectThat(snapshot.matches('making'), 'the network comes back, and it is tried again');
  if (event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('making'), 'a timer only tries again');
  if (before.matches('making') && event['output'])
    expectThat(snapshot.matches('made') && context.failures === 0, 'made, and not yet handed on');
  if (before.matches('making') && event['error']) {
    const { error } = event;
    const code = error && typeof error === 'object' && 'code' in error ? error.code : null;
    const expected =
      error instanceof NetworkFault
        ? 'offline'
        : code === 'ILLEGAL_EVENT' || code === 'NOT_FOUND'
          ? 'refused'
          : 'failed';
    expectThat(snapshot.matches(expected as never), `${expected} is said`);
  }
  if (before.matches('sharing') && (event['output'] || event['error'])) {
    const expected =
      { sent: 'shared', copied: 'copied', dismissed: 'made' }[String(event['output'])] ?? 'byHand';
    expectThat(snapshot.matches(expected as never), `${event['output']} is ${expected}`);
  }
};
