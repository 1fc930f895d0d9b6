import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, assign, createMachine, setup } from 'xstate';
import type { ChartSamples, Run, RunStep } from '#machines/book/run.ts';
import { networkMachine } from '#machines/network.machine.ts';
import { isFault, isRefusedAs, failure, port } from '#machines/port.ts';
import { MOST_LETTERS, addressOfRun, packed, runIn, unpacked } from '#flows/simulation/link.ts';
import { askedOf, offersOf } from '#flows/simulation/offers.ts';
import { callsOf, endOf, innermost, lastOf, play } from '#flows/simulation/play.ts';
import { preview } from '#flows/simulation/verdict.ts';
import { allCharts } from '#tests/tools/charts.ts';
import { samplesFile, samplesText } from '#tests/tools/charts-samples.ts';

const lamp = setup({
  types: { context: {} as { room: string; looks: number }, input: {} as { room: string } },
  actors: { light: port<{ watts: number }, { room: string }>('light') },
  guards: { isFault, isBusy: isRefusedAs('LOCK'), isRich: () => false },
  actions: { refuse: (_, _given: { reason: string }) => {} },
  delays: { patience: 60_000 },
}).createMachine({
  id: 'lamp',
  context: ({ input }) => ({ room: input.room.trim(), looks: 0 }),
  initial: 'dark',
  states: {
    dark: {
      on: {
        press: 'lighting',
        buy: { guard: 'isRich', target: 'lit' },
        smash: { actions: { type: 'refuse', params: { reason: 'cart.empty' } } },
      },
    },
    lighting: {
      invoke: {
        id: 'light',
        src: 'light',
        input: ({ context: { room } }) => ({ room }),
        onDone: 'lit',
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'waiting' },
          { guard: { type: 'isBusy', params: failure }, target: 'dark' },
          { target: 'broken' },
        ],
      },
      after: { patience: 'dark' },
    },
    waiting: { after: { 1_000: 'lighting' } },
    lit: {
      on: {
        look: { actions: assign(({ context }) => ({ looks: context.looks + 1 })) },
        'ask.*': 'dark',
      },
    },
    broken: { type: 'final' },
  },
});
const send = (type: string): RunStep => ({ do: 'send', event: { type } });
const fail = (fault: string): RunStep => ({ do: 'fail', call: 'light', fault });
const lights: RunStep = { do: 'answer', call: 'light', output: { watts: 5 } };
const wait = (ms: number): RunStep => ({ do: 'wait', ms });
const input = { room: ' kitchen ' };
const played = (...steps: RunStep[]) => play(lamp, { input, steps });
const stateAfter = (...steps: RunStep[]) => endOf(lamp, { input, steps }).join();

