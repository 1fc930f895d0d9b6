import type { LoginContext, LoginDraft } from '#machines/login/setup.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { account, bug, fault, noon, refusal, tokens, user } from '#tests/support/samples.ts';
import type { Model } from '#tests/support/walk.ts';

const phone = '(11) 98765-4321';
const request = (channel: string) => ask('login.request', { type: 'login', channel });
const activation = (channel: string) => ask('login.codeSent', { type: 'login', channel });
/** What a page that is loaded again finds: a code that went out half a minute ago. */
const draft: LoginDraft = {
  channel: 'phone',
  ddi: '55',
  isoCode: 'BR',
  phone,
  email: '',
  sentTo: '+5511987654321',
  sentAt: noon - 30_000,
  resendAt: noon + 30_000,
  expiresAt: noon + 270_000,
};
const codeSent = { ok: { resendAfter: 60, expiresIn: 300, at: noon } };

export const machine = loginMachine;
export const model: Model<typeof loginMachine> = {
  inputs: [
    { asked: ask('login.options', {}) },
    { asked: activation('phone'), draft },
    { asked: activation('phone'), draft: { ...draft, sentTo: null } },
    {
      asked: request('email'),
      draft: { ...draft, channel: 'email', phone: '', email: 'Maria@Exemplo.com', sentTo: null },
    },
  ],
  events: [
    ask('login.options', {}),
    ask('login.auth', {}),
    request('phone'),
    activation('phone'),
    activation('email'),
    { type: 'contact.changed', channel: 'phone', value: phone },
    { type: 'contact.changed', channel: 'phone', value: '11' },
    { type: 'contact.changed', channel: 'email', value: 'maria@exemplo.com' },
    { type: 'code.requested' },
    { type: 'code.received' },
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '12' },
    { type: 'code.resent' },
    { type: 'code.reset' },
    { type: 'wait.ended' },
    { type: 'activation.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    sendCode: [codeSent, fault, refusal('TOO_MANY_CODES', { retryAfter: 30 }), refusal('COUNTRY'), bug],
    signIn: [
      { ok: { tokens, signupGrant: 'grant' } },
      fault,
      refusal('INVALID_CODE', { attemptsLeft: 4 }),
      refusal('EXPIRED_CODE'),
      refusal('TOO_MANY_ATTEMPTS'),
      bug,
    ],
    readClock: [{ ok: { now: noon } }, bug],
    activate: [
      { ok: { user, account } },
      { ok: { user, account: null } },
      fault,
      refusal('TOKEN_REVOKED'),
      bug,
    ],
  },
  reduceContext: (given) => {
    const context = given as LoginContext;
    return [
      context.channel,
      context.phone.length > 4,
      context.email !== '',
      context.sentTo,
      context.tokens !== null,
      context.now,
      context.resendAt,
      context.verificationError?.code === 'TOO_MANY_CODES',
      context.refusal?.reason === 'contact.missing',
    ];
  },
};
export { oracle } from './login.oracle.ts';
