import { type WalletsContext, walletsMachine } from '#machines/wallets.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { NOW, bug, fault, order, orderCode, refusedAs } from './samples.ts';
import { bucket, movement, walletOf, walletUuid } from './wallet-samples.ts';

export const machine = walletsMachine;
const fuller = { balance: [bucket(1, 9), bucket(2, 3)], statement: [movement(2), movement(1)] };
export const model: Model<typeof walletsMachine> = {
  inputs: [undefined],
  events: [
    { type: 'session.opened' },
    { type: 'session.closed' },
    { type: 'wallets.opened', uuid: null },
    { type: 'wallets.opened', uuid: walletUuid(1) },
    { type: 'wallets.opened', uuid: walletUuid(2) },
    { type: 'order.placed', order: order(1) },
    { type: 'order.changed', code: orderCode(1), state: 'PAID', version: 2 },
    { type: 'order.stale' },
    { type: 'load.retried' },
    { type: 'page.shown', now: NOW },
    { type: 'restored', now: NOW },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadWallets: [{ ok: [walletOf(1), walletOf(2)] }, { ok: [] }, fault, bug],
    loadWallet: [{ ok: fuller }, fault, bug, refusedAs('NOT_FOUND')],
  },
  reduceContext: ({ wallets, uuid, statement, failures }) => [
    wallets.length,
    uuid,
    statement.length,
    Math.min(1, failures),
  ],
};

const MOVED = ['order.placed', 'order.changed', 'order.stale', 'page.shown', 'restored', 'network.restored'];
/**
 * Nothing is asked before somebody looks, and nothing stays of somebody who left; what a purchase may have moved is
 * asked again; a failure never takes away what was known, and never is silent.
 */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as WalletsContext;
  const was = before?.context as WalletsContext | undefined;
  const event = steps.at(-1);
  const at = (value: object) => snapshot.matches(value as never);
  const wasAt = (value: object) => before?.matches(value as never) ?? false;
  for (const part of ['list', 'details'] as const)
    for (const [tag, value] of [
      ['busy', { [part]: 'loading' }],
      ['known', { [part]: 'known' }],
      ['outdated', { [part]: { known: 'outdated' } }],
      ['offline', { [part]: 'offline' }],
      ['failed', { [part]: 'failed' }],
    ] as const)
      expectThat(snapshot.hasTag(`${part}.${tag}`) === at(value), `${part}.${tag} is what it says`);
  expectThat(snapshot.hasTag('details.gone') === at({ details: 'gone' }), 'gone is what it says');
  const opened = steps.some(({ type }) => type === 'wallets.opened');
  expectThat(opened || calls.length === 0, 'nothing is asked before somebody looks');
  if (at({ details: 'loading' }) || at({ details: { known: 'refreshing' } }))
    expectThat(
      JSON.stringify(calls.filter(({ port }) => port === 'loadWallet').at(-1)?.input) ===
        JSON.stringify({ uuid: context.uuid }),
      'asks for the wallet that is open',
    );
  if (!event || !before || !was) return;
  const { type } = event;
  if (type === 'session.closed')
    expectThat(
      at({ list: 'idle', details: 'idle' }) &&
        context.wallets.length === 0 &&
        context.statement.length === 0 &&
        context.uuid === null,
      'nothing stays of somebody who left',
    );
  if (MOVED.includes(type) || type === 'load.retried')
    for (const part of ['list', 'details'])
      if (wasAt({ [part]: 'known' }))
        expectThat(at({ [part]: { known: 'refreshing' } }), `${part} is compared with the shop`);
  if (type === 'wallets.opened')
    expectThat(
      at({ list: 'loading' }) || at({ list: { known: 'refreshing' } }) || at({ list: 'offline' }),
      'who looks is shown what there is now',
    );
  if (type === 'wallets.opened' && event['uuid'] !== null) {
    expectThat(context.uuid === event['uuid'], 'the one that was opened');
    expectThat(
      wasAt({ details: 'known' }) && was.uuid === event['uuid']
        ? at({ details: { known: 'refreshing' } })
        : at({ details: 'loading' }),
      'and its statement is asked for, without a skeleton where it is known',
    );
    if (was.uuid !== event['uuid'])
      expectThat(context.statement.length === 0, 'the statement of another wallet is not shown for it');
  }
  for (const part of ['list', 'details']) {
    if (type === 'session.opened' && wasAt({ [part]: 'failed' }))
      expectThat(at({ [part]: 'loading' }), 'what was asked for nobody is asked again');
    if (type === 'load.retried' && (wasAt({ [part]: 'failed' }) || wasAt({ [part]: 'offline' })))
      expectThat(at({ [part]: 'loading' }), 'asked again by a press');
    if (type === 'network.restored' && wasAt({ [part]: 'offline' }))
      expectThat(at({ [part]: 'loading' }), 'asked again with the network');
  }
  if (type === 'xstate.done.actor.loadWallets' || type === 'xstate.done.actor.refreshWallets')
    expectThat(
      at({ list: { known: 'resting' } }) && context.wallets === event['output'] && context.failures === 0,
      'the wallets as the shop has them',
    );
  if (type === 'xstate.done.actor.loadWallet' || type === 'xstate.done.actor.refreshWallet') {
    const mine = context.wallets.find(({ uuid }) => uuid === context.uuid);
    expectThat(
      at({ details: { known: 'resting' } }) &&
        context.statement === fuller.statement &&
        (!mine || mine.balance === fuller.balance) &&
        context.wallets.every((one, n) => one === mine || one === was.wallets[n]),
      'one wallet with what explains it, the others as they were',
    );
  }
  if (type === 'xstate.error.actor.loadWallets' || type === 'xstate.error.actor.loadWallet') {
    const part = type.endsWith('s') ? 'list' : 'details';
    const { name, code } = event['error'] as Error & { code?: string };
    expectThat(
      at({ [part]: name === 'NetworkFault' ? 'offline' : code === 'NOT_FOUND' ? 'gone' : 'failed' }),
      'no answer is not a wrong one, and somebody else’s wallet is none',
    );
  }
  if (type === 'xstate.error.actor.refreshWallets' || type === 'xstate.error.actor.refreshWallet') {
    const part = type.endsWith('s') ? 'list' : 'details';
    expectThat(
      (at({ [part]: { known: 'outdated' } }) && context.failures === was.failures + 1) ||
        at({ details: 'gone' }),
      'what could not be compared is said to be old',
    );
    expectThat(context.wallets === was.wallets && context.statement === was.statement, 'and stays');
  }
};
