import type { PixCharge } from '#contract/payment/payment.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type PixContext, pixMachine } from '#machines/orders/pix.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

export const orderCode = '0123456789ABCDEF';
const at = Date.parse('2026-11-21T12:00:00.000Z');
export const charge = (status: PixCharge['status'], attemptsLeft = 3, hasOtherWays = false): PixCharge => ({
  orderCode,
  brCode: 'br',
  qrCode: '<svg/>',
  amount: 39.9,
  receiver: 'Feira',
  expiresAt: '2026-11-21T12:30:00.000Z',
  status,
  attempt: 4 - attemptsLeft,
  attemptsLeft,
  ...(hasOtherWays ? { hasOtherWays } : {}),
});
export const answered = (status: PixCharge['status'], attemptsLeft?: number, hasOtherWays?: boolean) => ({
  ok: { charge: charge(status, attemptsLeft, hasOtherWays), at },
});
const fault = { error: new NetworkFault('offline') };
const bug = { error: new TypeError('bug') };

export const machine = pixMachine;
export const model: Model<typeof pixMachine> = {
  inputs: [
    { orderCode },
    { orderCode, charge: charge('pending') },
    { orderCode, charge: charge('expired') },
    { orderCode, charge: charge('pending'), isConfirmed: true },
    { orderCode, charge: { ...charge('pending'), orderCode: 'FEDCBA9876543210' } },
  ],
  events: [
    { type: 'session.opened' },
    { type: 'page.shown' },
    { type: 'restored' },
    { type: 'network.restored' },
    { type: 'payment.claimed' },
    { type: 'code.requested' },
    { type: 'ways.requested' },
    { type: 'load.retried' },
    { type: 'order.changed', code: orderCode, state: 'PAID' },
    { type: 'order.changed', code: orderCode, state: 'CANCELED' },
    { type: 'order.changed', code: orderCode, state: 'PAYMENT_REVIEW' },
    { type: 'order.changed', code: 'FEDCBA9876543210', state: 'PAID' },
  ],
  outcomes: {
    loadPix: [
      answered('pending'),
      answered('confirmed'),
      answered('expired'),
      answered('expired', 0),
      answered('expired', 3, true),
      answered('expired', 0, true),
      answered('declined'),
      answered('refunded'),
      { error: new ApiProblem('NOT_FOUND') },
      fault,
      bug,
    ],
    renewPix: [
      answered('pending', 2),
      { error: new ApiProblem('STOCK') },
      { error: new ApiProblem('PIX_LIMIT') },
      { error: new ApiProblem('ILLEGAL_EVENT') },
      fault,
      bug,
    ],
  },
  reduceContext: (context) => [
    context['charge']?.status,
    context['charge']?.attemptsLeft,
    context['charge']?.hasOtherWays,
    context['problem']?.code,
    context['checks'] >= 40,
    context['claim'],
  ],
};

/** Where a refusal leads: those that say why there is no new code have a way on of their own. */
const endOf = ({ code }: ApiProblem) =>
  code === 'ILLEGAL_EVENT' ? 'loading' : code === 'STOCK' || code === 'PIX_LIMIT' ? 'refused' : 'failed';

