import type { QuoteOption } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type ReschedulingContext, reschedulingMachine } from '#machines/orders/rescheduling.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, bug, fault, order, refusedAs } from '../samples.ts';

const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const window = (n: number, left = 2) => ({ id: `w${n}`, start: at(24 * n), end: at(24 * n + 2), left });
/** Its own window is w1, which no answer offers. */
const way = (...windows: ReturnType<typeof window>[]): QuoteOption => ({
  id: 'agendada',
  name: 'Entrega agendada',
  type: 'SCHEDULED',
  price: 7.9,
  days: { min: 0, max: 1 },
  ...(windows.length > 0 ? { windows } : {}),
});
export const movable = (state: Order['state'], reschedules = 0, windowId = 'w1', n = 1): Order => {
  const one = order(n, reschedules + 1, state);
  const shippingMethod = { id: 'agendada', type: 'SCHEDULED' as const, windowId };
  const properties = {
    ...one.properties,
    reschedules,
    shippingMethod,
    window: { start: at(24), end: at(26) },
  };
  return { ...one, properties };
};
const id = order(1).id;

export const machine = reschedulingMachine;
export const model: Model<typeof reschedulingMachine> = {
  inputs: [
    { id, windowId: null },
    { id: null, windowId: null },
  ],
  events: [
    { type: 'order.named', id: order(2).id, windowId: null },
    { type: 'window.chosen', windowId: 'w2' },
    { type: 'window.chosen', windowId: 'w3' },
    { type: 'reschedule.submitted' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'page.shown' },
  ],
  outcomes: {
    loadCandidates: [
      { ok: [] },
      { ok: [movable('PAID')] },
      { ok: [movable('PAID'), movable('PAID', 0, 'w1', 2)] },
      fault,
      bug,
    ],
    loadWindows: [
      { ok: { order: movable('PAID'), option: way(window(2), window(3)) } },
      { ok: { order: movable('PAID', 1), option: way(window(3), window(2, 0)) } },
      { ok: { order: movable('PAID', 1, 'w2'), option: way(window(3)) } },
      { ok: { order: movable('DELIVERY_FAILED'), option: way() } },
      { ok: { order: movable('SHIPPED', 1), option: null } },
      { ok: { order: movable('PREPARING', 2), option: null } },
      { ok: { order: movable('PREPARING'), option: null } },
      refusedAs('NOT_FOUND'),
      fault,
      bug,
    ],
    reschedule: [
      { ok: movable('PAID', 1, 'w2') },
      ...(['VERSION', 'ILLEGAL_EVENT', 'WINDOW', 'RESCHEDULE_LIMIT'] as const).map((code) => refusedAs(code)),
      refusedAs('NOT_FOUND'),
      refusedAs('UNAUTHENTICATED'),
      fault,
      bug,
    ],
  },
  reduceContext: ({ id: of, windowId, candidates, order: known, option, sent, problem, failures }) => [
    of,
    windowId,
    candidates.length,
    known?.state,
    known?.version,
    option?.windows?.length ?? null,
    sent?.windowId,
    problem !== null,
    failures > 0,
  ],
};

const codeOf = (error: unknown): string =>
  error instanceof NetworkFault ? 'NETWORK' : error instanceof ApiProblem ? error.code : 'bug';
const outdated = ['VERSION', 'ILLEGAL_EVENT', 'WINDOW', 'RESCHEDULE_LIMIT'];

