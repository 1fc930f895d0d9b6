import { describe, expect, it } from 'vitest';
import type { Actor } from 'xstate';
import type { appMachine } from '#machines/app.machine.ts';
import { ask } from '#machines/place.ts';
import { openShop, settled } from './real-shop.ts';
import { campaignId, item, itemId } from './samples.ts';
import { cents } from '#contract/money.ts';

type Shop = Actor<typeof appMachine>;
const asks = (app: Shop) => app.getSnapshot().children.campaigns?.getSnapshot().context;
const open = async (who: 'visitor' | 'client', lines = 0) => {
  const app = openShop({ who, lines, draft: 'pix', intranet: false }).start();
  await settled();
  return app;
};

describe('campaigns', () => {
  it('are asked for anew for whoever comes, is met as a visitor, leaves or is elsewhere', async () => {
    const app = await open('client');
    expect(asks(app)?.who).toEqual({ kind: 'client' });
    app.send({ type: 'signout.requested' });
    await settled();
    expect(asks(app)?.who).toEqual({ kind: 'visitor' });
    app.getSnapshot().children.location?.send({ type: 'location.set', location: { latitude: -22, longitude: -43 } });
    expect(asks(app)?.point).toEqual({ latitude: -22, longitude: -43 });
    expect(app.getSnapshot().children.campaigns?.getSnapshot().value).toEqual({ ready: 'refreshing' });
    app.stop();
  });
  it('are those of the visitor’s record as soon as there is one', async () => {
    const app = await open('visitor');
    app.send(ask('app.cart', {}));
    const { cart } = app.getSnapshot().children;
    cart?.send({
      type: 'line.added',
      line: { id: itemId(1), campaignId: campaignId(1), quantity: 1, name: item(1).name, price: cents(990) },
    });
    // The cart is written once the hand rests.
    await expect.poll(() => asks(app)?.who, { timeout: 5_000 }).toEqual({ kind: 'lead', id: campaignId(99) });
    app.stop();
  });
});