/**
 * Only the server says paid; a code that may still be paid is never taken from the screen; nothing waits for
 * ever.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as PixContext;
  const event = steps.at(-1);
  const answer = event?.['output'] as { charge: PixCharge } | undefined;
  const news = event?.type === 'order.changed' && event['code'] === orderCode ? event['state'] : null;
  if (snapshot.matches('paid')) {
    expectThat(
      answer?.charge.status === 'confirmed' || news === 'PAID',
      'paid without the word of the server',
    );
    expectThat(
      snapshot.output?.outcome === 'paid' && snapshot.output.orderCode === orderCode,
      'says what was paid',
    );
  }
  if (news === 'PAID' || answer?.charge.status === 'confirmed')
    expectThat(snapshot.matches('paid'), 'a payment was not noticed');
  if (snapshot.matches('canceled'))
    expectThat(
      news === 'CANCELED' || ['declined', 'refunded'].includes(String(answer?.charge.status)),
      'canceled without the word of the server',
    );
  if (news === 'CANCELED')
    expectThat(
      snapshot.matches('canceled') && snapshot.output?.outcome === 'canceled',
      'a canceled order was not noticed',
    );
  if (event?.type === 'ways.requested' && before) {
    const isOffered =
      (before.context as PixContext).charge?.hasOtherWays === true &&
      (before.matches('expired') || before.matches('refused'));
    expectThat(
      isOffered ? snapshot.output?.outcome === 'left' : !snapshot.matches('left'),
      'a Pix is left for another way once its code is over and the server names one, and never before',
    );
  } else expectThat(!snapshot.matches('left'), 'and by nobody else');
  if (snapshot.matches('believed')) {
    expectThat(context.charge?.orderCode === orderCode, 'only the code of this order is believed');
    expectThat(calls.length === 0, 'and nothing is asked before it is known who asks');
  }
  if (before?.matches('believed') && event?.type === 'session.opened')
    expectThat(calls.at(-1)?.port === 'loadPix', 'it is asked about as soon as that is known');
  if (snapshot.matches('waiting')) expectThat(context.charge?.status === 'pending', 'waits without a code');
  if (snapshot.matches('expired')) expectThat(context.charge?.status === 'expired', 'expired by itself');
  if (answer) {
    const expected = {
      pending: 'waiting',
      confirmed: 'paid',
      expired: 'expired',
      declined: 'canceled',
      refunded: 'canceled',
    }[answer.charge.status];
    expectThat(snapshot.matches(expected as never), `${answer.charge.status} is not ${expected}`);
    expectThat(
      context.charge === answer.charge && context.problem === null,
      'the newest answer is kept, the old problem gone',
    );
  }
  const error = event?.['error'];
  if (error) {
    expectThat(context.problem !== null || snapshot.matches('loading'), 'a failure is told');
    if (before?.matches({ waiting: 'checking' }))
      expectThat(
        snapshot.matches({ waiting: 'resting' }),
        'a check that fails leaves the code on the screen',
      );
    else if (before?.matches({ expired: 'checking' }))
      expectThat(snapshot.matches({ expired: 'resting' }), 'a check that fails stays');
    else if (error instanceof NetworkFault)
      expectThat(snapshot.matches('offline'), 'no answer is a state of its own');
    else if (error instanceof ApiProblem)
      expectThat(snapshot.matches(endOf(error)), `${error.code} has its own end`);
    else expectThat(snapshot.matches('failed'), 'a bug is failed');
    expectThat(
      told.some(({ action, event: of }) => action === 'notifyStale' && of === event) ===
        (error instanceof ApiProblem && error.code === 'ILLEGAL_EVENT'),
      'an order that takes no code any more is looked at, and only then',
    );
  }
  const asks =
    ['page.shown', 'payment.claimed', 'network.restored'].includes(String(event?.type)) &&
    before &&
    !before.matches('believed');
  const deaf =
    before?.matches('loading') ||
    before?.matches('renewing') ||
    (event?.type === 'network.restored' && (before?.matches('refused') || before?.matches('failed')));
  if (
    event?.type === 'payment.claimed' &&
    ['believed', 'loading', 'waiting', 'expired', 'renewing', 'refused', 'offline', 'failed'].some((state) =>
      before?.matches(state as never),
    )
  )
    expectThat(context.claim === 'asked', 'who says that they have paid is owed an answer');
  if ((answer || (error && !snapshot.matches('loading'))) && before)
    expectThat(
      context.claim === (before.context['claim'] === null ? null : 'answered'),
      'and gets one, whatever came; nobody else does',
    );
  if (asks && !deaf)
    expectThat(
      calls.at(-1)?.port === 'loadPix' && JSON.stringify(snapshot.value).match(/loading|checking/) !== null,
      `${event?.type} looks again`,
    );
  if (event?.type === 'restored' && !before?.matches('believed'))
    expectThat(snapshot.matches('loading'), 'after a restore it looks at once');
  if (event?.type.startsWith('xstate.after.'))
    expectThat(JSON.stringify(snapshot.value).match(/loading|checking/) !== null, 'a timer only looks');
  if (event?.type === 'load.retried')
    expectThat(
      snapshot.matches('loading') ||
        before?.matches('believed') === true ||
        before?.matches('waiting') === true ||
        before?.matches('expired') === true ||
        before?.matches('refused') === true ||
        before?.matches('renewing') === true,
      'retried',
    );
  if (event?.type === 'code.requested' && before?.matches('expired'))
    expectThat(
      snapshot.matches((context.charge?.attemptsLeft ?? 0) > 0 ? 'renewing' : 'refused'),
      'a new code as long as there are any',
    );
  if (news === 'PAYMENT_REVIEW' && before?.matches('renewing'))
    expectThat(snapshot.matches('renewing'), 'the answer about a new code is waited for, whatever is heard');
  else if (event?.type === 'order.changed' && event['state'] === 'PAYMENT_REVIEW' && before)
    expectThat(JSON.stringify(snapshot.value).match(/loading|checking/) !== null, 'news are looked into');
  if (before?.matches('waiting') && news === 'PAYMENT_REVIEW')
    expectThat(snapshot.matches('waiting'), 'the code stays on the screen');
  for (const [states, tag] of [
    [['loading', 'renewing'], 'busy'],
    [['waiting'], 'waiting'],
    [['expired'], 'expired'],
    [['offline'], 'offline'],
    [['failed'], 'failed'],
    [['refused'], 'refused'],
  ] as const) {
    expectThat(
      states.some((state) => snapshot.matches(state)) === snapshot.hasTag(tag),
      `${tag} is what it says`,
    );
  }
};
