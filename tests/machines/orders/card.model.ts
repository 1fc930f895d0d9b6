import type { AnyMachineSnapshot } from 'xstate';
import type { CardCharge } from '#contract/payment/card.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { cardMachine } from '#machines/orders/card.machine.ts';
import type { CardContext, PayAgain } from '#machines/orders/card-setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle, Trail } from '#tests/support/walk.ts';
import { account, tokens } from '#tests/support/samples.ts';
import { flat } from '../checkout/checkout.age.ts';

export const orderCode = '0123456789ABCDEF';
const cardId = '01980000-0000-7000-8000-000000000001';
export const charge = (status: CardCharge['status'], more: Partial<CardCharge> = {}): CardCharge => ({
  orderCode,
  amount: 30,
  plan: { n: 3, first: 10, value: 10, total: 30, rate: 0 },
  status,
  expiresAt: '2026-11-21T12:30:00.000Z',
  ...(status === 'pending' ? { clientSecret: 'sbx_1_secret_0123456789' } : {}),
  ...(status === 'declined' ? { declined: 'FUNDS' } : {}),
  provider: { name: 'sandbox', field: 'http://127.0.0.1/sandbox/acquirer/field' },
  triesLeft: 9,
  ...more,
});
export const answered = (status: CardCharge['status'], more?: Partial<CardCharge>) => ({
  ok: { charge: charge(status, more), nonce: 'nonce' },
});
const fault = { error: new NetworkFault('offline') };
const bug = { error: new TypeError('bug') };
const refused = (...given: ConstructorParameters<typeof ApiProblem>) => ({ error: new ApiProblem(...given) });

export const machine = cardMachine;
export const model: Model<typeof cardMachine> = {
  inputs: [{ orderCode, account }],
  events: [
    { type: 'field.ready', isSaved: false },
    { type: 'field.ready', isSaved: true },
    { type: 'field.kept' },
    { type: 'field.unkept' },
    { type: 'keeping.chosen', isWanted: true },
    { type: 'keeping.chosen', isWanted: false },
    { type: 'field.sized', height: 300 },
    { type: 'field.submitted' },
    { type: 'field.refused' },
    { type: 'field.refused', wrong: 'incomplete_cvc' },
    { type: 'field.failed' },
    { type: 'field.challenged' },
    { type: 'field.answered' },
    { type: 'field.lost' },
    { type: 'payment.submitted' },
    { type: 'payment.chosen', method: 'PIX' },
    { type: 'payment.chosen', method: 'CREDIT_CARD' },
    { type: 'payment.chosen', method: 'CREDIT_CARD', installments: 2 },
    { type: 'payment.chosen', method: 'CREDIT_CARD', cardId },
    { type: 'page.shown' },
    { type: 'restored' },
    { type: 'network.restored' },
    { type: 'load.retried' },
    { type: 'order.changed', code: orderCode, state: 'PAID' },
    { type: 'order.changed', code: orderCode, state: 'CANCELED' },
    { type: 'order.changed', code: orderCode, state: 'PAYMENT_REVIEW' },
    { type: 'order.changed', code: orderCode, state: 'PENDING_PAYMENT' },
    { type: 'order.changed', code: 'FEDCBA9876543210', state: 'PAID' },
  ],
  outcomes: {
    loadCard: [
      answered('pending'),
      answered('pending', { provider: { name: 'stripe' } }),
      answered('pending', { clientSecret: 'sbx_2_secret_0123456789' }),
      answered('confirmed'),
      answered('reviewed'),
      answered('over'),
      answered('declined'),
      answered('declined', { triesLeft: 0 }),
      answered('expired'),
      answered('expired', { triesLeft: 0 }),
      refused('NOT_FOUND'),
      fault,
      bug,
    ],
    beginKeeping: [{ ok: { clientSecret: 'sbx_3_secret_0123456789' } }, refused('FRESH_PROOF'), fault],
    saveCard: [{ ok: undefined }, fault],
    proof: [{ ok: { tokens, signupGrant: null } }],
    payAgain: [
      { ok: undefined },
      refused('ILLEGAL_EVENT'),
      refused('STOCK'),
      refused('FRESH_PROOF'),
      refused('PAYMENT_METHOD', { detail: 'LIMIT' }),
      fault,
      bug,
    ],
  },
  reduceContext: (given) => {
    const { charge: known, ...context } = given as CardContext;
    return [
      known?.status,
      known?.clientSecret,
      known?.triesLeft,
      known?.provider.name,
      context.method,
      context.installments,
      context.cardId,
      context.problem?.code,
      context.height,
      context.isSaved,
      context.isWanted,
    ];
  },
};

