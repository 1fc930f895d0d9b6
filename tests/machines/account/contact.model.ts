import { ApiProblem } from '#contract/problem.ts';
import { type ContactContext, type NewContact, contactMachine } from '#machines/account/contact.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, bug, fault, noon, refusal, user } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { isUnheard } from '../login/unheard.ts';

const value = '+5511911112222';
const known = { channel: 'phone', phone: '+5511987654321', email: null } as const;
const owner = (phone: string) => ({ user: { ...user, phone }, account: { ...account, phone } });
const renewal = {
  tokens: { accessToken: 'a', refreshToken: null, expiresIn: noon + 600_000, timestamp: noon },
  signupGrant: null,
};

export const machine = contactMachine;
export const model: Model<typeof contactMachine> = {
  inputs: [
    { channel: 'phone', known, isTyping: true },
    { channel: 'phone', known, isTyping: false },
  ],
  events: [
    { type: 'contact.submitted', value },
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '12' },
    { type: 'code.resent' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    recallChange: [{ ok: { sent: null } }, { ok: { sent: { value, resendAt: noon + 20_000 } } }, fault],
    sendChange: [
      { ok: { resendAfter: 60, expiresIn: 300, at: noon } },
      refusal('FRESH_PROOF'),
      refusal('TOO_MANY_CODES', { retryAfter: 30 }),
      fault,
      bug,
    ],
    proof: [{ ok: renewal }],
    changeContact: [
      { ok: undefined },
      refusal('FRESH_PROOF'),
      refusal('MALFORMED'),
      refusal('TAKEN'),
      refusal('EXPIRED_CODE'),
      refusal('INVALID_CODE', { attemptsLeft: 4 }),
      fault,
      bug,
    ],
    loadOwner: [{ ok: owner(value) }, { ok: owner('+5511987654321') }, fault],
    readClock: [{ ok: { now: noon } }, bug],
  },
  reduceContext: ({ isTyping, value: asked, code, now, resendAt, problem, owner: who, failures }) => [
    isTyping,
    asked,
    code,
    now,
    resendAt,
    problem?.code,
    who !== null,
    failures > 0,
  ],
};

/** Nothing changes without two codes: one to who they were, one to the new contact; and only the server says so. */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as ContactContext;
  const event = steps.at(-1);
  for (const { port, input } of calls) {
    if (port === 'sendChange' || port === 'changeContact')
      expectThat((input as NewContact).value === value, 'of the contact that was typed');
    if (port === 'changeContact')
      expectThat((input as { code: string }).code === '123456', 'with a whole code that was typed');
    if (port === 'proof')
      expectThat((input as { phone: string }).phone === known.phone, 'a proof goes to the contact of before');
  }
  expectThat(
    told.filter(({ action }) => action === 'notifyProved').length ===
      steps.filter(({ type }) => type === 'xstate.done.actor.proof').length,
    'whoever began it hears of each proof',
  );
  const submitted = steps.filter(({ type }) => type === 'code.submitted').length;
  const changes = calls.filter(({ port }) => port === 'changeContact').length;
  const proofs = calls.filter(({ port }) => port === 'proof').length;
  expectThat(changes <= submitted + proofs, 'no code is used that was not typed, or typed before a proof');
  if (snapshot.matches('changed'))
    expectThat(
      context.owner?.user.phone === value && snapshot.output.user === context.owner.user,
      'changed is said by the server alone',
    );
  else expectThat(context.owner === null, 'and nothing is told before');
  if (!event || !before) return;
  const error = event['error'];
  if (error instanceof ApiProblem && error.code === 'FRESH_PROOF')
    expectThat(snapshot.matches('proving'), 'without a fresh proof one is asked for');
  if (before.matches('proving') && event.type.startsWith('xstate.done.actor.proof'))
    expectThat(
      snapshot.matches((before.context as ContactContext).code === null ? 'sending' : 'checking'),
      'what was begun goes on after it',
    );
  if (error !== undefined && !snapshot.matches('proving') && !isUnheard(event))
    expectThat(context.problem !== null, 'a failure says why');
  if (event.type === 'xstate.error.actor.loadOwner') expectThat(snapshot.matches('unheard'), 'asked again');
};
