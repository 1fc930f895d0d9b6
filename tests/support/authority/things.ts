import { alert } from '#server/db/schema/people/alert.ts';
import { news } from '#server/db/schema/news.ts';
import { photo } from '#server/db/schema/photo.ts';
import { session } from '#server/db/schema/people/session.ts';
import { returnPhoto } from '#server/db/schema/order.ts';
import {
  type Client,
  type Lead,
  buy,
  campaignId,
  line,
  newCart,
  newClient,
  newLead,
  uuid,
} from '../buyers.ts';
import { newCard } from '../orders/cards.ts';
import type { Call, TestServer } from '../store/server.ts';
import { newWallet } from '../orders/wallets.ts';
import type { Caller } from './row.ts';

/** Everybody who calls, and one of each thing that belongs to `owner`. */
export interface Things {
  server: TestServer;
  people: Record<Caller, Call>;
  owner: Client;
  lead: Lead;
  order: { id: string; code: string; cartUuid: string };
  cart: string;
  otherCart: string;
  /** That of `cart`, so that a refused write is refused for the person. */
  cartVersion: number;
  wallet: string;
  card: string;
  news: string;
  alert: string;
  /** one that has ended: whoever ends it leaves the caller's alone */
  session: string;
  photo: string;
  removedPhoto: string;
  answerPhotos: { read: string; removed: string };
}

export async function thingsOf(server: TestServer): Promise<Things> {
  const owner = await newClient(server);
  const other = await newClient(server);
  const foreign = await newClient(server, { host: 'clube.localhost' });
  const lead = await newLead(server);
  const bare = await newClient(server);
  const bought = await buy(server, owner, [line('tomate', 1)]);
  const things: Things = {
    server,
    people: {
      anonymous: {},
      lead: { leadSecret: lead.leadSecret },
      client: { bearer: bare.bearer },
      otherClient: { bearer: other.bearer },
      otherTenant: { bearer: foreign.bearer },
      owner: { bearer: owner.bearer },
    },
    owner,
    lead,
    order: { ...bought.order, cartUuid: bought.cartUuid },
    cart: (await newCart(server, owner, [line('banana', 1)])).uuid,
    otherCart: (await newCart(server, owner, [line('banana', 2)])).uuid,
    cartVersion: 1,
    wallet: await newWallet(server, owner.accountId, [[100]]),
    card: (await newCard(server, owner.bearer)).id,
    news: uuid(),
    alert: uuid(),
    session: uuid(),
    photo: uuid(),
    removedPhoto: uuid(),
    answerPhotos: { read: uuid(), removed: uuid() },
  };
  const ofTenant = { tenantId: 'client', at: server.core.clock.date() };
  await server.core.db.tenant('client', async (tx) => {
    await tx
      .insert(news)
      .values({ ...ofTenant, id: things.news, subject: `user:${owner.userId}`, title: 'A', text: 'B' });
    await tx.insert(alert).values({
      ...ofTenant,
      id: things.alert,
      subject: `user:${owner.userId}`,
      campaignId: campaignId(),
      awaits: 'ARRIVES',
      channel: 'SMS',
      contact: owner.phone,
      origin: 'http://feira.localhost',
      version: '1',
    });
    await tx.insert(session).values({
      tenantId: 'client',
      id: things.session,
      userId: owner.userId,
      provedAt: ofTenant.at,
      createdAt: ofTenant.at,
      expiresAt: ofTenant.at,
    });
    for (const id of [things.photo, things.removedPhoto])
      await tx.insert(returnPhoto).values({
        ...ofTenant,
        id,
        orderId: things.order.id,
        type: 'image/png',
        data: 'iVBORw0KGgo=',
      });
    for (const id of Object.values(things.answerPhotos))
      await tx.insert(photo).values({ ...ofTenant, id, subject: `account:${owner.accountId}`, data: '/9j/' });
  });
  return things;
}