const ends: Record<string, string> = {
  confirmed: 'paid',
  reviewed: 'reviewed',
  over: 'canceled',
  declined: 'declined',
  expired: 'expired',
};
const news: Record<string, string> = { PAID: 'paid', CANCELED: 'canceled', PAYMENT_REVIEW: 'reviewed' };

/** What the server's answer leads to; a payment that is open leaves the field where it is. */
function answersAreHeeded(snapshot: AnyMachineSnapshot, { steps, before }: Trail, now: string): void {
  const event = steps.at(-1);
  const answer = (event?.['output'] as { charge?: CardCharge } | undefined)?.charge;
  const known = (before?.context as CardContext | undefined)?.charge;
  if (answer) {
    const open = before?.matches('loading')
      ? answer.provider.field
        ? 'paying.opening'
        : 'closed'
      : answer.clientSecret === known?.clientSecret && answer.provider.field
        ? 'paying.undecided'
        : 'loading';
    expectThat(now === (ends[answer.status] ?? open), `${answer.status} leads to ${now}`);
    expectThat(
      now === 'loading' ||
        ((snapshot.context as CardContext).charge === answer && snapshot.context['problem'] === null),
      'the newest answer is kept, the old problem gone',
    );
  }
  const error = event?.['error'];
  if (!error || !before) return;
  if (/actor\.(beginKeeping|saveCard)$/.test(event.type)) {
    const isUnproved = error instanceof ApiProblem && error.code === 'FRESH_PROOF';
    expectThat(
      now === (isUnproved ? 'paying.proving' : 'paying.confirming'),
      'a card is paid with, kept or not',
    );
    return;
  }
  const code = error instanceof ApiProblem ? error.code : (error as Error).name;
  const led: Record<string, string> = before.matches('choosing')
    ? {
        ILLEGAL_EVENT: 'loading',
        STOCK: 'refused',
        FRESH_PROOF: 'proving',
        PAYMENT_METHOD: 'refused',
        NetworkFault: 'offline',
        TypeError: 'failed',
      }
    : {
        NOT_FOUND: 'changed',
        NetworkFault: before.matches('loading') ? 'offline' : 'paying.unheard',
        TypeError: 'failed',
      };
  expectThat(now === led[code], `${code} leads to ${now}, not ${led[code]}`);
}

/**
 * Only the server says paid; the field is told to pay once for each press and never while an answer is waited for;
 * another charge is only asked for after a refusal; nothing waits for ever.
 */
