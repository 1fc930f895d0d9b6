import { describe, expect, it } from 'vitest';
import type { Actor, AnyActorRef } from 'xstate';
import { NetworkFault } from '#contract/fault.ts';
import { memoryOf } from '#machines/app/memory.ts';
import { whereIs } from '#machines/app/selectors.ts';
import type { appMachine } from '#machines/app/app.machine.ts';
import { ask, toAsked } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import { type StoredPlacing, readMemory, readSignup } from '#machines/stored.ts';
import { type Who, type World, drafts, flowOf, landing, openShop, settled } from '../real-shop.ts';
import { NOW, cartUuid } from '../samples.ts';

type Shop = Actor<typeof appMachine>;
/** What is done next, to the app or to the living flow. */
type Deed = { app: NavigationRequest } | { flow: { type: string } & Record<string, unknown> };
interface Tour {
  name: string;
  who: Who;
  draft?: World['draft'];
  deeds: Deed[];
}

const channel = { type: 'login', channel: 'phone' } as const;
const signUp: Deed[] = [
  { app: ask('signup.account', {}) },
  { flow: { type: 'terms.accepted', texts: [{ id: 'terms', version: '1' }] } },
  { flow: { type: 'signup.begun' } },
  { flow: { type: 'answer.edited', typed: { name: 'maria si' } } },
  { flow: { type: 'name.submitted', name: 'maria silva' } },
  { flow: { type: 'answer.edited', typed: { identification: '5299' } } },
  { flow: { type: 'identification.submitted', identification: '52998224725' } },
  { flow: { type: 'contact.postponed', value: 'maria@exemplo.com' } },
  { flow: { type: 'postalCode.submitted', postalCode: '01310100' } },
  { flow: { type: 'address.changed', patch: { streetNumber: '7' } } },
];
const tours: Tour[] = [
  {
    name: 'a sign-in',
    who: 'visitor',
    deeds: [
      { app: ask('login.options', {}) },
      { app: ask('login.request', channel) },
      { flow: { type: 'contact.changed', channel: 'phone', value: '11987654321' } },
      { flow: { type: 'code.requested' } },
    ],
  },
  {
    name: 'a sign-in on the way to an order',
    who: 'visitor',
    deeds: [
      { app: ask('checkout.shipping', { cartUuid }) },
      { app: ask('login.options', {}) },
      { app: ask('login.request', channel) },
      { flow: { type: 'contact.changed', channel: 'phone', value: '11987654321' } },
      { flow: { type: 'code.requested' } },
    ],
  },
  { name: 'a sign-up', who: 'newcomer', deeds: signUp },
  {
    name: 'a sign-up on the way to an order',
    who: 'newcomer',
    deeds: [{ app: ask('checkout.shipping', { cartUuid }) }, ...signUp],
  },
  {
    name: 'a place',
    who: 'visitor',
    deeds: [
      { app: ask('address.location', {}) },
      { flow: { type: 'postalCode.submitted', postalCode: '01310100' } },
      { flow: { type: 'address.changed', patch: { streetNumber: '7', complement: 'apto 3' } } },
    ],
  },
  {
    name: 'a choice among all days',
    who: 'client',
    draft: 'addressed',
    deeds: [
      { app: ask('checkout.method', {}) },
      { flow: { type: 'shipping.chosen', choice: drafts.pix.shippingMethod } },
      { flow: { type: 'method.submitted' } },
    ],
  },
  {
    name: 'a checkout',
    who: 'client',
    draft: 'addressed',
    deeds: [
      { app: ask('checkout.shipping', { cartUuid }) },
      { flow: { type: 'shipping.chosen', choice: drafts.pix.shippingMethod } },
      { flow: { type: 'shipping.submitted' } },
      { flow: { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } } },
      { flow: { type: 'payment.submitted' } },
      { flow: { type: 'installment.chosen', installments: 3 } },
      { flow: { type: 'installment.submitted' } },
    ],
  },
];

/** The part of a flow that a person typed or chose. */
const typedIn = (flow: AnyActorRef | undefined): unknown => {
  const context = (flow?.getSnapshot() as { context?: Record<string, unknown> } | undefined)?.context ?? {};
  const names = [
    'phone',
    'email',
    'sentTo',
    'resendAt',
    'accepted',
    'name',
    'identification',
    'typed',
    'attrs',
    'second',
    'address',
    'locked',
    'draft',
  ];
  return Object.fromEntries(names.flatMap((name) => (name in context ? [[name, context[name]]] : [])));
};
/**
 * The same page, loaded again: what it wrote is read back as a browser would, and its own address is asked
 * for once the charts live.
 */
function loadedAgain(app: Shop, world: World, ports: Parameters<typeof openShop>[2] = {}): Shop {
  const place = whereIs(app.getSnapshot());
  const { context, children } = app.getSnapshot();
  const memory = readMemory(JSON.parse(JSON.stringify(memoryOf({ context }))));
  const signup = readSignup(JSON.parse(JSON.stringify({ version: 1, ...context.drafts.signup })));
  const kept = children.cart?.getSnapshot().context.draft ?? {};
  const again = openShop(world, undefined, ports, { memory, signup, cartDraft: kept }).start();
  if (place) again.send(toAsked(place));
  return again;
}

