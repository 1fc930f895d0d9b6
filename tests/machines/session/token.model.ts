import { tokenMachine } from '#machines/session/token.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, bug, fault, refusedAs, tokens } from '../samples.ts';

const DAY = 86_400_000;
/** What a renewal brings. */
export const renewed = {
  tokens: tokens('b', { timestamp: NOW + 1_000, expiresIn: NOW + 601_000 }),
  signupGrant: null,
};

export const machine = tokenMachine;
export const model: Model<typeof tokenMachine> = {
  inputs: [
    { tokens: tokens(), now: NOW, online: true },
    { tokens: tokens('a', { expiresIn: null }), now: NOW, online: true },
    { tokens: tokens('a', { expiresIn: NOW + 90 * DAY }), now: NOW, online: true },
    { tokens: tokens('a', { timestamp: NOW - 2 * DAY, expiresIn: NOW + 90 * DAY }), now: NOW, online: false },
  ],
  events: [
    { type: 'token.rejected' },
    { type: 'token.rejected', accessToken: 'a' },
    { type: 'token.rejected', accessToken: 'older' },
    { type: 'response.received', now: NOW + 2_000 },
    { type: 'response.received', now: NOW + 2 * DAY },
    { type: 'restored', now: NOW + 3_000 },
    { type: 'restored', now: NOW + 599_000 },
    { type: 'network.lost' },
    { type: 'network.restored' },
  ],
  outcomes: {
    renewToken: [
      { ok: renewed },
      { ok: null },
      fault,
      bug,
      refusedAs('TOKEN_REVOKED'),
      refusedAs('UNAUTHENTICATED'),
      refusedAs('INTERNAL'),
    ],
  },
  reduceContext: ({ tokens: { accessToken, expiresIn, timestamp }, now, online, failures }) => [
    accessToken,
    expiresIn,
    timestamp,
    now > NOW + DAY ? 'late' : now >= NOW + 540_000 ? 'due' : now > NOW,
    online,
    Math.min(failures, 1),
  ],
};

/**
 * Nobody is signed out by a fault; a usable token is never renewed without need; a token that is due is not
 * left to die while there is a network.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const event = steps.at(-1);
  const refusal = ['TOKEN_REVOKED', 'UNAUTHENTICATED'].includes(
    String((event?.['error'] as { code?: string } | undefined)?.code),
  );
  const emptied = event?.type === 'xstate.done.actor.renewToken' && event['output'] === null;
  expectThat(
    snapshot.matches('lost') === (refusal || emptied),
    'lost by the word of the server, and by nothing else',
  );
  expectThat(snapshot.hasTag('busy') === snapshot.matches('renewing'), 'busy while renewing');
  if (snapshot.matches('renewing'))
    expectThat(
      calls.filter(({ port }) => port === 'renewToken').length > 0 &&
        JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ tokens: context.tokens }),
      'renews the token it has',
    );
  if (event?.type === 'network.lost') expectThat(context.online === false, 'knows that the network is gone');
  if (event?.type === 'network.restored')
    expectThat(context.online === true, 'knows that the network is back');
  if (typeof event?.['now'] === 'number' && before && !before.matches('lost'))
    expectThat(context.now === Math.max(event['now'], before.context['now']), 'takes the time it is told');
  if (event?.type === 'xstate.done.actor.renewToken' && !emptied) {
    expectThat(
      snapshot.matches('fresh') &&
        context.tokens.accessToken === 'b' &&
        context.now === renewed.tokens.timestamp &&
        context.failures === 0,
      'the new token is taken',
    );
    expectThat(told.at(-1)?.action === 'notifyRenewed', 'the session hears of the new token');
  }
  if (event?.['error'] && !refusal)
    expectThat(
      snapshot.matches('waiting') && context.failures === (before?.context['failures'] ?? 0) + 1,
      'a fault waits',
    );
  const due =
    context.now > context.tokens.timestamp &&
    (context.tokens.expiresIn === null ||
      context.now - context.tokens.timestamp > DAY ||
      context.now >= (context.tokens.expiresIn - 60_000 || 0));
  if (snapshot.matches('fresh')) expectThat(!due, 'a token that is due is not fresh');
  if (snapshot.matches('stale')) expectThat(due && !context.online, 'a due token waits for the network only');
  if (event?.type === 'token.rejected' && (before?.matches('fresh') || before?.matches('stale'))) {
    const own = event['accessToken'] === undefined || event['accessToken'] === context.tokens.accessToken;
    expectThat(snapshot.matches('renewing') === own, 'a rejection of an older token is old news');
  }
  if (before?.matches('fresh') && snapshot.matches('renewing'))
    expectThat(due || event?.type === 'token.rejected', 'no renewal without need');
  if (before?.matches('fresh') && event?.type.startsWith('xstate.after.')) {
    expectThat(context.now > before.context['now'], 'a timer is time that passed');
    if (before.context['tokens'].expiresIn === NOW + 600_000)
      expectThat(context.now === NOW + 540_000, 'due a minute before its end');
  }
  if (
    before?.matches('waiting') &&
    (event?.type === 'network.restored' ||
      event?.type === 'restored' ||
      event?.type.startsWith('xstate.after.'))
  )
    expectThat(snapshot.matches('renewing'), 'tries again');
  if (
    before?.matches('waiting') &&
    ['network.lost', 'response.received', 'token.rejected'].includes(event?.type ?? '')
  )
    expectThat(snapshot.matches('waiting'), 'waits for its time');
};
