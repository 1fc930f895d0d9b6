import type { OpenedRun } from '#machines/book/run.ts';
import { type SimulationContext, simulationMachine } from '#machines/book/simulation.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const opened: OpenedRun = {
  run: { input: { online: true }, steps: [{ do: 'wait', ms: 1_000 }] },
  end: ['waiting'],
  samples: { input: { online: true }, events: {}, outputs: {} },
};

export const machine = simulationMachine;
export const model: Model<typeof simulationMachine> = {
  inputs: [undefined],
  events: [
    { type: 'simulation.started', chart: 'pix' },
    { type: 'link.followed', chart: 'cart', text: 'abc' },
    { type: 'step.taken', step: { do: 'send', event: { type: 'network.lost' } } },
    { type: 'step.undone' },
    { type: 'steps.dropped', from: 1 },
    { type: 'run.restarted', input: { online: false } },
    { type: 'opening.retried' },
    { type: 'simulation.ended' },
  ],
  outcomes: { openRun: [{ ok: opened }, fault, bug] },
  reduceContext: (given) => {
    const { chart, text, run, end } = given as SimulationContext;
    return [chart, text, Math.min(2, run.steps.length), end !== null];
  },
};
/** A run is of the chart that was asked for, and as long as what was done; nothing is left of one that ended. */
export const oracle: Oracle = (snapshot, { steps: events, before }) => {
  const { chart, text, run, samples, end } = snapshot.context as SimulationContext;
  const isOn = snapshot.matches('running' as never);
  expectThat(snapshot.matches('off' as never) === (chart === null), 'a chart is simulated or none is');
  expectThat(
    isOn || (run.steps.length === 0 && run.input === undefined && end === null),
    'no run before it opens',
  );
  expectThat(chart !== null || text === null, 'a link is of a chart');
  const event = events.at(-1);
  if (!event || !before) return expectThat(snapshot.matches('off' as never), 'nothing is simulated at first');
  const was = before.context as SimulationContext;
  const wasOn = before.matches('running' as never);
  const count = was.run.steps.length;
  if (event.type === 'simulation.started')
    expectThat(snapshot.hasTag('busy') && chart === 'pix' && text === null, 'a new run is opened');
  if (event.type === 'link.followed')
    expectThat(snapshot.hasTag('busy') && chart === 'cart' && text === 'abc', 'the run of a link is opened');
  if (event.type.startsWith('xstate.done'))
    expectThat(
      isOn && run === opened.run && end === opened.end && samples === opened.samples,
      'as it was read',
    );
  if (event.type.startsWith('xstate.error'))
    expectThat(
      snapshot.hasTag('failed') && chart === was.chart,
      'it is said, and which chart was meant is kept',
    );
  if (event.type === 'opening.retried')
    expectThat(snapshot.hasTag('busy') === (before.hasTag('failed') || before.hasTag('busy')), 'tried again');
  if (event.type === 'simulation.ended')
    expectThat(snapshot.matches('off' as never), 'ended from everywhere');
  if (!wasOn || !isOn) return;
  expectThat(chart === was.chart && samples === was.samples, 'the same chart');
  if (event.type === 'step.taken')
    expectThat(
      run.steps.length === count + 1 && run.steps.at(-1) === event['step'] && end === null,
      'one more',
    );
  if (event.type === 'step.undone')
    expectThat(
      run.steps.length === Math.max(0, count - 1) &&
        run.steps.every((step, at) => step === was.run.steps[at]),
      'one fewer',
    );
  if (event.type === 'steps.dropped')
    expectThat(
      run.steps.length === Math.min(1, count) && run.input === was.run.input && end === null,
      'back to a step',
    );
  if (event.type === 'run.restarted')
    expectThat(run.steps.length === 0 && run.input === event['input'] && end === null, 'from the beginning');
};
