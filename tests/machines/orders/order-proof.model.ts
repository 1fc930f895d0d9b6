import {
  type OrderCodeTyped,
  type OrderProofContext,
  orderProofMachine,
} from '#machines/orders/order-proof.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, noon, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { isUnheard } from '../login/unheard.ts';

const code = '0123456789ABCDEF';
const sent = { channel: 'phone', contact: '•••4321', resendAt: noon + 20_000 } as const;

export const machine = orderProofMachine;
export const model: Model<typeof orderProofMachine> = {
  inputs: [
    { code, channel: 'phone', isTyping: true },
    { code, channel: 'email', isTyping: true },
    { code, channel: 'phone', isTyping: false },
  ],
  events: [
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '12' },
    { type: 'code.resent' },
    { type: 'code.requested' },
    { type: 'restored' },
  ],
  outcomes: {
    recallProof: [
      fault,
      { ok: { sent: null, isOpened: false } },
      { ok: { sent, isOpened: false } },
      { ok: { sent, isOpened: true } },
    ],
    sendCode: [
      { ok: { contact: '•••4321', resendAfter: 60, expiresIn: 300, at: noon } },
      fault,
      refusal('TOO_MANY_CODES', { retryAfter: 30 }),
      refusal('NOT_FOUND'),
      refusal('COUNTRY'),
      refusal('TOO_MANY_REQUESTS', { retryAfter: 600 }),
      bug,
    ],
    openOrder: [
      { ok: undefined },
      fault,
      refusal('INVALID_CODE', { attemptsLeft: 4 }),
      refusal('EXPIRED_CODE'),
      refusal('TOO_MANY_ATTEMPTS'),
      bug,
    ],
    readClock: [{ ok: { now: noon } }, bug],
  },
  reduceContext: (given) => {
    const { channel, isTyping, now, resendAt, problem, contact } = given as OrderProofContext;
    return [channel, isTyping, now, resendAt, problem?.code, contact];
  },
};

/** A code goes out only when somebody asks, to a contact of this order, and only the server's word opens it. */
export const oracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const context = snapshot.context as OrderProofContext;
  const { channel } = context;
  for (const { port, input } of calls) {
    if (port === 'readClock') continue;
    const asked = input as OrderCodeTyped;
    expectThat(asked.code === code, 'of this order alone');
    if (port === 'sendCode' || port === 'openOrder')
      expectThat(asked.channel === channel, 'at the contact that was chosen');
    if (port === 'openOrder') expectThat(asked.digits === '123456', 'a code that was never typed');
  }
  const asks = steps.filter(({ type }) => type === 'code.requested' || type === 'code.resent').length;
  expectThat(calls.filter(({ port }) => port === 'sendCode').length <= asks, 'no code that nobody asked for');
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /sending|checking|recalling/],
    ['editable', /typing|idle/],
    ['refused', /spent/],
    ['offline', /unsent/],
    ['failed', /failed/],
    ['absent', /absent/],
  ] as const)
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as OrderProofContext;
  const { type } = event;
  if (snapshot.matches('proved'))
    expectThat(
      /done\.actor\.(?:openOrder|recallProof)/.test(type),
      'only the server opens, or has opened it',
    );
  const error = event['error'] as { name: string; code?: string } | undefined;
  const name = error?.code ?? error?.name ?? '';
  if (error && !isUnheard(event))
    expectThat(
      context.problem?.code === ({ NetworkFault: 'NETWORK', TypeError: 'FAILED' }[name] ?? name),
      'what was said is kept',
    );
  if (type === 'xstate.done.actor.recallProof') {
    const { sent: known, isOpened } = event['output'] as { sent: typeof sent | null; isOpened: boolean };
    const isOnItsWay = known !== null && context.isTyping && channel === 'phone';
    expectThat(
      snapshot.matches(isOpened ? 'proved' : isOnItsWay ? 'typing' : 'idle') &&
        context.resendAt === (isOnItsWay && !isOpened ? sent.resendAt : 0),
      'what is on its way is typed where codes are, and nowhere else',
    );
  }
  if (type === 'xstate.error.actor.sendCode')
    expectThat(
      snapshot.matches(
        ({ NetworkFault: 'unsent', TOO_MANY_CODES: 'typing', NOT_FOUND: 'absent', COUNTRY: 'absent' }[name] ??
          'failed') as 'failed',
      ),
      `${name} of the sending`,
    );
  if (type === 'xstate.error.actor.openOrder')
    expectThat(
      snapshot.matches(['EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'].includes(name) ? 'spent' : 'typing'),
      `${name} of the code`,
    );
  if (type === 'xstate.done.actor.sendCode')
    expectThat(
      snapshot.matches('typing') &&
        context.resendAt === noon + 60_000 &&
        context.problem === null &&
        context.contact === '•••4321',
      'a new code starts afresh',
    );
  if (type === 'xstate.done.actor.clock')
    expectThat(
      /waiting/.test(value) &&
        context.now === noon &&
        context.resendAt === (before.problem?.code === 'TOO_MANY_CODES' ? noon + 30_000 : before.resendAt),
      'a wait counts from the moment that the clock says',
    );
  if (type.startsWith('xstate.after.')) expectThat(/allowed/.test(value), 'another code after a while');
  if (type === 'code.resent' || type === 'code.requested')
    expectThat(snapshot.matches('sending'), 'a code goes out when it is asked for, in its time');
  if (type === 'code.submitted')
    expectThat(
      snapshot.matches('checking') === (event['code'] === '123456' && earlier.matches('typing')),
      'a whole code is checked, and half of one is not sent',
    );
};