describe('a run of a chart without a store', () => {
  it.each([
    ['a press', [send('press')], 'lighting'],
    ['an answer', [send('press'), lights], 'lit'],
    ['no network', [send('press'), fail('NETWORK')], 'waiting'],
    ['a refusal by its code', [send('press'), fail('LOCK')], 'dark'],
    ['another refusal', [send('press'), fail('INTERNAL')], 'broken'],
    ['a fault of ours', [send('press'), fail('BUG')], 'broken'],
    ['a second less than its patience', [send('press'), wait(59_999)], 'lighting'],
    ['its patience', [send('press'), wait(59_999), wait(1)], 'dark'],
    ['a minute of delays one after another', [send('press'), fail('NETWORK'), wait(61_000)], 'dark'],
    ['a name that a wildcard means', [send('press'), lights, send('ask.off')], 'dark'],
  ])('after %s is where the chart says', (_, steps, state) => {
    expect(stateAfter(...steps)).toBe(state);
  });

  it('forgets a delay that a state took with it, and has what a call was asked', () => {
    const lighting = lastOf(played(send('press')));
    expect(lighting && callsOf(lighting)).toEqual([
      { id: 'light', port: 'light', input: { room: 'kitchen' } },
    ]);
    expect(lighting?.timers.map(({ at }) => at)).toEqual([60_000]);
    const lit = lastOf(played(wait(500), send('press'), lights));
    expect([lit && callsOf(lit), lit?.timers, lit?.clock]).toEqual([[], [], 500]);
  });

  it('says what a step did: moved, stayed, was refused or heard by nothing', () => {
    const { taken } = played(send('smash'), send('buy'), send('press'), lights, send('look'), send('look'));
    expect(taken.map(({ verdict }) => verdict)).toEqual([
      { kind: 'taken', refuses: ['cart.empty'], unless: [] },
      { kind: 'ignored', refuses: [], unless: ['isRich'] },
      { kind: 'moved', refuses: [], unless: [] },
      { kind: 'moved', refuses: [], unless: [] },
      { kind: 'taken', refuses: [], unless: [] },
      { kind: 'taken', refuses: [], unless: [] },
    ]);
    expect(taken.at(-1)?.frame.snapshot.context).toMatchObject({ looks: 2 });
    expect(taken.at(-2)?.frame.snapshot.context).toMatchObject({ looks: 1 });
  });

  it.each([
    ['what the chart never heard of', [send('sing')], { at: 0, why: 'unknown', name: 'sing' }],
    [
      'an answer that nobody waits for',
      [send('press'), lights, lights],
      { at: 2, why: 'idle', name: 'light' },
    ],
    ['anything after its end', [send('press'), fail('BUG'), send('press')], { at: 2, why: 'over' }],
  ])('ends before %s', (_, steps, stop) => {
    const { taken, stop: found } = played(...steps);
    expect([found, taken.length]).toEqual([stop, stop.at]);
    expect(() => stateAfter(...steps)).toThrow(`step ${stop.at}`);
  });

  it('says with what words a chart fell that was not given what it needs', () => {
    expect(play(lamp, { input: {}, steps: [] })).toMatchObject({
      start: null,
      taken: [],
      stop: { at: -1, why: 'crashed', message: expect.stringContaining('trim') as string },
    });
    const fragile = createMachine({
      initial: 'a',
      states: { a: { on: { go: { guard: ({ event }) => event['list'].length > 0, target: 'b' } } }, b: {} },
    });
    const run = { input: undefined, steps: [send('go')] };
    expect(play(fragile, run)).toMatchObject({ taken: [], stop: { at: 0, why: 'crashed' } });
    const start = lastOf(play(fragile, { ...run, steps: [] }));
    expect(start && preview(start.snapshot, { type: 'go' })).toBeNull();
  });

  it('is offered what it takes where it is, with the data of a sample, and what that would do', () => {
    const offered = (...steps: RunStep[]) => {
      const frame = lastOf(played(...steps));
      return frame
        ? offersOf(frame, { events: { press: { hard: true }, 'ask.off': {}, 'sing.loud': {} } })
        : [];
    };
    expect(offered()).toEqual([
      { event: { type: 'buy' }, outlook: { refuses: [], unless: ['isRich'] } },
      { event: { type: 'press', hard: true }, outlook: { refuses: [], unless: [] } },
      { event: { type: 'smash' }, outlook: { refuses: ['cart.empty'], unless: [] } },
    ]);
    // A wildcard stands for what a sample has of it.
    expect(offered(send('press'), lights).map(({ event }) => event.type)).toEqual(['ask.off', 'look']);
    expect(offered(send('press'))).toEqual([]);
  });

  it('takes one answer of a call that lives on with its state', () => {
    const answer: RunStep = { do: 'answer', call: 'name' };
    const asking = setup({ actors: { name: port<string>('name') } }).createMachine({
      id: 'asking',
      invoke: { id: 'name', src: 'name', input: {}, onDone: {} },
    });
    const { taken, stop } = play(asking, { input: 0, steps: [answer, answer] });
    expect([taken.length, stop]).toEqual([1, { at: 1, why: 'idle', name: 'name' }]);
  });

  it('waits for the answer of a call only where something hears it', () => {
    const asked = (...given: Parameters<typeof play>) => {
      const frame = lastOf(play(...given));
      return frame && askedOf(frame).map(({ id, isAwaited }) => [id, isAwaited]);
    };
    expect(asked(lamp, { input, steps: [send('press')] })).toEqual([['light', true]]);
    expect(asked(networkMachine, { input: { online: true }, steps: [] })).toEqual([['watchNetwork', false]]);
  });

  it('tells the names of what a chart says to others', () => {
    const { taken } = play(networkMachine, { input: { online: true }, steps: [send('network.lost')] });
    expect(taken.map(({ told }) => told)).toEqual([['network.lost']]);
  });

  it('takes what a chart inside says of itself as plain data', () => {
    const hasX = (snapshot: unknown) => (snapshot as AnyMachineSnapshot).hasTag('x'); // of a chart
    const inner = createMachine({});
    const holder = setup({ actors: { inner } }).createMachine({
      initial: 'a',
      invoke: {
        id: 'inner',
        src: 'inner',
        onSnapshot: { guard: ({ event }) => hasX(event.snapshot), target: '.b' },
      },
      states: { a: {}, b: {} },
    });
    const after = (snapshot: object) =>
      endOf(holder, {
        input: 0,
        steps: [{ do: 'send', event: { type: 'xstate.snapshot.inner', snapshot } }],
      });
    expect([after({ tags: ['x'] }), after({ tags: [] })]).toEqual([['b'], ['a']]);
  });
});

