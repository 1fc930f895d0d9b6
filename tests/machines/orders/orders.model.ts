import type { Order } from '#contract/order/order.ts';
import type { OrdersContext } from '#machines/orders/setup.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { judgeCancellation } from './cancellation-truth.ts';
import { NOW, bug, fault, order, orderCode, refusedAs } from '../samples.ts';

export const machine = ordersMachine;
const page = (orders: ReturnType<typeof order>[], n = 0, totalPages = 2) => ({ orders, page: n, totalPages });
export const model: Model<typeof ordersMachine> = {
  inputs: [{}],
  events: [
    { type: 'session.opened' },
    { type: 'session.closed' },
    { type: 'order.opened', code: orderCode(1) },
    { type: 'order.changed', code: orderCode(1), state: 'PREPARING', version: 2 },
    { type: 'order.changed', code: orderCode(1), state: 'PAID', version: 1 },
    { type: 'order.placed', order: order(1) },
    { type: 'more.asked' },
    { type: 'cancel.requested', id: order(1).id, reason: 'Desisti' },
    { type: 'cancel.dismissed' },
    { type: 'load.retried' },
    { type: 'page.hidden' },
    { type: 'page.shown', now: NOW },
    { type: 'restored', now: NOW },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadOrders: [{ ok: page([order(1)]) }, { ok: page([], 0, 0) }, fault, bug],
    loadOpenOrders: [{ ok: [order(1)] }, { ok: [order(1, 2, 'PREPARING')] }, fault],
    loadOrder: [
      {
        ok: {
          order: { ...order(1, 1, 'PREPARING'), allowedEvents: ['cancellation.requested'] },
          follow: null,
        },
      },
      fault,
      bug,
      refusedAs('NOT_FOUND'),
      refusedAs('MALFORMED'),
    ],
    claimOrder: [{ ok: order(1) }, fault, bug, refusedAs('NOT_FOUND'), refusedAs('UNAUTHENTICATED')],
    cancelOrder: [{ ok: undefined }, fault, bug, refusedAs('NOT_CANCELABLE')],
  },
  reduceContext: ({ orders, order: open, failures, isListBehind, isOrderBehind }) => [
    orders.length,
    open !== null,
    Math.min(1, failures),
    isListBehind || isOrderBehind,
  ],
};
/**
 * No part of orders disturbs another; a newer version is fetched, an older one
 * never; what moves while an answer is under way is asked for again, and no answer takes a newer one back;
 * nothing stays of somebody who left.
 */
