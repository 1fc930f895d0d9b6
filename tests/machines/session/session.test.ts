import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './session.model.ts';
import { NOW, client, tokens } from '../samples.ts';

const quiet = () => {};
/** The chart with nobody above it; it may still speak to whoever listens. */
const alone = prepare(machine).machine.provide({
  actions: {
    notifyTabsOpened: machine.implementations.actions.notifyTabsOpened,
    notifyTabsClosed: machine.implementations.actions.notifyTabsClosed,
    notifyTabsRenewal: machine.implementations.actions.notifyTabsRenewal,
    notifyOpened: quiet,
  },
} as never); // the chart's own actions, given back to it
const signedIn = () => {
  const actor = createActor(alone, { input: { hint: false, now: NOW } }).start();
  const heard: unknown[] = [];
  for (const type of ['session.opened', 'session.closed', 'token.renewed'] as const)
    actor.on(type, (event) => heard.push(event));
  actor.send({ type: 'signin.completed', ...client });
  return { actor, heard };
};

const walked = walkOf(machine, model, oracle);

describe('session', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, and a fault signs nobody out', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('says who came, for storage and other tabs', () => {
    const { heard } = signedIn();
    expect(heard).toEqual([
      {
        type: 'session.opened',
        by: 'signin',
        tokens: client.tokens,
        user: client.user,
        account: client.account,
      },
    ]);
  });
  it('says that the person left before the server answers', () => {
    const { actor, heard } = signedIn();
    actor.send({ type: 'signout.requested' });
    expect(heard.at(-1)).toEqual({ type: 'session.closed', by: 'signout' });
    expect(actor.getSnapshot().value).toBe('signingOut');
  });
  it('says that the session was lost when the token is', () => {
    const { actor, heard } = signedIn();
    actor.send({ type: 'xstate.done.actor.token' } as never);
    expect(heard.at(-1)).toEqual({ type: 'session.closed', by: 'lost' });
  });
  it('hands the renewed token on', () => {
    const { actor, heard } = signedIn();
    actor.send({ type: 'token.renewed', tokens: tokens('b'), signupGrant: null });
    expect(heard.at(-1)).toEqual({ type: 'token.renewed', tokens: tokens('b'), signupGrant: null });
  });
});
