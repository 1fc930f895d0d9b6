import type { Contact } from '#machines/login/code.ts';
import type { LoginContext } from '#machines/login/setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { noon, tokens, user } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';
import { isUnheard } from './unheard.ts';

const told = (actions: { action: string }[], name: string) =>
  actions.filter(({ action }) => action === name).length;

/**
 * Never a client without a token, nor a code asked for nobody; a failure always says what the server said.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told: facts, before: earlier }) => {
  const context = snapshot.context as LoginContext;
  for (const { port, input } of calls) {
    if (port === 'sendCode') {
      const { channel, phone: number, email, ddi, isoCode } = input as Contact;
      expectThat(
        channel === 'phone'
          ? number === '+5511987654321' && ddi === '55' && isoCode === 'BR' && email === null
          : email === 'maria@exemplo.com' && number === null,
        'a code for nobody',
      );
    }
    if (port === 'signIn')
      expectThat(
        ['+5511987654321', 'maria@exemplo.com'].includes((input as { username: string }).username) &&
          (input as { code: string }).code === '123456',
        'a code that was never typed',
      );
  }
  const isIn = snapshot.matches('verified') || snapshot.matches('activated');
  expectThat(isIn === (context.tokens !== null), 'a client without a token, or a token without a client');
  if (snapshot.matches('activated')) {
    expectThat(
      snapshot.output?.tokens === tokens &&
        snapshot.output.user === user &&
        snapshot.output.signupGrant === 'grant',
      'the sign-in is handed out whole',
    );
    expectThat(
      told(facts, 'notifySignedIn') === 1 && told(facts, 'notifyVerified') >= 1,
      'the session hears of it',
    );
  } else expectThat(told(facts, 'notifySignedIn') === 0, 'told too early');
  if (snapshot.matches('verified'))
    expectThat(facts.at(-1)?.action === 'notifyVerified', 'the session is kept even if the activation fails');
  if (snapshot.matches('codeSent'))
    expectThat(
      context.sentTo !== null && context.sentTo.includes(context.channel === 'phone' ? '+55' : '@'),
      'a code for somebody else',
    );
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as LoginContext;
  if (earlier.matches('codeSent') && !snapshot.matches('codeSent'))
    expectThat(
      facts.some((fact) => fact.action === 'notifyCodeOver' && fact.event === event),
      'that a code was sent is said as long as it is asked for',
    );
  const error = event['error'] as { name: string; code?: string } | undefined;
  const code = snapshot.matches('codeSent')
    ? (snapshot.value as { codeSent: { code: string; resend: string } }).codeSent
    : null;
  if (error && !isUnheard(event)) {
    const name = error.code ?? error.name;
    expectThat(
      context.verificationError?.code === ({ NetworkFault: 'NETWORK', TypeError: 'FAILED' }[name] ?? name),
      'the server error is kept',
    );
    if (event.type.endsWith('signIn'))
      expectThat(
        code?.code ===
          ({ NetworkFault: 'unanswered', EXPIRED_CODE: 'expired', TOO_MANY_ATTEMPTS: 'exhausted' }[name] ??
            'typing'),
        `${name} of the code has its own way on`,
      );
    if (event.type.endsWith('.sendCode'))
      expectThat(
        snapshot.matches({
          request: ({ NetworkFault: 'unsent', TOO_MANY_CODES: 'early' }[name] ?? 'idle') as 'idle',
        }),
        `${name} of the sending`,
      );
    if (event.type.endsWith('resendCode'))
      expectThat(
        code?.resend === (name === 'NetworkFault' ? 'allowed' : 'counting'),
        `${name} of the resending`,
      );
    if (event.type.endsWith('activate')) {
      expectThat(
        name === 'TOKEN_REVOKED'
          ? snapshot.matches('request') && context.refusal?.reason === 'session.ended'
          : snapshot.matches({ verified: name === 'NetworkFault' ? 'waiting' : 'failed' }),
        `${name} of the activation`,
      );
    }
  }
  const type = event.type;
  if (type === 'xstate.done.actor.sendCode' || type === 'xstate.done.actor.resendCode') {
    expectThat(
      snapshot.matches('codeSent') &&
        context.verificationError === null &&
        context.resendAt === noon + 60_000 &&
        context.expiresAt === noon + 300_000 &&
        context.sentAt === noon,
      'a new code starts afresh',
    );
    expectThat(
      code?.resend === 'waiting' &&
        (code.code === 'typing' ||
          (code.code === 'checking' && earlier.matches({ codeSent: { code: 'checking' } }))),
      'a new code can be typed',
    );
    expectThat(context.asked.type === 'asked.login.codeSent', 'the address follows');
    expectThat(
      facts.some(({ action }) => action === 'notifySent') &&
        told(facts, 'notifySent') ===
          steps.filter((step) => /^xstate\.done\.actor\.(send|resend)Code$/.test(step.type)).length,
      'each code that is on its way is told',
    );
  }
  if (type === 'xstate.done.actor.signIn')
    expectThat(snapshot.matches({ verified: 'activating' }), 'a right code verifies');
  if (type === 'xstate.done.actor.activate')
    expectThat(snapshot.matches('activated'), 'activation ends the sign-in');
  if (type === 'code.reset' && earlier.matches('codeSent'))
    expectThat(
      snapshot.matches('request') &&
        context.sentTo === null &&
        context.verificationError === null &&
        context.asked.type === 'asked.login.request',
      'CODE_RESET forgets the code',
    );
  if (type === 'contact.changed' && earlier.matches('request') && !earlier.matches({ request: 'sending' }))
    expectThat(
      context.channel === event['channel'] &&
        context[context.channel] === event['value'] &&
        context.verificationError === null &&
        snapshot.matches({ request: 'idle' }),
      'what is typed is kept',
    );
  if (type === 'code.requested' && earlier.matches('request')) {
    const has = before.channel === 'phone' ? before.phone.length > 4 : before.email !== '';
    if (has && !earlier.matches({ request: 'sending' }))
      expectThat(snapshot.matches({ request: 'sending' }), 'a code is asked for');
    if (!has && earlier.matches({ request: 'idle' }))
      expectThat(
        snapshot.matches({ request: 'idle' }) && context.refusal?.reason === 'contact.missing',
        'nobody to send to says so',
      );
  }
  if (type === 'code.submitted' && earlier.matches('codeSent')) {
    const open =
      earlier.matches({ codeSent: { code: 'typing' } }) ||
      earlier.matches({ codeSent: { code: 'unanswered' } });
    if (event['code'] === '123456' && open) expectThat(code?.code === 'checking', 'a code is checked');
    else
      expectThat(JSON.stringify(snapshot.value) === JSON.stringify(earlier.value), 'half a code is not sent');
  }
  if (type === 'code.resent' && earlier.matches({ codeSent: { resend: 'allowed' } }))
    expectThat(code?.resend === 'sending', 'another code is asked for');
  if (type.startsWith('asked.login.')) {
    if (earlier.matches('verified'))
      expectThat(
        snapshot.matches('verified') && context.refusal?.reason === 'session.present',
        'somebody who is in is not asked again',
      );
    else if (type === 'asked.login.codeSent' && !snapshot.matches('codeSent'))
      expectThat(
        snapshot.matches('request') && context.refusal?.reason === 'contact.missing',
        'no code, no typing it',
      );
    else expectThat(snapshot.matches(type.slice('asked.login.'.length) as never), 'a step is reached');
  }
  if (type === 'wait.ended') {
    if (earlier.matches({ request: 'sending' }))
      expectThat(snapshot.matches({ request: 'idle' }), 'a sending that is left off');
    if (earlier.matches('codeSent')) {
      const was = (earlier.value as { codeSent: { code: string; resend: string } }).codeSent;
      expectThat(code?.code === (was.code === 'checking' ? 'typing' : was.code), 'a check that is left off');
      expectThat(
        code?.resend === (was.resend === 'sending' ? 'allowed' : was.resend),
        'a resending that is left off',
      );
    }
    expectThat(
      context.verificationError === before.verificationError && context.tokens === before.tokens,
      'leaving off says nothing else',
    );
  }
  if (
    ['activation.retried', 'network.restored', 'restored'].includes(type) &&
    earlier.matches({ verified: 'waiting' })
  )
    expectThat(snapshot.matches({ verified: 'activating' }), 'an activation is tried again');
  if (type === 'activation.retried' && earlier.matches({ verified: 'failed' }))
    expectThat(snapshot.matches({ verified: 'activating' }), 'a failed activation can be tried again');
  if (type.startsWith('xstate.after.backOff'))
    expectThat(snapshot.matches({ verified: 'activating' }), 'an activation is tried again by itself');
  if (type.startsWith('xstate.after.untilResend'))
    expectThat(
      earlier.matches('request') ? snapshot.matches({ request: 'idle' }) : code?.resend === 'allowed',
      'another code after a while',
    );
  if (type === 'restored' && earlier.matches({ codeSent: { resend: 'waiting' } }))
    expectThat(
      code?.resend === 'counting' && context.now === 0,
      'no timer survives: the clock is read again',
    );
  if (type === 'xstate.done.actor.clock') {
    const isTooSoon = before.verificationError?.code === 'TOO_MANY_CODES';
    expectThat(
      context.now === noon && context.resendAt === (isTooSoon ? noon + 30_000 : before.resendAt),
      'a wait counts from the moment that the clock says',
    );
    expectThat(
      code ? code.resend === 'waiting' : snapshot.matches({ request: { early: 'waiting' } }),
      'and is waited for',
    );
  }
  if (type === 'code.received' && earlier.matches({ request: 'early' }))
    expectThat(
      snapshot.matches('codeSent') &&
        context.asked.type === 'asked.login.codeSent' &&
        context.verificationError === null,
      'a code that is at hand can be typed',
    );
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /sending"}$|checking|activating|verified":"waiting/],
    ['offline', /unsent|unanswered|verified":"waiting/],
    ['failed', /failed/],
    ['refused', /expired|exhausted|early/],
  ] as const) {
    expectThat(
      snapshot.hasTag(tag) === states.test(value.replace(/"resend":"sending"/, '')),
      `${value}: ${tag}`,
    );
  }
  expectThat(
    snapshot.hasTag('editable') === /options|auth|idle|early|unsent|typing|unanswered/.test(value),
    `${value}: editable`,
  );
};
