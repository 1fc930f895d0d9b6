import { createActor, fromPromise } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { MOST_MEASURED, measuringMachine } from '#machines/account/measuring.machine.ts';
import { HeldClock } from '#tests/support/browser/held-clock.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './measuring.model.ts';

const walked = walkOf(machine, model, oracle);
describe('what is counted of the use of the shop', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition but that of a full call, which the next one takes', () => {
    expect(walked.untaken()).toEqual([
      'measuring.counting.gathering · always [isFull] → measuring.counting.sending',
    ]);
  });
  it('goes out at once when one call is full, and drops what comes then', () => {
    const sent = vi.fn((): Promise<unknown> => new Promise(() => {}));
    const actor = createActor(
      measuringMachine.provide({
        actors: {
          recallConsent: fromPromise(() => new Promise<boolean>(() => {})),
          sendMeasured: fromPromise(sent),
        },
      }),
      { clock: new HeldClock() },
    ).start();
    for (let count = 0; count < MOST_MEASURED + 5; count++)
      actor.send({ type: 'event.measured', measured: { name: 'screens', stateId: 'cart' } });
    expect(sent).not.toHaveBeenCalled();
    actor.send({ type: 'consent.changed', granted: true });
    expect(actor.getSnapshot().matches({ counting: 'sending' })).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ sending: MOST_MEASURED });
    expect(sent).toHaveBeenCalledTimes(1);
    actor.stop();
  });
});
