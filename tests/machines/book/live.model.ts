import { type LiveContext, liveMachine, runningAt } from '#machines/book/live.machine.ts';
import type { ToldStep } from '#machines/book/telling.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const running = [{ id: 'x:1', chart: 'cart', active: ['ready'] }];
export const step: ToldStep = {
  at: 1_000,
  id: 'x:1',
  chart: 'cart',
  event: 'line.added',
  fields: ['item'],
  from: ['ready'],
  to: ['saving'],
  running: [{ id: 'x:1', chart: 'cart', active: ['saving'] }],
};

export const machine = liveMachine;
export const model: Model<typeof liveMachine> = {
  inputs: [undefined],
  events: [
    { type: 'live.started' },
    { type: 'live.stopped' },
    { type: 'store.told', tab: 'a', running },
    { type: 'store.told', tab: 'b', running: [] },
    { type: 'store.stepped', tab: 'a', step },
    { type: 'store.left', tab: 'a' },
    { type: 'step.selected', at: 0 },
    { type: 'steps.followed' },
    { type: 'steps.cleared' },
    { type: 'recording.opened', steps: [step] },
    { type: 'event.sent', sent: { id: 'x:1', event: { type: 'line.removed' } } },
  ],
  reduceContext: (given) => {
    const { tab, running: charts, steps, at } = given as LiveContext;
    return [tab, charts.length, Math.min(2, steps.length), at];
  },
};
/** What is told is of the page that told last; what was seen stays readable until it is cleared. */
export const oracle: Oracle = (snapshot, { steps: events, before }) => {
  const context = snapshot.context as LiveContext;
  const { tab, steps, at } = context;
  expectThat(!snapshot.hasTag('recording') || tab === null, 'a recording is of no page');
  expectThat(snapshot.matches({ on: 'watching' }) === (tab !== null), 'a page is looked at while it tells');
  expectThat(steps.length <= 2_000, 'the log has an end');
  const event = events.at(-1);
  if (!event || !before) return expectThat(snapshot.matches('off'), 'nobody looks at first');
  const was = before.context as LiveContext;
  if (event.type === 'live.started') expectThat(snapshot.hasTag('on'), 'looks');
  if (event.type === 'live.stopped') expectThat(snapshot.matches('off') && tab === null, 'looks no more');
  if (event.type === 'store.stepped')
    expectThat(
      steps.length === was.steps.length + (before.hasTag('on') ? 1 : 0),
      'a step is noted while one looks',
    );
  if (event.type === 'store.told' && event['tab'] === 'b' && before.matches({ on: 'watching' }))
    expectThat(tab === was.tab, 'another page takes over only by a step');
  if (event.type === 'store.left')
    expectThat(tab === (was.tab === event['tab'] ? null : was.tab), 'the page that left is not looked at');
  if (event.type.startsWith('xstate.after'))
    expectThat(
      snapshot.matches({ on: 'waiting' }) && steps === was.steps,
      'who is silent is gone, and what it told stays',
    );
  if (event.type === 'steps.cleared') expectThat(steps.length === 0 && at === null, 'cleared');
  if (event.type === 'steps.followed')
    expectThat(at === null && runningAt(context) === context.running, 'what happens now is in sight');
  if (event.type === 'step.selected' && steps.length > 0)
    expectThat(runningAt(context) === steps[0]?.running, 'what was is in sight');
  if (event.type === 'recording.opened')
    expectThat(
      snapshot.hasTag('recording') && at === 0 && steps.length === 1,
      'a recording from its beginning',
    );
};