/**
 * Only a free window is ever asked for, with the version that was seen; nothing is said to be done that the
 * server did not say; what was chosen stays until it is gone.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as ReschedulingContext;
  const was = before?.context as ReschedulingContext | undefined;
  const event = steps.at(-1);
  const { order: known, option, windowId } = context;
  const is = (...states: string[]) => states.some((state) => snapshot.matches(state as never));
  const wasIn = (...states: string[]) => states.some((state) => before?.matches(state as never));
  const free = (option?.windows ?? []).filter(({ left }) => left > 0).map((one) => one.id);
  if (is('choosing')) {
    expectThat(known !== null && option !== null, 'there is something to choose from');
    expectThat(
      ['PAID', 'PREPARING', 'DELIVERY_FAILED'].includes(known?.state ?? '') &&
        (known?.properties.reschedules ?? 0) < 2,
      'what has left, or was moved twice, is not offered',
    );
    expectThat(
      snapshot.matches({ choosing: 'decided' }) === (windowId !== null || !option?.windows),
      'one may confirm what is chosen, or where there is nothing to choose',
    );
  }
  if (is('passed')) expectThat(known?.state === 'SHIPPED', 'it has left');
  if (is('spent')) expectThat(known?.properties.reschedules === 2, 'it was moved twice');
  if (is('full')) expectThat(option === null, 'there is no free window');
  if (is('picking')) expectThat(context.candidates.length > 1, 'a list is of several');
  if (is('none')) expectThat(context.candidates.length === 0, 'none is none');
  if (is('saving')) {
    const asked = calls.findLast(({ port }) => port === 'reschedule')?.input as {
      id: string;
      version: number;
      choice: { windowId: string } | null;
    };
    expectThat(asked.id === known?.id && asked.version === known.version, 'of the order as it was seen');
    expectThat(
      asked.choice === null ? !option?.windows : free.includes(asked.choice.windowId),
      'a window that is free, or another try where there are none',
    );
  }
  if (!event || !before || !was) return;
  if (is('saving') && !wasIn('saving', 'unheard'))
    expectThat(event.type === 'reschedule.submitted', 'nothing is moved that was not asked for');
  if (is('done'))
    expectThat(
      event.type === 'xstate.done.actor.reschedule' ||
        (event.type === 'xstate.done.actor.loadWindows' &&
          context.sent !== null &&
          (known?.properties.reschedules ?? 0) > context.sent.reschedules &&
          [null, known?.properties.shippingMethod?.windowId].includes(context.sent.windowId)),
      'done is said by the server, or seen of the order',
    );
  if (event.type === 'xstate.done.actor.reschedule') expectThat(is('done'), 'moved');
  if (event.type === 'order.named')
    expectThat(is('loading') && context.id === order(2).id && known === null, 'the one of the list');
  if (event.type === 'window.chosen' && wasIn('choosing'))
    expectThat(
      free.includes(String(event['windowId']))
        ? windowId === event['windowId'] && context.problem === null && !snapshot.hasTag('refused')
        : windowId === was.windowId,
      'what is free can be chosen, and what was said before is over',
    );
  if (
    event.type === 'reschedule.submitted' &&
    wasIn('choosing') &&
    was.windowId === null &&
    was.option?.windows
  )
    expectThat(snapshot.hasTag('refused'), 'without a window nothing is asked');
  if (event.type === 'xstate.done.actor.loadWindows' && was.windowId !== null && !is('done')) {
    expectThat(
      windowId === (free.includes(was.windowId) ? was.windowId : null),
      'the choice stays while it can',
    );
    if (windowId === null) expectThat(context.problem !== null, 'a choice never leaves without a word');
  }
  if (wasIn('offline', 'unheard') && ['network.restored', 'load.retried'].includes(event.type))
    expectThat(is(wasIn('unheard') ? 'saving' : 'loading', 'searching'), 'asked again');
  if (event.type.startsWith('xstate.after'))
    expectThat(is('saving', 'loading', 'searching'), 'by itself as well');
  if (event['error'] === undefined) return;
  const code = codeOf(event['error']);
  expectThat(context.windowId === was.windowId, 'a failure takes no choice away');
  expectThat(context.problem !== null, 'and says why');
  if (event.type === 'xstate.error.actor.reschedule')
    expectThat(
      is(
        code === 'NETWORK'
          ? 'unheard'
          : outdated.includes(code)
            ? 'loading'
            : code === 'NOT_FOUND'
              ? 'unknown'
              : 'choosing',
      ),
      `${code} has its way on`,
    );
  else
    expectThat(is({ NETWORK: 'offline', NOT_FOUND: 'unknown' }[code] ?? 'failed'), `${code} has its state`);
};
