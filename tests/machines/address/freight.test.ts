import { describe, expect, it } from 'vitest';
import { SimulatedClock, createActor, fromPromise } from 'xstate';
import type { FreightRequest, ToldQuote } from '#machines/address/freight.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './freight.model.ts';
import { NOW } from '../samples.ts';

const walked = walkOf(machine, model, oracle);

describe('what it costs to have something brought', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('take every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });

  const shown = async (orderBy: number, validUntil: number) => {
    const clock = new SimulatedClock();
    const asked: FreightRequest[] = [];
    const loadQuote = fromPromise<ToldQuote, FreightRequest>(({ input }) => {
      asked.push(input);
      const option = { id: 'a', name: 'A', type: 'SCHEDULED' as const, price: 1, days: { min: 0, max: 1 } };
      return Promise.resolve({
        quote: {
          validUntil: new Date(validUntil).toISOString(),
          options: [{ ...option, orderBy: new Date(orderBy).toISOString() }],
        },
        at: NOW,
      });
    });
    const point = { latitude: -23.5, longitude: -46.6 };
    const actor = createActor(machine.provide({ actors: { loadQuote } }), {
      clock,
      input: { subject: { id: 'x', campaign: 'y' }, place: { point } },
    }).start();
    const settle = async () => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    };
    await settle();
    return {
      asked,
      isShown: () => actor.getSnapshot().matches('shown'),
      pass: async (ms: number) => {
        clock.increment(ms);
        await settle();
      },
    };
  };
  it('is asked again once the hour to order by has passed, and not a moment before', async () => {
    const { asked, isShown, pass } = await shown(NOW + 1_380_000, NOW + 9_000_000);
    expect([isShown(), asked.length]).toEqual([true, 1]);
    await pass(1_380_000);
    expect(asked.length).toBe(1);
    await pass(1);
    expect([isShown(), asked.length]).toEqual([true, 2]);
  });
  it('is asked again when the quote holds no more, and never in a hurry', async () => {
    const old = await shown(NOW + 9_000_000, NOW + 600_000);
    await old.pass(600_001);
    expect(old.asked.length).toBe(2);
    const over = await shown(NOW - 1, NOW + 600_000);
    await over.pass(4_999);
    expect(over.asked.length).toBe(1);
    await over.pass(1);
    expect(over.asked.length).toBe(2);
  });
});
