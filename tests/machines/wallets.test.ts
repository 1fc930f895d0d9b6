import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { WalletsEvent } from '#machines/wallets.machine.ts';
import { walkOf } from '../support/walked.ts';
import { NOW, order, orderCode } from './samples.ts';
import { settled } from './real-shop.ts';
import { movement, walletOf, walletUuid } from './wallet-samples.ts';
import { machine, model, oracle } from './wallets.model.ts';

const walked = walkOf(machine, model, oracle);

describe('wallets', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, judged at every step', () => {
    expect(walked.untaken()).toEqual([]);
  });

  const news: WalletsEvent[] = [
    { type: 'order.placed', order: order(1) },
    { type: 'order.changed', code: orderCode(1), state: 'PAID', version: 2 },
    { type: 'order.changed', code: orderCode(1), state: 'REFUNDED', version: 3 },
    { type: 'order.stale' },
    { type: 'page.shown', now: NOW },
    { type: 'restored', now: NOW },
    { type: 'network.restored' },
  ];
  it.each(news)('are asked for again at $type, and before anybody looked at nothing', async (event) => {
    const asked: string[] = [];
    const chart = machine.provide({
      actors: {
        loadWallets: fromPromise(() => {
          asked.push('wallets');
          return Promise.resolve([walletOf(1)]);
        }),
        loadWallet: fromPromise(({ input: { uuid } }) => {
          asked.push(uuid);
          return Promise.resolve({ balance: [], statement: [movement(1)] });
        }),
      },
    });
    const wallets = createActor(chart).start();
    wallets.send(event);
    await settled();
    expect(asked).toEqual([]);
    wallets.send({ type: 'wallets.opened', uuid: walletUuid(1) });
    await settled();
    expect(asked.splice(0).toSorted()).toEqual([walletUuid(1), 'wallets']);
    wallets.send(event);
    await settled();
    expect(asked.toSorted()).toEqual([walletUuid(1), 'wallets']);
    wallets.stop();
  });
});
