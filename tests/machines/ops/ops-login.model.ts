import { type OpsLoginContext, opsLoginMachine } from '#machines/ops/login.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { staff } from './ops-samples.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const me = staff('OPERATOR');
const enrolment = { secret: 'ABC', uri: 'otpauth://totp/x' };
export const machine = opsLoginMachine;
export const model: Model<typeof opsLoginMachine> = {
  inputs: [{ contact: '' }],
  events: [
    { type: 'contact.submitted', contact: ' rui@vitrine.example ' },
    { type: 'contact.submitted', contact: ' ' },
    { type: 'contact.reset' },
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '12' },
    { type: 'code.submitted', code: 'ABCDE-FGHJK' },
    { type: 'code.resent' },
    { type: 'recovery.kept' },
  ],
  outcomes: {
    sendStaffCode: [{ ok: { resendAfter: 60_000 } }, fault, refusedAs('TOO_MANY_CODES')],
    checkStaffCode: [
      { ok: { challenge: 'known', enrolment: null } },
      { ok: { challenge: 'new', enrolment } },
      refusedAs('INVALID_CODE'),
      fault,
    ],
    proveSecond: [
      { ok: { me, recoveryCodes: [] } },
      { ok: { me, recoveryCodes: ['AAAAABBBBB'] } },
      refusedAs('INVALID_CODE'),
      refusedAs('EXPIRED_CODE'),
      refusedAs('TOO_MANY_ATTEMPTS'),
      refusedAs('UNAUTHENTICATED'),
      fault,
      bug,
    ],
  },
  reduceContext: ({ contact, code, challenged, signedIn, problem }) => [
    contact,
    code,
    challenged?.challenge,
    Boolean(signedIn),
    problem?.code,
  ],
};

/** Nobody is in without both factors; a recovery code is shown before it is needed, and only once. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OpsLoginContext;
  const event = steps.at(-1);
  const made = (name: string) => calls.filter(({ port }) => port === name);
  expectThat(
    snapshot.status !== 'done' || (made('proveSecond').length > 0 && snapshot.output === me),
    'nobody is in without a second factor',
  );
  expectThat(
    made('proveSecond').every(({ input }) =>
      ['known', 'new'].includes((input as { challenge: string }).challenge),
    ),
    'the second factor is proved against the first step',
  );
  expectThat(
    made('checkStaffCode').every(({ input }) => (input as { code: string }).code === '123456'),
    'what is no code is not sent',
  );
  expectThat(
    made('proveSecond').every(({ input }) => (input as { code: string }).code !== '12'),
    'what is no code of a factor is not sent',
  );
  expectThat(
    made('proveSecond').every(({ input }) => {
      const { challenge, code } = input as { challenge: string; code: string };
      return challenge === 'known' || code === '123456';
    }),
    'an enrolment is proved with the app',
  );
  expectThat(
    made('sendStaffCode').every(
      ({ input }) => (input as { contact: string }).contact === 'rui@vitrine.example',
    ),
    'a code goes to a contact',
  );
  expectThat(
    !snapshot.matches('second') || context.challenged?.enrolment === null,
    'the second factor is known',
  );
  expectThat(
    !snapshot.matches('enrolling') || Boolean(context.challenged?.enrolment),
    'an app is given its key',
  );
  if (!before || !event) return;
  if (event.type === 'contact.reset' && !before.hasTag('busy') && !before.matches('recovery'))
    expectThat(snapshot.matches('request') && context.challenged === null, 'one may begin anew');
  if (event.type === 'code.resent' && before.matches({ codeSent: 'waiting' }))
    expectThat(snapshot.matches({ codeSent: 'waiting' }), 'another code is not asked for too soon');
  if (before.matches('proving') && event['output'])
    expectThat(
      snapshot.matches('recovery') ===
        (event['output'] as { recoveryCodes: string[] }).recoveryCodes.length > 0,
      'recovery codes are shown',
    );
  if (before.matches('proving') && event['error']) {
    const isOver = /EXPIRED_CODE|TOO_MANY_ATTEMPTS|UNAUTHENTICATED/.test(context.problem?.code ?? '');
    expectThat(snapshot.matches('request') === isOver, 'a step that is over begins anew');
  }
  if (event['error']) expectThat(context.problem !== null, 'why it failed is said');
};