export const oracle: Oracle = (snapshot, trail) => {
  const { steps, calls, told, before } = trail;
  const context = snapshot.context as CardContext;
  const earlier = before?.context as CardContext | undefined;
  const event = steps.at(-1);
  const now = flat(snapshot.value);
  const was = before ? flat(before.value) : '';
  const tells = (action: string) => told.filter((one) => one.action === action && one.event === event).length;
  answersAreHeeded(snapshot, trail, now);
  const own = event?.type === 'order.changed' && event['code'] === orderCode ? String(event['state']) : null;
  if (snapshot.matches('paid'))
    expectThat(
      own === 'PAID' || JSON.stringify(event?.['output']).includes('confirmed'),
      'paid without the word of the server',
    );
  if (own && news[own] && (was !== 'choosing' || own === 'PAID'))
    expectThat(now === news[own], `${own} leads to ${now}`);
  if (snapshot.status === 'done')
    expectThat(
      snapshot.output?.orderCode === orderCode && snapshot.output.outcome === now,
      'says what became of it',
    );
  const isPress = event?.type === 'payment.submitted' || event?.type === 'field.submitted';
  const canPay = was === 'paying.ready' || was === 'paying.refused';
  const presses = steps.filter(({ type }) => type === 'payment.submitted' || type === 'field.submitted');
  const paid = told.filter(({ action }) => action === 'notifyPay');
  expectThat(paid.length <= presses.length, 'the field is told to pay by a press, and by nothing else');
  const isToKeep = earlier?.isWanted === true && !earlier.isSaved;
  if (isPress && canPay)
    expectThat(
      isToKeep ? now === 'paying.keeping' : told.at(-1)?.action === 'notifyPay',
      'a press pays, or keeps the card first',
    );
  expectThat(
    !told.some(({ action }) => action === 'notifyKeep') ||
      steps.some(({ type, isWanted }) => type === 'keeping.chosen' && isWanted === true),
    'no card is kept that nobody agreed to',
  );
  if (/^paying\.(keeping|storing|saving)$/.test(was) && now === 'paying.confirming')
    expectThat(told.at(-1)?.action === 'notifyPay' && !context.isWanted, 'kept or not, it pays then, once');
  if (isPress && !canPay && before)
    expectThat(now === was, 'a press while something is on its way does nothing');
  if (now.startsWith('paying.'))
    expectThat(
      context.charge?.clientSecret !== undefined && context.charge.provider.field !== undefined,
      'a field without what it is opened with',
    );
  const asked = calls.filter(({ port }) => port === 'payAgain');
  const chosen = steps.filter(({ type }) => type === 'payment.chosen');
  const proofs = steps.filter(({ type }) => type === 'xstate.done.actor.proof');
  expectThat(asked.length <= chosen.length + proofs.length, 'another charge that nobody asked for');
  for (const { input } of asked) expectThat((input as PayAgain).orderCode === orderCode, 'the same order');
  const newest = calls.at(-1);
  if (event?.type === 'payment.chosen' && now === 'choosing' && was !== now)
    expectThat(
      newest?.port === 'payAgain' &&
        (newest.input as PayAgain).installments === (event['installments'] ?? 3) &&
        (newest.input as PayAgain).cardId === (event['cardId'] ?? null),
      'in as many parcels, where no others were chosen, and with the card that was, not with one before it',
    );
  if (was === 'proving' && event?.type === 'xstate.done.actor.proof')
    expectThat(
      newest?.port === 'payAgain' &&
        (newest.input as PayAgain).cardId === earlier?.cardId &&
        told.at(-1)?.action === 'notifyProved',
      'who has proved who they are pays with the card that they chose',
    );
  if (was === 'proving' && ['page.shown', 'network.restored'].includes(String(event?.type)))
    expectThat(now === was, 'whoever reads the code elsewhere comes back to where it is typed');
  if (event?.type === 'payment.chosen' && ['declined', 'expired', 'refused', 'proving'].includes(was)) {
    const isLeft = event['method'] === 'PIX' || earlier?.charge?.triesLeft !== 0;
    expectThat(now === (isLeft ? 'choosing' : 'refused'), 'another way, as long as there is one');
  } else if (event?.type === 'payment.chosen' && was === 'loading') {
    const { status = '', triesLeft = 0 } = earlier?.charge ?? {};
    const isOffered =
      ['declined', 'expired'].includes(status) && (event['method'] === 'PIX' || triesLeft > 0);
    expectThat(
      now === (isOffered ? 'choosing' : was),
      'a press while what was offered is asked for anew counts',
    );
  } else if (event?.type === 'payment.chosen' && before) expectThat(now === was, 'one way at a time');
  if (event?.type === 'xstate.done.actor.payAgain')
    expectThat(
      now === (earlier?.method === 'PIX' ? 'changed' : 'loading') && (now === 'changed' || !context.charge),
      'what was chosen opens, and nothing else can be chosen beside it',
    );
  expectThat(
    tells('notifyStale') ===
      (event?.['error'] instanceof ApiProblem && event['error'].code === 'ILLEGAL_EVENT' ? 1 : 0),
    'an order that takes no other charge is looked at',
  );
  if (['field.answered', 'field.lost'].includes(String(event?.type)) && was.startsWith('paying'))
    expectThat(
      now === 'paying.asking' && calls.at(-1)?.port === 'loadCard',
      'whatever the field says, the server is asked',
    );
  if (event?.type === 'field.refused' && /^paying\.(confirming|storing)$/.test(was))
    expectThat(
      now === 'paying.refused' && context.wrong === (event['wrong'] ?? null),
      'what is wrong now is said, and nothing of before',
    );
  if (event?.type === 'field.failed' && before)
    expectThat(now === (was === 'paying.opening' ? 'closed' : was), 'a field that opened does not close');
  if (event?.type === 'restored' && before)
    expectThat(
      now === (was.startsWith('paying') ? 'paying.asking' : 'loading'),
      'no timer survives a restore',
    );
  if (event?.type === 'load.retried' && before && (before.hasTag('failed') || before.hasTag('offline')))
    expectThat(snapshot.hasTag('busy'), 'what did not come is asked for again');
  if (was === 'paying.ready' && event?.type === 'page.shown')
    expectThat(now === was, 'nothing that is typed goes when the page is looked at again');
  for (const [states, tag] of [
    [
      /^(loading|choosing)$|^paying\.(opening|keeping|storing|saving|confirming|asking|undecided|looking|unheard)$/,
      'busy',
    ],
    [/^paying/, 'field'],
    [/^paying\.(ready|refused|challenge)$/, 'waiting'],
    [/^(declined|refused)$/, 'refused'],
    [/^expired$/, 'expired'],
    [/^offline$|unheard$/, 'offline'],
    [/^(closed|failed)$/, 'failed'],
  ] as const)
    expectThat(states.test(now) === snapshot.hasTag(tag), `${now}: ${tag}`);
};
