import { createClock } from '#client/clock.ts';
import { teller, topicsOf } from '#shell/wiring/streaming.ts';
import type { AppActor, appMachine } from '#machines/app/app.machine.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { describe, expect, it } from 'vitest';
import { type Actor, createActor } from 'xstate';
import { NOW, cartUuid, client, openingIn, order, orderCode } from '../machines/samples.ts';
import { openShop, settled } from '../machines/real-shop.ts';

type Shop = Actor<typeof appMachine>;
const HOUR = 3_600_000;
const visitor = { who: 'visitor', lines: 2, draft: 'pix', intranet: false } as const;
const at = (ms: number) => new Date(ms).toISOString();

describe('news of the server', () => {
  it('are listened to by every page of a sandbox, and elsewhere only with an order', async () => {
    const app = openShop(visitor).start();
    await settled();
    expect(topicsOf(app.getSnapshot(), true)).toEqual(['campaigns', `cart:${cartUuid}`]);
    expect(topicsOf(app.getSnapshot(), false)).toEqual([]);
    app.stop();
    const known = openShop({ ...visitor, who: 'client' }, undefined, {
      restoreSession: () => client,
      loadOrders: () => ({ orders: [order(1, 1, 'PENDING_PAYMENT')], page: 0, totalPages: 1 }),
    }).start();
    await settled();
    known.send(ask('app.accountDashboard', {}));
    await settled();
    expect(topicsOf(known.getSnapshot(), false)).toEqual([
      `order:${orderCode(1)}`,
      'campaigns',
      `cart:${cartUuid}`,
    ]);
    known.stop();
  });
  it('of an order that came with the page are listened to once it is known who asks', async () => {
    const found = Promise.withResolvers<typeof client>();
    const app = openShop({ ...visitor, who: 'client' }, undefined, { restoreSession: () => found.promise });
    app.start();
    await settled();
    expect([app.getSnapshot().context.session, topicsOf(app.getSnapshot(), true)]).toEqual(['restoring', []]);
    found.resolve(client);
    await settled();
    expect(topicsOf(app.getSnapshot(), true)).not.toEqual([]);
    app.stop();
  });
  it('are nothing for somebody at the door of a company', async () => {
    const app = openShop({ ...visitor, lines: 0, intranet: true }).start();
    await settled();
    expect(topicsOf(app.getSnapshot(), true)).toEqual([]);
    app.stop();
  });
  it('move the clock and open a campaign at once for a visitor', async () => {
    let asked = 0;
    const clock = createClock(NOW, () => NOW);
    const app: Shop = openShop(visitor, undefined, {
      loadCampaigns: () => {
        asked += 1;
        return { campaigns: [openingIn(2, HOUR)], now: clock.now() };
      },
    }).start();
    await settled();
    const statuses = () => app.getSnapshot().context.campaigns.statuses.map(({ status }) => status);
    expect([statuses(), asked]).toEqual([['SCHEDULED'], 1]);
    const tell = teller(app satisfies AppActor, clock);
    tell({ type: 'clock.changed', now: at(NOW + HOUR) });
    expect([clock.now(), statuses()]).toEqual([NOW + HOUR, ['OK']]);
    await settled();
    tell({ type: 'clock.changed', now: at(NOW) });
    await settled();
    expect([clock.now(), statuses(), asked]).toEqual([NOW, ['SCHEDULED'], 3]);
    // An answer to some call may have told this clock first: the news still wakes everybody.
    clock.hear(NOW + HOUR);
    tell({ type: 'clock.changed', now: at(NOW + HOUR) });
    await settled();
    expect([statuses(), asked]).toEqual([['OK'], 4]);
    tell({ type: 'campaign.changed' });
    await settled();
    expect(asked).toBe(5);
    app.stop();
  });
});

describe('campaigns', () => {
  it('are judged by the clock of the news before the answer comes', () => {
    const actor = createActor(campaignsMachine, {
      input: { now: NOW, seed: { campaigns: [openingIn(1, HOUR)], now: NOW } },
    }).start();
    actor.send({ type: 'restored', now: NOW + HOUR });
    expect(actor.getSnapshot().context.statuses).toMatchObject([{ status: 'OK' }]);
    actor.stop();
  });
});
