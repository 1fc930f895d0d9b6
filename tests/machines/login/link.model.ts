import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type LinkContext, signInLinkMachine } from '#machines/login/link.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { account, bug, fault, refusedAs, tokens, user } from '../samples.ts';

const TOKEN = 'the-token';
const refusals = [
  refusedAs('INVALID_CODE'),
  refusedAs('EXPIRED_CODE'),
  refusedAs('TOO_MANY_ATTEMPTS'),
  refusedAs('MALFORMED'),
  refusedAs('TOO_MANY_REQUESTS'),
];

export const machine = signInLinkMachine;
export const model: Model<typeof signInLinkMachine> = {
  inputs: [undefined],
  events: [{ type: 'signin.confirmed' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: {
    readLink: [{ ok: TOKEN }, { ok: null }, bug],
    lookAtLink: [{ ok: { contact: 'm•••@exemplo.com' } }, ...refusals, fault, bug],
    redeemLink: [{ ok: { tokens: tokens('a'), signupGrant: null } }, ...refusals, fault, bug],
    activate: [{ ok: { user, account } }, refusedAs('UNAUTHENTICATED'), fault, bug],
  },
  reduceContext: (context) => {
    const { token, contact, problem, tokens: held, failures } = context as LinkContext;
    return [token, contact, problem?.code ?? null, held !== null, failures > 0];
  },
};

const last: readonly string[] = ['INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS', 'MALFORMED'];
/** Where a failed call leads, by the state that made it. */
function leadsTo(was: string, error: unknown): string {
  const isSilent = error instanceof NetworkFault;
  if (was === 'reading') return 'absent';
  if (was === 'entering') return isSilent ? 'waiting' : 'unopened';
  if (isSilent) return was === 'looking' ? 'unseen' : 'unanswered';
  return error instanceof ApiProblem && last.includes(error.code) ? 'over' : 'failed';
}
/** Where what is sent again leads. */
const again: Readonly<Record<string, string>> = {
  unseen: 'looking',
  unanswered: 'redeeming',
  failed: 'looking',
  waiting: 'entering',
  unopened: 'entering',
};
const byHand = ['failed', 'unopened'];

/**
 * Nobody is signed in without a tap on a page that has said whom; the link is kept until it was spent or refused
 * for good, and from every rest there is a way on.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as LinkContext;
  const event = steps.at(-1);
  const is = (state: string) => snapshot.matches(state as never); // a name of the chart's own
  const taps = steps.filter(({ type }) => type === 'signin.confirmed').length;
  const redeemed = calls.filter(({ port }) => port === 'redeemLink');
  expectThat(redeemed.length === 0 || taps > 0, 'without a tap nothing is exchanged');
  expectThat(redeemed.length === 0 || context.contact !== '', 'whoever taps has read whom the link signs in');
  expectThat(
    calls.every(({ port, input }) => port === 'readLink' || port === 'activate' || sent(input) === TOKEN),
    'what is sent is what the address brought',
  );
  expectThat(context.tokens === null || redeemed.length > 0, 'nobody is signed in without an exchange');
  if (is('done')) expectThat(context.tokens !== null && context.user === user, 'whoever came in is known');
  const keeps = ['looking', 'unseen', 'asking', 'redeeming', 'unanswered', 'failed'].some(is);
  expectThat(keeps === (context.token === TOKEN), 'a link is kept until it is spent or refused for good');
  const tells = ['over', 'failed', 'unseen', 'unanswered', 'waiting', 'unopened'].some(is);
  expectThat(!tells || context.problem !== null, 'what stands in the way is said');
  if (!before || !event) return;
  const was = String(before.value);
  if (event.type === 'signin.confirmed')
    expectThat(is(was === 'asking' ? 'redeeming' : was), 'a tap counts where one was asked for');
  if (event.type === 'load.retried') expectThat(is(again[was] ?? was), `${was}: sent again by hand`);
  if (event.type === 'network.restored')
    expectThat(is(byHand.includes(was) ? was : (again[was] ?? was)), `${was}: sent again by itself`);
  if (event.type.startsWith('xstate.after')) expectThat(is(again[was] ?? ''), 'a timer sends it again');
  if (event.type.startsWith('xstate.error')) expectThat(is(leadsTo(was, event['error'])), `${was} failed`);
  if (event.type.startsWith('xstate.done.actor.'))
    expectThat(
      is(
        {
          reading: event['output'] === null ? 'absent' : 'looking',
          looking: 'asking',
          redeeming: 'entering',
        }[was] ?? 'done',
      ),
      `${was} was answered`,
    );
};
const sent = (input: unknown): unknown => Reflect.get(input as object, 'token');
