import { describe, expect, it, vi } from 'vitest';
import type { Actor } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Who } from '#machines/catalog/campaign-statuses.ts';
import { ask } from '#machines/navigation/place.ts';
import { type Ports, type World, openShop, settled } from '../real-shop.ts';
import { NOW, account, campaignId, item, itemId } from '../samples.ts';
import { cents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';

type Shop = Actor<typeof appMachine>;
const asks = (app: Shop) => app.getSnapshot().children.campaigns?.getSnapshot().context;
const whoOf = (app: Shop) => asks(app)?.who;
const lead = (n: number) => ({ kind: 'lead', id: campaignId(n) });
const gone = new ApiProblem('NOT_FOUND');
const open = async (who: World['who'], ports: Ports = {}, more: Partial<World> = {}) => {
  const app = openShop({ who, lines: 0, draft: 'pix', intranet: false, ...more }, undefined, ports).start();
  await settled();
  return app;
};

const place = { latitude: -22, longitude: -43 };
const goTo = (app: Shop, location = place) =>
  app.getSnapshot().children.location?.send({ type: 'location.set', location });
const add = (app: Shop) =>
  app.getSnapshot().children.cart?.send({
    type: 'line.added',
    line: { id: itemId(1), campaignId: campaignId(1), quantity: 1, name: item(1).name, price: cents(990) },
  });

describe('campaigns', () => {
  it('are asked for anew for whoever comes, is met as a visitor, leaves or is elsewhere', async () => {
    const app = await open('client');
    expect(asks(app)?.who).toEqual({ kind: 'client' });
    app.send({ type: 'signout.requested' });
    await settled();
    expect(asks(app)?.who).toEqual({ kind: 'visitor' });
    goTo(app);
    expect(asks(app)?.point).toEqual({ latitude: -22, longitude: -43 });
    expect(app.getSnapshot().children.campaigns?.getSnapshot().value).toEqual({
      list: { ready: 'refreshing' },
      page: 'seen',
    });
    app.stop();
  });
  it('are those of the visitor’s record as soon as there is one', async () => {
    const app = await open('visitor');
    app.send(ask('app.cart', {}));
    add(app);
    // The cart is written once the hand rests.
    await expect.poll(() => asks(app)?.who, { timeout: 5_000 }).toEqual({ kind: 'lead', id: campaignId(99) });
    app.stop();
  });
  it('are those of the place as soon as a visitor says where they are', async () => {
    const kept: unknown[] = [];
    const asked: unknown[] = [];
    const app = await open('visitor', {
      keepLead: (input) => void kept.push((input as unknown as { location: unknown }).location),
      loadCampaigns: ({ who, point }) => void asked.push([who, point]),
    });
    asked.length = 0;
    goTo(app);
    await settled();
    expect(kept).toEqual([place]);
    expect(asked.at(-1)).toEqual([lead(98), place]);
    goTo(app, { latitude: -3, longitude: -38 });
    await settled();
    expect(kept).toHaveLength(2);
    expect(asked.at(-1)).toEqual([lead(98), { latitude: -3, longitude: -38 }]);
    app.stop();
  });
  it('begin no visitor’s record for a client, nor at a company’s door', async () => {
    const keepLead = vi.fn();
    for (const app of [
      await open('client', { keepLead }),
      await open('visitor', { keepLead }, { intranet: true }),
    ]) {
      goTo(app);
      await settled();
      app.stop();
    }
    expect(keepLead).not.toHaveBeenCalled();
  });
  it('are not those of a record that an account has taken over, here or in another tab', async () => {
    const asked: Who[] = [];
    const app = await open('newcomer', { loadCampaigns: ({ who }) => void asked.push(who as Who) });
    const { cart, session } = app.getSnapshot().children;
    cart?.send({ type: 'lead.known', id: campaignId(97) });
    await settled();
    expect([whoOf(app), app.getSnapshot().context.cart.leadId]).toEqual([{ kind: 'client' }, campaignId(97)]);
    asked.length = 0;
    session?.send({ type: 'account.changed', account });
    await settled();
    expect([whoOf(app), app.getSnapshot().context.cart.leadId, asked]).toEqual([
      { kind: 'client' },
      null,
      [{ kind: 'client' }],
    ]);
    // The server ends the sign-in: what is asked for then is nobody's.
    app.send({ type: 'token.rejected' });
    await settled();
    expect(asked.map(({ kind }) => kind)).toEqual(['client', 'visitor']);
    app.stop();
  });
  it('leave the record of somebody alone who signs in with an account that they have', async () => {
    const app = await open('client');
    app.getSnapshot().children.cart?.send({ type: 'lead.known', id: campaignId(97) });
    app
      .getSnapshot()
      .children.session?.send({ type: 'account.changed', account: { ...account, name: 'Outro nome' } });
    await settled();
    expect(app.getSnapshot().context.cart.leadId).toBe(campaignId(97));
    app.stop();
  });
  it('wait with a kept record until it is known who is here', async () => {
    const asked: string[] = [];
    const { promise: person, resolve: come } = Promise.withResolvers<unknown>();
    const app = openShop({ who: 'client', lines: 0, draft: 'pix', intranet: false }, undefined, {
      restoreSession: () => person,
      loadCampaigns: ({ who }) => void asked.push(who.kind),
    }).start();
    app.getSnapshot().children.cart?.send({ type: 'lead.known', id: campaignId(97) });
    await settled();
    expect(asked).toEqual(['visitor']);
    come(null);
    await settled();
    expect(asked).toEqual(['visitor', 'lead']);
    app.stop();
  });
  it('are everybody’s where the server knows the record no more, until there is a new one', async () => {
    const alive = new Set<string>();
    let made = 0;
    const app = await open('visitor', {
      keepLead: () => {
        const id = campaignId(90 + ++made);
        alive.add(id);
        return { id };
      },
      loadCampaigns: ({ who }) => {
        if (who.kind === 'lead' && !alive.has((who as Who & { id: string }).id)) throw gone;
        return { campaigns: [], now: NOW };
      },
    });
    goTo(app);
    await settled();
    expect(whoOf(app)).toEqual(lead(91));
    alive.clear();
    // As after the sandbox was reset: its clock says that it is another one.
    app.send({ type: 'restored', now: NOW + 1 });
    await settled();
    expect([whoOf(app), app.getSnapshot().context.cart.leadId]).toEqual([lead(92), campaignId(92)]);
    expect(app.getSnapshot().children.campaigns?.getSnapshot().matches({ list: 'ready' })).toBe(true);
    app.stop();
  });
});
