import {
  type IntranetContext,
  type IntranetRecalled,
  intranetLoginMachine,
} from '#machines/intranet/intranet-login.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, noon, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { account, tokens, user } from '../samples.ts';
import { isUnheard } from '../login/unheard.ts';

const handle = { contact: 'celular ****4321', username: 'intranet.v1.handle' };
const asked = { identification: 'A-1001', marketplaceId: null };
const kept: IntranetRecalled = { ...handle, ...asked, resendAt: noon + 20_000 };

export const machine = intranetLoginMachine;
export const model: Model<typeof intranetLoginMachine> = {
  inputs: [{ isTyping: true }, { isTyping: false }],
  events: [
    { type: 'code.requested', ...asked },
    { type: 'code.requested', ...asked, identification: '52998224725' },
    { type: 'code.resent' },
    { type: 'code.submitted', code: '123456', privacyVersion: '1' },
    { type: 'code.submitted', code: '12', privacyVersion: '1' },
    { type: 'code.submitted', code: '123456', privacyVersion: '' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    recallSent: [{ ok: null }, { ok: kept }, bug],
    sendCode: [
      { ok: { ...handle, resendAfter: 60, expiresIn: 300, at: noon } },
      fault,
      refusal('TOO_MANY_CODES', { retryAfter: 30 }),
      bug,
    ],
    signIn: [
      { ok: { tokens: tokens('a'), signupGrant: null } },
      fault,
      refusal('INVALID_CODE', { attemptsLeft: 4 }),
      refusal('EXPIRED_CODE'),
      refusal('TOO_MANY_ATTEMPTS'),
      bug,
    ],
    activate: [{ ok: { user, account } }, fault, refusal('UNAUTHENTICATED'), bug],
    readClock: [{ ok: { now: noon } }, bug],
  },
  reduceContext: (given) => {
    const { isTyping, asked: who, sent, now, resendAt, problem, failures } = given as IntranetContext;
    return [isTyping, who.identification, sent !== null, now, resendAt, problem?.code, failures > 0];
  },
};

/**
 * Nothing is sent that nobody asked for, a sign-in takes a whole code of this very person and the privacy text,
 * and from every rest there is a way on.
 */
export const oracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const context = snapshot.context as IntranetContext;
  for (const { port, input } of calls)
    if (port === 'signIn')
      expectThat(
        JSON.stringify(input) ===
          JSON.stringify({ username: handle.username, code: '123456', privacyVersion: '1' }),
        'one signs in with what was typed and agreed to',
      );
  const asks = steps.filter(({ type }) => type === 'code.requested' || type === 'code.resent').length;
  expectThat(calls.filter(({ port }) => port === 'sendCode').length <= asks, 'no code that nobody asked for');
  expectThat(
    context.tokens === null || calls.some(({ port }) => port === 'signIn'),
    'nobody is in without a code',
  );
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /recalling|sending|checking|entering|"waiting"$/],
    ['editable', /idle|unsent|typing/],
    ['refused', /spent/],
    ['offline', /unsent|^"waiting"$/],
    ['failed', /failed/],
  ] as const)
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  if (/typing|checking|spent/.test(value)) expectThat(context.sent !== null, 'what is typed was sent');
  if (snapshot.matches('done'))
    expectThat(context.tokens !== null && context.user === user, 'whoever came in is known');
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as IntranetContext;
  const { type } = event;
  const error = event['error'] as { name: string; code?: string } | undefined;
  const name = error?.code ?? error?.name ?? '';
  if (error && !isUnheard(event))
    expectThat(
      context.problem?.code === ({ NetworkFault: 'NETWORK', TypeError: 'FAILED' }[name] ?? name),
      'what was said is kept',
    );
  if (type === 'xstate.error.actor.recallSent')
    expectThat(
      snapshot.matches(before.asked.identification ? 'sending' : 'idle'),
      'a tab that remembers nothing begins anew, with what was asked meanwhile',
    );
  if (type === 'xstate.done.actor.recallSent') {
    const known = event['output'] as IntranetRecalled | null;
    const quick = before.asked.identification;
    const isTyped = known && context.isTyping;
    const isKnown = known && (isTyped || !quick || quick === known.identification);
    expectThat(
      snapshot.matches(isTyped ? 'typing' : quick ? 'sending' : 'idle') &&
        context.resendAt === (isKnown ? kept.resendAt : 0) &&
        (context.sent !== null) === Boolean(isKnown) &&
        context.asked.identification === (isTyped || !quick ? (known?.identification ?? '') : quick),
      'a code on its way is typed where codes are, and who was quicker than that is heard',
    );
  }
  if (type === 'xstate.error.actor.sendCode')
    expectThat(
      snapshot.matches(
        name === 'NetworkFault'
          ? 'unsent'
          : name === 'TOO_MANY_CODES' && before.sent !== null
            ? 'typing'
            : 'idle',
      ),
      `${name} of the sending`,
    );
  if (type === 'xstate.done.actor.sendCode')
    expectThat(
      snapshot.matches('typing') && context.resendAt === noon + 60_000 && context.problem === null,
      'a new code starts afresh',
    );
  if (type === 'xstate.error.actor.signIn')
    expectThat(
      snapshot.matches(['EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'].includes(name) ? 'spent' : 'typing'),
      `${name} of the code`,
    );
  if (type === 'xstate.error.actor.activate')
    expectThat(
      snapshot.matches(name === 'NetworkFault' ? 'waiting' : 'failed') && context.tokens !== null,
      `${name} of the account; the code is not asked for again`,
    );
  if (type === 'xstate.done.actor.clock')
    expectThat(
      context.now === noon &&
        context.resendAt === (before.problem?.code === 'TOO_MANY_CODES' ? noon + 30_000 : before.resendAt),
      'a wait counts from the moment that the clock says',
    );
  if (type.startsWith('xstate.after.'))
    expectThat(/allowed|entering/.test(value), 'another code, or another try, after a while');
  if ((type === 'network.restored' || type === 'load.retried') && earlier.matches('waiting'))
    expectThat(snapshot.matches('entering'), 'the account is asked for again');
  if (type === 'load.retried' && earlier.matches('failed'))
    expectThat(snapshot.matches('entering'), 'also by hand');
  if (type === 'code.requested' && (earlier.matches('idle') || earlier.matches('unsent'))) {
    expectThat(snapshot.matches('sending'), 'a code goes out when it is asked for');
    expectThat(
      context.asked.identification === event['identification'] &&
        (context.sent === null || before.asked.identification === event['identification']),
      'a code on its way is that of the very person',
    );
  }
  if (type === 'code.submitted')
    expectThat(
      snapshot.matches('checking') ===
        (event['code'] === '123456' && event['privacyVersion'] === '1' && earlier.matches('typing')),
      'a whole code is checked once the privacy text is agreed to',
    );
};
