import type { Dialog } from '#contract/place.ts';
import { type Way, installMachine } from '#machines/install/install.machine.ts';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './install.model.ts';

describe('the offer to install', () => {
  const walked = walkOf(machine, model, oracle);
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('tells when it is sent away, once', async () => {
    const words = fromPromise<Dialog | null, { way: Way }>(() => Promise.resolve(null));
    let count = 0;
    const actor = createActor(installMachine.provide({ actors: { readInstallWords: words } }), {
      input: { way: 'share', isInstalled: false },
    });
    actor.on('silenced', () => (count += 1));
    actor.start();
    await waitFor(actor, (state) => state.hasTag('offered'));
    actor.send({ type: 'install.dismissed' });
    actor.send({ type: 'install.dismissed' });
    expect(actor.getSnapshot().value).toBe('silent');
    expect(count).toBe(1);
  });
});