export const oracle: Oracle = (snapshot, trail) => {
  judgeCancellation(snapshot, trail);
  const { steps, calls, before } = trail;
  const context = snapshot.context as OrdersContext;
  const was = before?.context as OrdersContext | undefined;
  const event = steps.at(-1);
  const list = (...states: string[]) => states.some((state) => snapshot.matches({ list: state } as never));
  const details = (...states: string[]) =>
    states.some((state) => snapshot.matches({ details: state } as never));
  const cancel = (...states: string[]) =>
    states.some((state) => snapshot.matches({ cancellation: state } as never));
  const isHidden = snapshot.matches({ page: 'hidden' });
  const refreshing = snapshot.matches({ list: { ready: 'refreshing' } });
  const looking = snapshot.matches({ details: { shown: 'refreshing' } });
  for (const [tag, holds] of [
    ['list.busy', list('loading') || snapshot.matches({ list: { ready: 'loadingMore' } })],
    ['list.offline', list('offline')],
    ['list.failed', list('failed')],
    ['list.empty', list('empty')],
    ['details.answered', details('shown')],
    ['details.busy', details('loading', 'claiming')],
    ['details.offline', details('offline')],
    ['details.failed', details('failed')],
    ['details.gone', details('gone')],
    ['cancel.busy', cancel('asking')],
    ['cancel.done', cancel('canceled')],
    ['cancel.refused', cancel('refused')],
    ['cancel.offline', cancel('offline')],
    ['cancel.failed', cancel('failed')],
  ] as const)
    expectThat(snapshot.hasTag(tag) === holds, `${tag} is what it says`);
  if (list('empty')) expectThat(context.orders.length === 0, 'empty is empty');
  if (snapshot.matches({ list: { ready: 'resting' } }))
    expectThat(
      context.orders.length > 0 && !isHidden && !context.isListBehind,
      'a list at rest has orders, polls, and has heard of nothing since it asked',
    );
  if (snapshot.matches({ details: { shown: 'resting' } }))
    expectThat(!context.isOrderBehind, 'an order at rest is as it was last heard of');
  if (details('shown')) expectThat(context.order?.code === context.code, 'the order that was opened');
  expectThat(
    context.orders.every((each, n) => n === 0 || (context.orders[n - 1]?.timestamp ?? 0) >= each.timestamp) &&
      new Set(context.orders.map(({ id }) => id)).size === context.orders.length,
    'newest first, each once',
  );
  const asked = (port: string) => calls.filter((call) => call.port === port).at(-1)?.input;
  if (list('loading'))
    expectThat(JSON.stringify(asked('loadOrders')) === '{"page":0}', 'from the first page');
  if (snapshot.matches({ list: { ready: 'loadingMore' } }))
    expectThat(
      JSON.stringify(asked('loadOrders')) === JSON.stringify({ page: context.page + 1 }),
      'then the next',
    );
  if (details('loading') || looking)
    expectThat(
      JSON.stringify(asked('loadOrder')) === JSON.stringify({ code: context.code }),
      'asks for this order',
    );
  if (!event || !before || !was) return;
  const wasAt = (value: object) => before.matches(value as never);
  const isAsking =
    wasAt({ list: 'loading' }) ||
    wasAt({ list: { ready: 'refreshing' } }) ||
    wasAt({ list: { ready: 'loadingMore' } });
  const type = event.type;
  if (type === 'session.closed')
    expectThat(
      list('idle') &&
        details('idle') &&
        cancel('none') &&
        context.orders.length === 0 &&
        context.order === null &&
        context.code === null,
      'nothing stays',
    );
  if (type !== 'session.closed')
    expectThat(
      [...was.orders, ...(was.order && was.code === context.code ? [was.order] : [])].every(
        ({ id, version }) =>
          [...context.orders, context.order].every((now) => now?.id !== id || now.version >= version),
      ) || type === 'order.placed',
      'no answer takes a newer one back',
    );
  if (type === 'session.opened') expectThat(list('loading'), 'a client has orders');
  if (type === 'session.opened' && (before.hasTag('details.failed') || before.hasTag('details.offline')))
    expectThat(snapshot.hasTag('details.busy'), 'what was asked for nobody is asked again');
  if (type === 'xstate.done.actor.loadOrders')
    expectThat(
      list('ready', 'empty') &&
        context.orders.length === (event['output'] as { orders: unknown[] }).orders.length &&
        context.failures === 0,
      'the list',
    );
  if (type === 'xstate.done.actor.loadMoreOrders')
    expectThat(
      list('ready') &&
        (isHidden || refreshing === was.isListBehind) &&
        context.failures === 0 &&
        context.page === (event['output'] as { page: number }).page,
      'and more of it',
    );
  const last = (come: Order, known: readonly (Order | null)[]) =>
    known.find((one) => one?.id === come.id && one.version > come.version) ?? come;
  if (type === 'xstate.done.actor.loadOpenOrders') {
    const [come] = event['output'] as [Order];
    expectThat(
      context.orders.includes(last(come, was.orders)) &&
        context.failures === 0 &&
        (was.order?.code !== orderCode(1) || context.order === last(come, [was.order, ...was.orders])) &&
        (list('empty') || isHidden || refreshing === was.isListBehind),
      'open orders are renewed, once more when one moved meanwhile',
    );
  }
  if (type === 'xstate.done.actor.loadOrder' || type === 'xstate.done.actor.refreshOrder')
    expectThat(
      snapshot.matches({ details: { shown: was.isOrderBehind ? 'refreshing' : 'resting' } }) &&
        context.order === last((event['output'] as { order: Order }).order, [was.order, ...was.orders]) &&
        context.failures === 0,
      'the order as it was last, and asked for again when it moved meanwhile',
    );
  if (event['error']) {
    const [port, error] = [type.split('.').at(-1), event['error'] as Error];
    const refusedClaim = port === 'claimOrder' && 'code' in error;
    const isCode = 'code' in error && error.code === 'MALFORMED';
    const unknown = 'code' in error && (error.code === 'NOT_FOUND' || isCode);
    if (port === 'loadOrders')
      expectThat(list(error.name === 'NetworkFault' ? 'offline' : 'failed'), 'a failure of the list');
    if (port === 'loadOpenOrders' || port === 'loadMoreOrders')
      expectThat(
        list('ready') && (isHidden || refreshing === was.isListBehind) && context.orders === was.orders,
        'a failure takes nothing away',
      );
    if (port === 'loadOrder')
      expectThat(
        details(
          unknown
            ? wasAt({ list: 'idle' }) || isCode
              ? 'gone'
              : 'claiming'
            : error.name === 'NetworkFault'
              ? 'offline'
              : 'failed',
        ),
        'a failure of the order, which may have been made before the sign-in',
      );
    if (port === 'claimOrder')
      expectThat(
        details('code' in error ? 'gone' : error.name === 'NetworkFault' ? 'offline' : 'failed'),
        'what is not theirs does not become it',
      );
    if (port === 'refreshOrder')
      expectThat(
        unknown ? details('gone') : snapshot.matches({ details: { shown: 'resting' } }),
        'what is shown stays',
      );
    if (!unknown && !refusedClaim && port !== 'refreshOrder' && port !== 'cancelOrder')
      expectThat(context.failures === was.failures + 1, 'and is counted');
  }
  if (type === 'xstate.done.actor.claimOrder')
    expectThat(details('loading'), 'what became theirs is asked for again');
  if (type === 'order.opened')
    expectThat(
      context.code === event['code'] &&
        context.order?.code ===
          (context.orders.find(({ code }) => code === event['code']) ?? context.order)?.code &&
        (wasAt({ cancellation: 'asking' }) ? cancel('asking') : cancel('none')),
      'opened',
    );
  if (type === 'order.opened')
    expectThat(
      wasAt({ details: { shown: 'placed' } }) && was.code === event['code'] ? looking : details('loading'),
      'how it stands is asked, but of an order that was just made',
    );
  if (type === 'order.changed') {
    const newer = (version: number | undefined) => (version ?? -1) < Number(event['version']);
    if (wasAt({ details: { shown: 'resting' } }))
      expectThat(looking === newer(was.order?.version), 'only a newer order is fetched');
    if (wasAt({ details: 'loading' }) && was.code === event['code'] && newer(was.order?.version))
      expectThat(context.isOrderBehind, 'an answer under way may be of before');
    const isNews = was.orders.some(({ code, version }) => code === event['code'] && newer(version));
    if (wasAt({ list: { ready: 'resting' } }))
      expectThat(refreshing === isNews, 'only a newer list is fetched');
    else if (isAsking && (isNews || !was.isListed))
      expectThat(context.isListBehind, 'and so may the list that is under way');
  }
  if (type === 'order.placed')
    expectThat(
      context.orders.some((each) => each === event['order']) &&
        !list('empty') &&
        snapshot.matches({ details: { shown: 'placed' } }) &&
        context.order === event['order'],
      'a placed order is in the list, and answered for',
    );
  if (type === 'more.asked' && wasAt({ list: { ready: 'resting' } }))
    expectThat(
      snapshot.matches({ list: { ready: 'loadingMore' } }) === was.page + 1 < was.totalPages,
      'as long as there is more',
    );
  const idle = ['ready', 'idle', 'loading', 'empty'].some((state) => wasAt({ list: state }));
  if (type === 'load.retried') {
    expectThat(idle && !wasAt({ list: 'empty' }) ? true : list('loading'), 'the list is tried again');
    if (wasAt({ details: 'offline' }) || wasAt({ details: 'failed' }))
      expectThat(details('loading'), 'the order is tried again');
  }
  if (type === 'network.restored') {
    if (wasAt({ list: 'offline' })) expectThat(list('loading'), 'the list is tried again');
    if (wasAt({ list: { ready: 'resting' } }))
      expectThat(refreshing === was.failures > 0, 'only what failed is tried again');
    if (wasAt({ details: 'offline' })) expectThat(details('loading'), 'the order is tried again');
    if (wasAt({ details: 'shown' })) expectThat(looking, 'the order is looked at');
  }
  if (type === 'page.hidden') expectThat(isHidden, 'hidden');
  if (type === 'page.shown')
    expectThat(
      !isHidden &&
        (!wasAt({ list: { ready: 'paused' } }) || refreshing) &&
        (!wasAt({ details: 'shown' }) || looking),
      'seen again is asked again',
    );
  if (type === 'restored')
    expectThat(
      (!(wasAt({ list: { ready: 'resting' } }) || wasAt({ list: { ready: 'paused' } })) || refreshing) &&
        (!wasAt({ details: 'shown' }) || looking),
      'a restored page asks',
    );
  if (type.startsWith('xstate.after'))
    expectThat(refreshing || list('loading') || details('loading'), 'a timer asks');
};