const run: Run = {
  input: { name: 'Feira “da” semana', online: true },
  steps: [
    send('press'),
    lights,
    fail('LOCK'),
    wait(1),
    { do: 'fail', call: 'a', fault: 'LOCK', problem: {} },
  ],
};

describe('a run in a link', () => {
  it('is read as it was written, from the part of an address that no server is sent', async () => {
    const letters = (await packed({ run, end: ['a.b'] })) ?? '';
    const { hash, pathname } = new URL(addressOfRun('pix', letters), 'http://book');
    expect(pathname).toBe('/flows/pix');
    expect(await unpacked(runIn(hash) ?? '')).toEqual({ run, end: ['a.b'] });
    expect(runIn('#waiting')).toBeNull();
  });

  it('is not made of what is too long for one', async () => {
    // Letters that do not repeat
    const noise = Array.from({ length: MOST_LETTERS }, (_, at) => Math.sin(at).toString(36)).join('');
    expect(await packed({ run: { ...run, input: noise }, end: [] })).toBeNull();
    expect(await packed({ run: { ...run, input: 'a'.repeat(500_000) }, end: [] })).toBeNull();
  });

  it.each([
    ['steps that are none', { steps: {} }],
    ['an end that is none', { end: [1] }],
    ['an event without a name', { steps: [{ do: 'send', event: {} }] }],
    ['an answer of nothing', { steps: [{ do: 'answer' }] }],
    ['a failure of nothing', { steps: [{ do: 'fail', call: 'a' }] }],
    ['a refusal that is none', { steps: [{ do: 'fail', call: 'a', fault: 'LOCK', problem: 1 }] }],
    ['a clock pushed back', { steps: [{ do: 'wait', ms: -1 }] }],
    ['a step that nobody knows', { steps: [{ do: 'sing' }] }],
    ['more steps than a run has', { steps: Array.from({ length: 201 }, () => wait(1)) }],
  ])('is none in %s', async (_, given) => {
    const { steps, end } = { steps: [], end: [], ...given };
    // As a stranger may have packed it
    const letters = await packed({ run: { input: 1, steps }, end } as never);
    expect(letters).not.toBeNull();
    expect(await unpacked(letters ?? '')).toBeNull();
  });

  it.each(['', '%%%', 'abc', 'x'.repeat(MOST_LETTERS + 1)])('is none in "%.10s"', async (letters) => {
    expect(await unpacked(letters)).toBeNull();
  });

  it('that unfolds to more than a run has is left alone', async () => {
    const bomb = new Blob([`${' '.repeat(5_000_000)}{"steps":[],"end":[]}`])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const letters = Buffer.from(await new Response(bomb).arrayBuffer()).toString('base64url');
    expect(letters.length).toBeLessThan(MOST_LETTERS);
    expect(await unpacked(letters)).toBeNull();
  });
});

describe('the samples of the book', async () => {
  const text = readFileSync(samplesFile, 'utf8');
  const samples = JSON.parse(text) as Record<string, ChartSamples>; // as the test below says
  const charts = await allCharts();

  it('are what the models of the charts say', async () => {
    expect(text, 'run "npm run charts"').toBe(await samplesText());
  });

  it.each(charts.map(({ machine }) => machine.id))(
    'begin the chart %s, and name things that it knows',
    (id) => {
      const machine = charts.find((one) => one.machine.id === id)?.machine;
      const { input: begin, events = {} } = samples[id] ?? {};
      expect(machine && samples[id]).toBeDefined();
      if (!machine) return;
      const { start, stop } = play(machine, { input: begin, steps: [] });
      expect([start && innermost(start).length > 0, stop]).toEqual([true, null]);
      const strange = Object.values(events)
        .map((event) => play(machine, { input: begin, steps: [{ do: 'send', event: event as never }] }).stop)
        .filter((one) => one?.why === 'unknown');
      expect(strange).toEqual([]);
    },
  );
});
