import { networkActors } from '#actors/network.ts';
import type { Tabs } from '#actors/tabs.ts';
import type { Client } from '#api/client.ts';
import type { AppInput } from '#machines/app/context.ts';
import { type AppActor, appMachine } from '#machines/app/app.machine.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import {
  cartSlot,
  chosenSlot,
  couponSlot,
  leadSlot,
  noticesSlot,
  ordersSlot,
  walletsSlot,
} from '#machines/app/late-roots.ts';
import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import { networkMachine } from '#machines/network.machine.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { type ActorOptions, type AnyActorLogic, createActor, fromPromise } from 'xstate';
import type { shopCalls } from './calls.ts';
import type { Clock } from '#client/clock.ts';
import { type FlowLoader, createFlowLoader } from './flows.ts';
import { late, once } from '#client/late.ts';
import { lateChart } from './late-chart.ts';
import { whenIdle } from '#shell/rest.ts';
import { provided } from './provided.ts';
import type { sessionLogic } from './session-logic.ts';
import type { Storage } from '#client/storage.ts';
import type { TenantView } from '#client/tenant.ts';

type Calls = ReturnType<typeof shopCalls>;
type SessionLogic = ReturnType<typeof sessionLogic>;

export interface Wired {
  app: AppActor;
  /** The client of the API, whose code comes when somebody asks for it. */
  api: () => Promise<Client>;
  flows: FlowLoader;
}

interface Options {
  tenant: TenantView;
  clock: Clock;
  storage: Storage;
  tabs: Tabs;
  base: string;
  input: Omit<AppInput, 'tenant' | 'now'>;
  /** Where a page is drawn: how calls are sent, and what charts wait by. */
  server?: {
    calls: Pick<Parameters<typeof shopCalls>[0], 'fetch' | 'through'>;
    actor: Pick<ActorOptions<AnyActorLogic>, 'clock'>;
  };
  /** Of somebody who has something in hand, whose cart cannot begin without it. */
  cart?: typeof cartMachine | undefined;
}

/** What changes a cart with nothing in it, and what is about its coupon, by how the events begin. */
const CART_WAKES = ['line.', 'draft.', 'checkout.', 'cart.changed', 'session.opened', 'lead.', 'coupon.'];

/** The machine with every port that the public screens need; flows are wired when they are loaded. */
export function wire({ tenant, clock, storage, tabs, base, input, server, cart: held }: Options): Wired {
  const onServer = typeof window === 'undefined';
  // Made before the actor, asked only after it: the credentials live in its charts.
  const made: { app?: AppActor } = {};
  const app = (): AppActor => {
    if (!made.app) throw new Error('the app was asked before it was made');
    return made.app;
  };
  const calls = once<Calls>(async () =>
    (await import('./calls.ts')).shopCalls({
      app,
      client: tenant.client,
      isClosed: tenant.intranet,
      base,
      lead: storage.lead,
      clock,
      onServer,
      ...server?.calls,
    }),
  );
  const api = async () => (await calls()).api;
  const signedIn = once<SessionLogic>(async () => {
    const [{ sessionLogic }, client] = await Promise.all([import('./session-logic.ts'), api()]);
    const logic = sessionLogic(client, tabs, clock.now, `vitrine:${tenant.client}:renewal`);
    // XState looks an actor up when it is invoked, in this very table.
    Object.assign(sessionChart.implementations.actors, { token: logic.token });
    return logic;
  });
  // A server asks nothing in somebody's name: what it knows of them is in the seed.
  const session = late(
    async () => (await signedIn()).session,
    ['restoreSession', 'loadAccount', 'signOut'],
    !onServer,
  );
  const sessionChart = provided(sessionMachine, session);
  const visitor = once(async () => (await import('./visitor.ts')).visitorLogic(await api(), storage));
  const cart = late(
    async () => (await visitor()).cart,
    ['drawCart', 'ensureLead', 'putCart', 'loadCart', 'loadSavedCart'],
    !onServer,
  );
  const spoken = once(async () => (await import('./notices-logic.ts')).noticesLogic(await api()));
  const looked = once(async () => (await import('./wallets-logic.ts')).walletsLogic(await api()));
  const marketplace = late(async () => (await calls()).marketplace, ['loadMarketplace']);
  const campaigns = late(async () => (await calls()).campaigns, ['loadCampaigns']);
  // The chart does not wait for a courtesy: it is done when the page rests, and not at all on the server.
  const preloadTop = fromPromise<void, { campaigns: string[] }>(({ input: top }) => {
    if (!onServer)
      void whenIdle()
        .then(async () => (await calls()).warm(top.campaigns))
        .catch(() => undefined);
    return Promise.resolve();
  });
  const catalog = late(async () => (await calls()).catalog, ['loadPreview', 'loadItems']);
  const product = late(async () => (await calls()).product, ['loadItem']);
  // A page that is drawn waits for no code.
  const woken = (wakes: readonly string[]) => (onServer ? [] : wakes);
  const machine = provided(appMachine, {
    session: sessionChart,
    marketplace: provided(marketplaceMachine, marketplace),
    campaigns: provided(campaignsMachine, { ...campaigns, preloadTop }),
    catalog: provided(catalogMachine, catalog),
    product: provided(productMachine, product),
    lead: lateChart(leadSlot, async () => (await visitor()).lead, woken(['lead.wanted'])),
    cart: lateChart(
      cartSlot,
      async () => provided((await import('./visitor.ts')).cartMachine, cart),
      CART_WAKES,
      held && provided(held, cart),
    ),
    coupon: lateChart(couponSlot, async () => (await visitor()).coupon, woken(CART_WAKES)),
    chosen: lateChart(
      chosenSlot,
      async () => (await visitor()).chosen,
      woken(['marketplace.', 'session.closed']),
    ),
    orders: lateChart(
      ordersSlot,
      async () => (await signedIn()).orders,
      woken(['session.opened', 'order.opened', 'order.placed']),
    ),
    wallets: lateChart(walletsSlot, looked, woken(['wallets.opened'])),
    network: provided(networkMachine, networkActors),
    notices: lateChart(noticesSlot, spoken, ['notice.posted']),
  });
  made.app = createActor(machine, {
    ...server?.actor,
    input: {
      ...input,
      tenant: {
        client: tenant.client,
        intranet: tenant.intranet,
        guestOrders: tenant.guestOrders,
        addressForm: tenant.addressForm,
        personalForm: tenant.personalForm,
      },
      now: clock.now(),
    },
  });
  // A flow may end in a sign-in, so what belongs to one comes with the flows.
  const prepared = async () => (await Promise.all([api(), signedIn()]))[0];
  // XState's own table, looked up by name
  const table = machine.implementations.actors as Record<string, unknown>;
  return { app: made.app, api, flows: createFlowLoader(table, prepared, clock.now, storage) };
}
