import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type SessionTokens, tokenMachine } from '#machines/session/token.machine.ts';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './token.model.ts';
import { NOW, tokens } from '../samples.ts';

const started = (given: SessionTokens, now = NOW) => {
  const clock = new HeldClock();
  const actor = createActor(prepare(tokenMachine).machine, {
    input: { tokens: given, now, online: true },
    clock,
  }).start();
  return { actor, clock, delay: () => timersOf(actor, clock)[0]?.delay };
};

const walked = walkOf(machine, model, oracle);

describe('token', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, and only the server ends it', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('renews a minute before the end', () => expect(started(tokens()).delay()).toBe(540_000));
  it('never renews sooner than half the lifetime', () =>
    expect(started(tokens('a', { expiresIn: NOW + 30_000 })).delay()).toBe(15_000));
  it('counts from the moment of receipt when it is restored later', () =>
    expect(started(tokens(), NOW + 100_000).delay()).toBe(440_000));
  it('does not fire at once for a token of ninety days', () => {
    const { actor, clock, delay } = started(
      tokens('a', { timestamp: NOW, expiresIn: NOW + 90 * 86_400_000 }),
    );
    expect(delay()).toBe(2_147_483_647);
    fireTimer(actor, clock, 'xstate.after.untilRenewal.token.fresh');
    expect(actor.getSnapshot().context.now).toBe(NOW + 2_147_483_647);
  });
  it('emits the renewal with its tokens', () => {
    const { actor } = started(tokens('a', { expiresIn: null }));
    const heard: unknown[] = [];
    actor.on('token.renewed', (event) => heard.push(event));
    actor.send({ type: 'token.rejected' });
    actor.send({
      type: 'xstate.done.actor.renewToken',
      output: { tokens: tokens('b'), signupGrant: 'g' },
    } as never);
    expect(heard).toEqual([{ type: 'token.renewed', tokens: tokens('b'), signupGrant: 'g' }]);
  });
  it('waits twice as long after each failure, at most five minutes', () => {
    const { actor, delay } = started(tokens());
    actor.send({ type: 'token.rejected' });
    const delays = Array.from({ length: 11 }, () => {
      actor.send({ type: 'xstate.error.actor.renewToken', error: new TypeError('bug') } as never);
      const found = delay();
      actor.send({ type: 'network.restored' });
      return found;
    });
    expect(delays).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
    ]);
  });
});
