import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { bringChart, lateChart } from '#shell/wiring/late-chart.ts';

type Told = { type: 'wake' } | { type: 'fact'; value: string } | { type: 'other' };
const chart = setup({
  types: { input: {} as { first: string }, context: {} as { heard: string[] }, events: {} as Told },
  actions: {
    hear: assign(({ context }, { said }: { said: string }) => ({ heard: [...context.heard, said] })),
  },
}).createMachine({
  id: 'late',
  context: ({ input }) => ({ heard: [input.first] }),
  initial: 'here',
  states: {
    here: {
      on: {
        fact: { actions: { type: 'hear', params: ({ event }) => ({ said: event.value }) } },
        '*': { actions: { type: 'hear', params: ({ event }) => ({ said: event.type }) } },
      },
    },
  },
});
// Stands in its place
const slot = setup({}).createMachine({ id: 'late', context: { heard: [] } }) as unknown as typeof chart;

function asleep(loads: readonly PromiseWithResolvers<typeof chart>[]) {
  const asked: number[] = [];
  const load = () => {
    asked.push(asked.length);
    return loads[asked.length - 1]?.promise ?? Promise.reject(new Error('asked too often'));
  };
  const actor = createActor(lateChart(slot, load, ['wake']), { input: { first: 'input' } }).start();
  return { actor, asked, heard: () => actor.getSnapshot().context.heard };
}
const coming = () => Promise.withResolvers<typeof chart>();
/** Until what a promise leads to has happened. */
const settled = () => new Promise((done) => setImmediate(done));

describe('a chart whose code comes late', () => {
  it('is its slot until it is needed, and loads nothing', () => {
    const { actor, asked, heard } = asleep([]);
    actor.send({ type: 'fact', value: 'early' });
    actor.send({ type: 'other' });
    expect([asked, heard()]).toEqual([[], []]);
  });

  it('begins with its input and hears what it missed: the last of each kind before it was needed, everything after', async () => {
    const code = coming();
    const { actor, heard } = asleep([code]);
    for (const value of ['old', 'known']) actor.send({ type: 'fact', value });
    actor.send({ type: 'wake' });
    for (const value of ['a', 'b']) actor.send({ type: 'fact', value });
    expect(heard()).toEqual([]);
    code.resolve(chart);
    await settled();
    expect(heard()).toEqual(['input', 'known', 'wake', 'a', 'b']);
    actor.send({ type: 'fact', value: 'now' });
    expect(heard().at(-1)).toBe('now');
  });

  it('wakes once, however often it was asked to', async () => {
    const first = coming();
    const second = coming();
    const { actor, heard } = asleep([first, second]);
    actor.send({ type: 'wake' });
    actor.send({ type: 'wake' });
    first.resolve(chart);
    second.resolve(chart);
    await settled();
    expect(heard()).toEqual(['input', 'wake', 'wake']);
  });

  it('comes when it is brought, tells nobody of that, and hears once what waited for it', async () => {
    const code = coming();
    const { actor, asked, heard } = asleep([code]);
    actor.send({ type: 'fact', value: 'early' });
    bringChart(actor);
    code.resolve(chart);
    await settled();
    bringChart(actor);
    expect([asked, heard()]).toEqual([[0], ['input', 'early']]);
  });

  it('is itself from the start where its code is there', () => {
    const fail = () => Promise.reject(new Error('asked for what is there'));
    const actor = createActor(lateChart(slot, fail, ['wake'], chart), { input: { first: 'input' } }).start();
    actor.send({ type: 'wake' });
    expect(actor.getSnapshot().context.heard).toEqual(['input', 'wake']);
  });

  it('asks again at the next event when the code did not come, and has lost nothing', async () => {
    const lost = coming();
    const found = coming();
    const { actor, asked, heard } = asleep([lost, found]);
    actor.send({ type: 'wake' });
    lost.reject(new Error('no network'));
    await settled();
    actor.send({ type: 'other' });
    found.resolve(chart);
    await settled();
    expect([asked, heard()]).toEqual([
      [0, 1],
      ['input', 'wake', 'other'],
    ]);
  });
});
