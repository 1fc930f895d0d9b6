import { type BookContext, bookMachine, bookPages } from '#machines/book/book.machine.ts';
import type { Laid } from '#machines/book/laid.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const laid: Laid = { width: 400, height: 300, boxes: [], arrows: [], folded: 3 };

export const machine = bookMachine;
export const model: Model<typeof bookMachine> = {
  inputs: [
    { chart: null },
    { chart: null, missing: 'gone' },
    { chart: null, page: 'campaign' },
    { chart: null, page: 'changes' },
    { chart: null, page: 'paths', paths: { chart: 'pix', state: 'waiting', event: '' } },
    { chart: null, page: 'ticket', code: '01234-56789' },
    { chart: null, page: 'faults' },
    { chart: null, page: 'notes' },
    { chart: null, page: 'copy' },
    { chart: 'checkout', state: 'ready', funnel: 30 },
  ],
  events: [
    { type: 'map.requested' },
    { type: 'map.requested', missing: 'gone' },
    { type: 'campaign.requested' },
    { type: 'changes.requested' },
    { type: 'paths.requested' },
    { type: 'paths.requested', paths: { chart: 'cart', state: '', event: 'load' } },
    { type: 'ticket.requested' },
    { type: 'ticket.requested', code: '98765-43210' },
    { type: 'faults.requested' },
    { type: 'faults.requested', paths: { chart: 'cart', state: '', event: 'offline' } },
    { type: 'notes.requested' },
    { type: 'copy.requested' },
    { type: 'chart.requested', chart: 'checkout', state: 'ready' },
    { type: 'chart.requested', chart: 'pix', state: '', funnel: 7 },
    { type: 'state.selected', state: 'waiting' },
    { type: 'folds.toggled' },
    { type: 'funnel.requested', days: 7 },
    { type: 'funnel.requested', days: null },
    { type: 'layout.retried' },
  ],
  outcomes: { layOut: [{ ok: laid }, bug] },
  reduceContext: (given) => {
    const {
      chart,
      missing,
      openedAt,
      state,
      paths,
      code,
      isUnfolded,
      funnel,
      laid: drawing,
    } = given as BookContext;
    return [
      chart,
      missing,
      openedAt,
      state,
      paths.chart,
      code,
      isUnfolded,
      funnel !== null,
      drawing !== null,
    ];
  },
};
/** A drawing is of the chart in sight; without one the chart is still there, and can be drawn again. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const {
    chart,
    missing,
    openedAt,
    state,
    paths,
    code,
    laid: drawing,
    isUnfolded,
    funnel,
  } = snapshot.context as BookContext;
  const value = String(snapshot.value);
  expectThat(
    (chart === null) === ['map', ...bookPages].includes(value) && (chart !== null || snapshot.hasTag(value)),
    'the map or a page is where no chart is',
  );
  expectThat(chart !== null || (state === '' && drawing === null), 'the map has nothing of a chart');
  expectThat(value !== 'laidOut' || drawing !== null, 'what is laid out can be seen');
  expectThat(code === '' || value === 'ticket', 'a code is of a ticket alone');
  expectThat(missing === null || value === 'map', 'what is not there is said on the map alone');
  expectThat(funnel === null || chart === 'checkout', 'nothing else is counted');
  const event = steps.at(-1);
  if (!event || !before)
    return expectThat(value === (openedAt ?? (chart === null ? 'map' : 'layingOut')), 'what is asked for');
  const was = before.context as BookContext;
  const places = ['map', ...bookPages].map((one) => `${one}.requested`);
  if (chart === null && !places.includes(event.type))
    expectThat(value === String(before.value), 'neither comes but by asking for it');
  if (event.type === 'map.requested')
    expectThat(value === 'map' && missing === (event['missing'] ?? null), 'the map from everywhere');
  if (event.type === 'changes.requested') expectThat(value === 'changes', 'the changes from everywhere');
  if (event.type === 'paths.requested')
    expectThat(
      value === 'paths' && paths.chart === (event['paths'] ? 'cart' : ''),
      'the paths that are asked for',
    );
  if (event.type === 'ticket.requested')
    expectThat(value === 'ticket' && code === (event['code'] ?? ''), 'the ticket that is asked for');
  if (event.type === 'faults.requested')
    expectThat(
      value === 'faults' && paths.chart === (event['paths'] ? 'cart' : ''),
      'the failures that are asked for',
    );
  if (event.type === 'notes.requested') expectThat(value === 'notes', 'the notes from everywhere');
  if (event.type === 'copy.requested') expectThat(value === 'copy', 'the texts from everywhere');
  if (event.type === 'campaign.requested') expectThat(value === 'campaign', 'the simulator from everywhere');
  if (event.type === 'chart.requested') {
    expectThat(value === 'layingOut' && chart === event['chart'] && state === event['state'], 'drawn anew');
    expectThat(drawing === (was.chart === chart ? was.laid : null), 'no drawing of another chart');
  }
  if (event.type === 'state.selected')
    expectThat(
      was.chart === null ? value === String(before.value) : value === 'layingOut' && state === 'waiting',
      'a state of a chart is selected',
    );
  if (event.type === 'folds.toggled')
    expectThat((isUnfolded !== was.isUnfolded) === (was.chart !== null), 'asked of a chart');
  if (event.type === 'funnel.requested')
    expectThat(
      was.chart === 'checkout'
        ? value === 'layingOut' && funnel === event['days']
        : value === String(before.value),
      'drawn with what was counted, or without',
    );
  if (event.type === 'layout.retried')
    expectThat(value === (before.hasTag('failed') ? 'layingOut' : String(before.value)), 'tried again');
  if (event.type.startsWith('xstate.error')) expectThat(value === 'failed', 'said');
  if (event.type.startsWith('xstate.done')) expectThat(value === 'laidOut' && drawing === laid, 'drawn');
};
