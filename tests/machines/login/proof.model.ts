import { type ProofContext, proofMachine } from '#machines/login/proof.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, noon, refusal, tokens } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { isUnheard } from './unheard.ts';

const phone = '+5511987654321';
const email = 'maria@exemplo.com';
const proved = { tokens, signupGrant: 'grant' };

export const machine = proofMachine;
export const model: Model<typeof proofMachine> = {
  inputs: [
    { channel: 'phone', phone, email: null },
    { channel: 'email', phone: null, email },
  ],
  events: [
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '12' },
    { type: 'code.resent' },
    { type: 'code.requested' },
    { type: 'restored' },
  ],
  outcomes: {
    sendCode: [
      { ok: { resendAfter: 60, expiresIn: 300, at: noon } },
      fault,
      refusal('TOO_MANY_CODES', { retryAfter: 30 }),
      bug,
    ],
    signIn: [
      { ok: proved },
      fault,
      refusal('INVALID_CODE', { attemptsLeft: 4 }),
      refusal('EXPIRED_CODE'),
      refusal('TOO_MANY_ATTEMPTS'),
      bug,
    ],
    readClock: [{ ok: { now: noon } }, bug],
  },
  reduceContext: (given) => {
    const { channel, now, resendAt, problem } = given as ProofContext;
    return [channel, now, resendAt, problem?.code];
  },
};

/** A code goes to the proven contact alone, one at a time, and only the server's word proves anything. */
export const oracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const context = snapshot.context as ProofContext;
  for (const { port, input } of calls) {
    if (port === 'sendCode') {
      const sent = input as {
        channel: string;
        phone: string | null;
        email: string | null;
        ddi: string;
        isoCode: string;
      };
      expectThat(
        (sent.phone === phone) === (sent.channel === 'phone') &&
          (sent.email === email) === (sent.channel === 'email') &&
          sent.ddi === '55',
        'a code for somebody else',
      );
    }
    if (port === 'signIn') {
      const { username, code } = input as { username: string; code: string };
      expectThat(
        username === (context.channel === 'phone' ? phone : email) && code === '123456',
        'a code that was never typed',
      );
    }
  }
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /sending|checking/],
    ['editable', /typing/],
    ['refused', /spent/],
    ['offline', /unsent/],
    ['failed', /failed/],
  ] as const)
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  if (snapshot.matches('proved'))
    expectThat(
      snapshot.output === proved && steps.at(-1)?.type === 'xstate.done.actor.signIn',
      'the sign-in is handed out as it came',
    );
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as ProofContext;
  const { type } = event;
  const error = event['error'] as { name: string; code?: string } | undefined;
  const name = error?.code ?? error?.name ?? '';
  if (error && !isUnheard(event))
    expectThat(
      context.problem?.code === ({ NetworkFault: 'NETWORK', TypeError: 'FAILED' }[name] ?? name),
      'what was said is kept',
    );
  if (type === 'xstate.error.actor.sendCode')
    expectThat(
      snapshot.matches(({ NetworkFault: 'unsent', TOO_MANY_CODES: 'typing' }[name] ?? 'failed') as 'failed'),
      `${name} of the sending`,
    );
  if (type === 'xstate.error.actor.signIn')
    expectThat(
      snapshot.matches(['EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'].includes(name) ? 'spent' : 'typing'),
      `${name} of the code`,
    );
  if (type === 'xstate.done.actor.sendCode')
    expectThat(
      snapshot.matches('typing') && context.resendAt === noon + 60_000 && context.problem === null,
      'a new code starts afresh',
    );
  if (type === 'xstate.done.actor.clock') {
    const isTooSoon = before.problem?.code === 'TOO_MANY_CODES';
    expectThat(
      /waiting/.test(value) &&
        context.now === noon &&
        context.resendAt === (isTooSoon ? noon + 30_000 : before.resendAt),
      'a wait counts from the moment that the clock says',
    );
  }
  if (type.startsWith('xstate.after.')) expectThat(/allowed/.test(value), 'another code after a while');
  if (type === 'restored') expectThat(/counting/.test(value), 'no timer survives: the clock is read again');
  if (type === 'code.resent')
    expectThat(
      snapshot.matches('sending') === /allowed/.test(JSON.stringify(earlier.value)),
      'another code, in its time',
    );
  if (type === 'code.requested')
    expectThat(snapshot.matches('sending'), 'a code that did not go out goes out again');
  if (type === 'code.submitted') {
    const isWhole = event['code'] === '123456' && earlier.matches('typing');
    expectThat(
      snapshot.matches('checking') === isWhole,
      'a whole code is checked, and half of one is not sent',
    );
  }
};
