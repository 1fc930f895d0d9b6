import { type PushContext, type PushStanding, pushMachine } from '#machines/account/push.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
};
const standing = (is: PushStanding['is'], key: string | null = null): PushStanding => ({
  is,
  key,
  subscription: is === 'subscribed' ? subscription : null,
});

export const machine = pushMachine;
export const model: Model<typeof pushMachine> = {
  inputs: [{ version: '2026-11' }],
  events: [
    { type: 'push.accepted' },
    { type: 'push.dismissed' },
    { type: 'push.stopped' },
    { type: 'permission.changed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    lookAtPush: [
      { ok: standing('unsupported') },
      { ok: standing('denied') },
      { ok: standing('open', 'key') },
      { ok: standing('subscribed', 'key') },
      fault,
      bug,
    ],
    confirmPush: [{ ok: {} }, refusal('CONSENT'), fault, bug],
    askPermission: [{ ok: 'granted' }, { ok: 'denied' }, { ok: 'default' }, bug],
    subscribeBrowser: [{ ok: subscription }, bug],
    keepSubscription: [{ ok: {} }, refusal('PUSH_SERVICE'), fault, bug],
    stopPush: [{ ok: undefined }, bug],
  },
  reduceContext: (given) => {
    const { key, subscription: there, hasAnswered, problem, failures } = given as PushContext;
    return [key, there !== null, hasAnswered, problem?.code, failures > 0];
  },
};

const BUSY = new Set(['asking', 'subscribing', 'keeping', 'stopping']);
/**
 * The browser asks after a press only; nobody is subscribed whom the store does not know, and consent is given with the
 * person's own press.
 */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as PushContext;
  const value = String(snapshot.value);
  const count = (port: string) => calls.filter((call) => call.port === port).length;
  const accepted = steps.filter(({ type }) => type === 'push.accepted').length;
  expectThat(count('askPermission') <= accepted, 'the browser asks after a press only');
  expectThat(count('keepSubscription') <= accepted, 'consent comes from a press');
  expectThat(snapshot.hasTag('busy') === BUSY.has(value), `${value}: busy while somebody waits`);
  expectThat(
    snapshot.hasTag('on') === ['subscribed', 'stopping', 'unstopped'].includes(value),
    `${value}: on where the store knows of it`,
  );
  for (const { port, input } of calls) {
    if (port === 'subscribeBrowser') expectThat(Reflect.get(Object(input), 'key') === 'key', 'by its key');
    if (port === 'keepSubscription')
      expectThat(Reflect.get(Object(input), 'version') === '2026-11', 'with the version that holds');
  }
  if (snapshot.hasTag('on')) expectThat(context.subscription !== null, 'there is a subscription');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(value === 'looking', 'it is looked at first');
  const was = String(before.value);
  if (value === 'subscribed' && was !== value)
    expectThat(['confirming', 'keeping'].includes(was), 'only the store says that it is on');
  if (was === 'unsupported' || was === 'silent') expectThat(value === was, 'nothing more is said');
  if (event.type === 'push.dismissed')
    expectThat(value === (['offered', 'failed'].includes(was) ? 'silent' : was), 'it can be sent away');
  if (event.type === 'permission.changed')
    expectThat(value === (was === 'denied' ? 'looking' : was), 'what was blocked is looked at again');
  if (event.type === 'xstate.error.actor.confirmPush')
    expectThat(
      value === ((event['error'] as Error).name === 'NetworkFault' ? 'unheard' : 'offered'),
      'of somebody else is of nobody',
    );
  if (event.type === 'xstate.error.actor.stopPush') expectThat(value === 'unstopped', 'it is not off');
  if (/^xstate\.error\.actor\.(?:askPermission|subscribeBrowser|keepSubscription)$/.test(event.type))
    expectThat(value === 'failed' && context.problem !== null, 'it says that it went wrong');
  if (event.type === 'xstate.done.actor.askPermission')
    expectThat(
      value === { granted: 'subscribing', denied: 'denied', default: 'offered' }[String(event['output'])],
      'the browser has the last word',
    );
};
