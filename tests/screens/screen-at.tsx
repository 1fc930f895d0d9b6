import { type Shell, ShellContext } from '#client/context.ts';
import { type TenantView, tenantView } from '#client/tenant.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { placeOf } from '#machines/navigation/place.ts';
import type { ParamsOf, ScreenId } from '#machines/navigation/screens.ts';
import { createShopRouter } from '#shell/routes.tsx';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { tenantOf } from '../app/stub-shop.ts';
import { type Ports, type World, openShop, settled } from '../machines/real-shop.ts';
import { NOW } from '../machines/samples.ts';

const help = { label: 'Precisa de ajuda?', message: 'Olá!', phone: '+55 11 98765-4321', hours: '8h às 18h' };

export interface Visit {
  who?: Partial<World>;
  /** what the page knows of its tenant, where it is not that of the samples */
  tenant?: Partial<TenantView>;
  /** answers of the server that are not those of the samples, by port */
  ports?: Ports;
  /** what is tapped there, or happens: the events of an actor of the shop, one after the other */
  taps?: readonly (readonly [actor: string, event: { type: string } & Record<string, unknown>])[];
}

/**
 * A screen as the browser first draws it, from the real charts over a server that answers at once. Somebody who
 * may not be there is drawn where the charts send them: `address` says where that is.
 */
export async function screenAt<S extends ScreenId>(
  screen: S,
  params: ParamsOf<S>,
  { who = {}, tenant = {}, ports = {}, taps = [] }: Visit = {},
  search: object = {},
) {
  const place = placeOf(screen, params, search);
  const world: World = { who: 'client', lines: 0, draft: 'empty', intranet: false, ...who };
  const { intranet, guests = true } = world;
  const { addressForm, personalForm } = tenant;
  const known = { client: 'feira', intranet, guestOrders: guests, addressForm, personalForm };
  const app = openShop(world, place, ports, { tenant: known }).start();
  await settled();
  for (const [actor, event] of taps) {
    app.getSnapshot().children[actor as 'cart']?.send(event as never); // actors are named by the test that taps
    await settled();
  }
  const { addresses } = createShopRouter(createMemoryHistory());
  const { router, connect } = createShopRouter(
    createMemoryHistory({ initialEntries: [addresses.hrefOf(whereIs(app.getSnapshot()) ?? place)] }),
  );
  connect(app);
  await router.load();
  const shell = {
    app,
    addresses,
    tenant: { ...tenantView({ ...tenantOf(), help }, false), ...tenant },
    clock: { now: () => NOW },
    renderedAt: NOW,
    first: null,
    origin: 'http://shop.test',
    attend: () => Promise.resolve(),
  };
  const html = renderToString(
    <ShellContext value={shell as unknown as Shell}>
      <RouterProvider router={router} />
    </ShellContext>,
  ); // nothing on these screens asks for more of the shell
  app.stop();
  const text = html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  return { html, text, address: router.history.location.pathname };
}