const errandOf = (app: Shop) => app.getSnapshot().context.returnTo?.screen;

describe.each(tours)('$name, loaded again after each step,', ({ who, draft = 'pix', deeds }) => {
  const world: World = { who, lines: 2, draft, intranet: false };
  for (const [index] of deeds.entries())
    it(`goes on after step ${index + 1}`, async () => {
      const app = openShop(world).start();
      await settled();
      for (const deed of deeds.slice(0, index + 1)) {
        if ('app' in deed) app.send(deed.app);
        else flowOf(app)?.send(deed.flow);
        await settled();
      }
      const again = loadedAgain(app, world);
      await settled();
      expect(whereIs(again.getSnapshot())).toEqual(whereIs(app.getSnapshot()));
      expect(typedIn(flowOf(again))).toEqual(typedIn(flowOf(app)));
      expect(errandOf(again)).toEqual(errandOf(app));
      app.stop();
      again.stop();
    });
});

it('goes on with a sign-up that was loaded again without a network, as soon as there is one', async () => {
  const world: World = { who: 'newcomer', lines: 2, draft: 'pix', intranet: false };
  const app = openShop(world).start();
  await settled();
  for (const deed of signUp.slice(0, 7)) {
    if ('app' in deed) app.send(deed.app);
    else flowOf(app)?.send(deed.flow);
    await settled();
  }
  const lost = [new NetworkFault('no network')];
  // Undefined leaves the answer to the shop.
  const restoreSession = () => lost.splice(0).map((fault) => Promise.reject(fault))[0];
  const again = loadedAgain(app, world, { restoreSession });
  await settled();
  expect(landing(again)).toBe('app.home (network.offline)');
  again.send({ type: 'network.restored' });
  await settled();
  expect(landing(again)).toBe(landing(app));
  expect(typedIn(flowOf(again))).toEqual(typedIn(flowOf(app)));
  expect(errandOf(again)).toEqual(errandOf(app));
  app.stop();
  again.stop();
});

it('knows who buys in a checkout that was loaded again without a network, as soon as there is one', async () => {
  const world: World = { who: 'client', lines: 2, draft: 'pix', intranet: false };
  const lost = [new NetworkFault('no network')];
  const restoreSession = () => lost.splice(0).map((fault) => Promise.reject(fault))[0];
  const app = openShop(world, undefined, { restoreSession }).start();
  app.send(ask('checkout.shipping', { cartUuid }));
  await settled();
  const buyer = () => app.getSnapshot().children.checkout?.getSnapshot().context.account;
  expect([landing(app), buyer()]).toEqual(['checkout.shipping', null]);
  app.send({ type: 'network.restored' });
  await settled();
  expect([landing(app), buyer()]).toEqual(['checkout.shipping', app.getSnapshot().context.account]);
  expect(buyer()).not.toBeNull();
  app.stop();
});

describe('an order that was on its way when its tab was ended', () => {
  const placing: StoredPlacing = {
    version: 1,
    cartUuid,
    key: `${cartUuid}:pressed`,
    draft: drafts.pix,
    lock: null,
    at: NOW,
    ignoreShippingAddress: false,
  };
  /** Opens the last look again. @returns the keys under which something is sent */
  async function opened(
    who: Who,
    kept: StoredPlacing,
    meanwhile: NavigationRequest[] = [],
    then: Deed[] = [],
  ) {
    const keys: string[] = [];
    const placeOrder = ({ key }: { key: string }) => {
      keys.push(key);
      return new Promise(() => undefined);
    };
    const world: World = { who, lines: 2, draft: 'pix', intranet: false };
    const app = openShop(world, undefined, { placeOrder }, { placing: kept }).start();
    app.send(ask('checkout.confirmation', { cartUuid }));
    for (const request of meanwhile) app.send(request);
    await settled();
    for (const deed of then) {
      if ('app' in deed) app.send(deed.app);
      else flowOf(app)?.send(deed.flow);
      await settled();
    }
    const at = landing(app);
    app.stop();
    return { keys, at };
  }

  it('is sent on by its own key once it is known who is here', async () => {
    expect((await opened('client', placing)).keys).toEqual([placing.key]);
  });
  it('is not sent with another cart', async () => {
    const other = 'b7c1f0de-0000-4000-8000-000000000001';
    const { keys } = await opened('client', { ...placing, cartUuid: other, key: `${other}:pressed` });
    expect(keys).toEqual([]);
  });
  it.each([
    ['there', []],
    ['from elsewhere', [ask('app.home', {})]],
  ] as const)('is not sent by whoever signs in %s', async (_, meanwhile) => {
    const { keys, at } = await opened(
      'expired',
      placing,
      [...meanwhile],
      [
        { app: ask('login.options', {}) },
        { app: ask('login.request', channel) },
        { flow: { type: 'contact.changed', channel: 'phone', value: '11987654321' } },
        { flow: { type: 'code.requested' } },
        { flow: { type: 'code.submitted', code: '123456' } },
        { app: ask('checkout.confirmation', { cartUuid }) },
      ],
    );
    expect([keys, at]).toEqual([[], 'checkout.confirmation']);
  });
});
