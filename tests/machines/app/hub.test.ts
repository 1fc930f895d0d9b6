import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, placeOf } from '#machines/navigation/place.ts';
import { type World, landing, openShop, settled } from '../real-shop.ts';
import { address } from '#tests/support/samples.ts';
import { account, campaign, campaignId, cartUuid, newcomer } from '../samples.ts';

const machines = path.resolve(import.meta.dirname, '../../../machines');
const world: World = { who: 'client', lines: 2, draft: 'pix', intranet: false };

describe('the app as the hub of the charts', () => {
  it('brings what was chosen on an errand back to the checkout that it began in', async () => {
    const chosen = { ...address, streetNumber: '7' };
    const app = openShop(world, undefined, {
      saveAddress: () => ({ ...account, addresses: [chosen] }),
    }).start();
    await settled();
    app.send(ask('checkout.shipping', { cartUuid }));
    await settled();
    app.send(ask('address.location', {}));
    await settled();
    app.getSnapshot().children.address?.send({ type: 'address.chosen', address: chosen });
    // Without a moment in between: the flow that is entered next is born with it.
    expect(landing(app)).toBe('checkout.shipping');
    const { checkout, cart, location } = app.getSnapshot().children;
    expect(checkout?.getSnapshot().context.draft.location).toEqual(chosen);
    expect(cart?.getSnapshot().context.draft.location).toEqual(chosen);
    expect(location?.getSnapshot().context.location).toEqual(chosen);
    expect(app.getSnapshot().context.location).toEqual(chosen);
  });
  it('lets the cart know the campaigns, and then those that were met by their address', async () => {
    const app = openShop(world).start();
    await settled();
    const { cart, campaigns } = app.getSnapshot().children;
    const known = () => cart?.getSnapshot().context.campaigns;
    const listed = campaigns?.getSnapshot().context.campaigns ?? [];
    expect(listed.length).toBeGreaterThan(0);
    expect(known()).toEqual(listed);
    app.send({ type: 'campaign.met', campaign: campaign(99) });
    await settled();
    expect(known()).toEqual([...listed, campaign(99)]);
  });
  it('closes the lead of somebody whose account was just made', async () => {
    const answers = {
      userId: newcomer.user.id,
      accepted: [{ id: 'terms', version: '1' } as const],
      name: 'Maria Silva',
      identification: '52998224725',
      typed: {},
      attrs: {},
      address,
      locked: [],
    };
    const app = openShop(
      { ...world, who: 'newcomer' },
      placeOf('signup.postalCode', {}),
      {},
      { signup: answers },
    ).start();
    await settled();
    const { cart, signup, session } = app.getSnapshot().children;
    cart?.send({ type: 'lead.known', id: campaignId(99) });
    signup?.send({ type: 'address.submitted' });
    await settled();
    expect(session?.getSnapshot().context.account).toEqual(account);
    expect(cart?.getSnapshot().context.leadId).toBeNull();
  });
  it('is the only one that knows the other actors by name', () => {
    const files = readdirSync(machines, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith(`app${path.sep}`),
    );
    const past = files.filter((file) =>
      /system\s*\.\s*get|\bsystem\b.*=>|sendParent|_parent/.test(
        readFileSync(path.join(machines, file), 'utf8').replace(/\/\*[^]*?\*\//g, ''),
      ),
    );
    expect(past).toEqual(['notify.ts']);
  });
});
