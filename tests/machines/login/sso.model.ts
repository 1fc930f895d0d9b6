import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type SsoContext, type SsoKept, type SsoTry, ssoMachine } from '#machines/login/sso.machine.ts';
import { ssoReturnMachine } from '#machines/login/sso-return.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { account, bug, fault, refusedAs, tokens, user } from '../samples.ts';

const attempt: SsoTry = {
  provider: 'conta',
  url: 'https://conta.example/entrar',
  state: 'this-try',
  codeVerifier: 'v'.repeat(64),
  redirectUri: 'http://feira.localhost/sso/callback',
};
const given = { code: 'code', state: 'this-try' };
const denied = { code: null, state: 'this-try' };
const mixed = { code: 'code', state: 'another-try' };
const kept = (answer: SsoKept['answer']): { ok: SsoKept } => ({ ok: { attempt, answer } });

export const machine = ssoMachine;
export const model: Model<typeof ssoMachine> = {
  inputs: [{ isReturn: false }, { isReturn: true }],
  events: [
    { type: 'provider.chosen', provider: 'conta', isBeside: true },
    { type: 'provider.chosen', provider: 'conta', isBeside: false },
    { type: 'wait.ended' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    prepareTry: [{ ok: attempt }, refusedAs('SSO_FAILED'), fault, bug],
    askBeside: [{ ok: given }, { ok: denied }, { ok: mixed }, { ok: null }, bug],
    leaveFor: [{ ok: undefined }, bug],
    recallTry: [kept(given), kept(denied), kept(mixed), { ok: null }, bug],
    redeem: [{ ok: { tokens: tokens('a'), signupGrant: null } }, refusedAs('SSO_FAILED'), fault, bug],
    activate: [{ ok: { user, account } }, refusedAs('UNAUTHENTICATED'), fault, bug],
  },
  reduceContext: (context) => {
    const { isReturn, isBeside, attempt: one, answer, why, tokens: held, failures } = context as SsoContext;
    return [isReturn, isBeside, one !== null, answer, why, held !== null, failures > 0];
  },
};

const isFault = (error: unknown) => error instanceof NetworkFault;
/** Why a failed call is said to have failed, by the state that made it; null where it is tried again by itself. */
function whyOf(state: string, error: unknown): SsoContext['why'] | null {
  if (state === 'preparing') return isFault(error) ? 'unanswered' : 'unreachable';
  if (state === 'finishing') return isFault(error) ? 'unanswered' : 'refused';
  if (state === 'recalling') return 'lost';
  if (state === 'entering') return isFault(error) ? null : 'refused';
  return 'unreachable';
}

/**
 * Nothing is exchanged but the answer to this very try, and nobody is signed in without an exchange; every
 * failure has its reason, and from every rest there is a way on.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as SsoContext;
  const event = steps.at(-1);
  const exchanged = calls.filter(({ port }) => port === 'redeem');
  expectThat(
    exchanged.every(({ input }) => JSON.stringify(input) === JSON.stringify({ attempt, answer: given })),
    'only the answer to this very try is exchanged',
  );
  expectThat(context.tokens === null || exchanged.length > 0, 'nobody is signed in without an exchange');
  expectThat(snapshot.matches('failed') === (context.why !== null), 'a failure has its reason, and only it');
  if (snapshot.matches('done'))
    expectThat(context.tokens !== null && context.user === user, 'whoever came in is known');
  if (['failed', 'done', 'idle', 'closed'].some((state) => snapshot.matches(state as never)) && event)
    expectThat(
      context.answer === null && (context.attempt === null || !snapshot.matches('done')),
      'no answer is kept',
    );
  if (snapshot.matches('asking')) expectThat(context.isBeside, 'one waits only for a window');
  if (snapshot.matches('leaving')) expectThat(!context.isBeside, 'one leaves only where there is none');
  if (snapshot.matches('finishing') || snapshot.matches('entering'))
    expectThat(
      !['provider.chosen', 'wait.ended'].includes(event?.type ?? ''),
      'what is being exchanged is not given up',
    );
  if (!before || !event) return;
  const was = String(before.value);
  if (
    event.type === 'provider.chosen' &&
    !['leaving', 'recalling', 'finishing', 'entering', 'waiting'].includes(was)
  )
    expectThat(
      snapshot.matches('preparing') && context.attempt === null && context.isBeside === event['isBeside'],
      'choosing begins a try of its own, from every rest and from a window that is lost',
    );
  if (event.type === 'wait.ended' && ['preparing', 'asking'].includes(was))
    expectThat(snapshot.matches('idle'), 'whoever gives up is where they began');
  if ((event.type === 'load.retried' || event.type === 'network.restored') && was === 'waiting')
    expectThat(snapshot.matches('entering'), 'the account is asked for again');
  if (event.type.startsWith('xstate.after')) expectThat(snapshot.matches('entering'), 'a timer tries again');
  if (event.type.startsWith('xstate.error')) {
    const why = whyOf(was, event['error']);
    expectThat(
      why === null ? snapshot.matches('waiting') : snapshot.matches('failed') && context.why === why,
      `${was}: ${why}`,
    );
    expectThat(!(event['error'] instanceof ApiProblem) || why !== 'unanswered', 'a refusal is an answer');
  }
  if (event.type === 'xstate.done.actor.askBeside' || event.type === 'xstate.done.actor.recallTry') {
    const output = event['output'] as SsoKept['answer'] | SsoKept | null;
    const answer = output && 'answer' in output ? output.answer : output;
    const nothing = was === 'asking' ? null : 'lost';
    const expected =
      answer === null ? nothing : answer === mixed ? 'mixed' : answer === denied ? 'denied' : null;
    expectThat(context.why === expected, `what came back is ${expected ?? 'fit, or nothing came'}`);
    if (answer === null && was === 'asking') expectThat(snapshot.matches('closed'), 'the window was closed');
    if (answer === given) expectThat(snapshot.matches('finishing'), 'a fit answer is exchanged');
  }
};

/** The window that comes back. */
export const returnMachine = ssoReturnMachine;
export const returnModel: Model<typeof ssoReturnMachine> = {
  inputs: [undefined],
  events: [],
  outcomes: { handOver: [{ ok: 'taken' }, { ok: 'alone' }, { ok: 'nothing' }, bug] },
};
export const returnOracle: Oracle = (snapshot, { steps }) => {
  const event = steps.at(-1);
  const became = { taken: 'taken', nothing: 'empty' }[String(event?.['output'])] ?? 'alone';
  expectThat(
    snapshot.matches((event ? became : 'handing') as never),
    'it closes only when somebody has the answer, and stays only where there is none',
  );
};
