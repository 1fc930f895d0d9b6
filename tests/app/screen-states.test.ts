import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { statesOf, subStateOf, subStates } from '#shell/page/screen-states.ts';
import { statesShown } from '#shell/page/announcer.tsx';
import { addressMachine } from '#machines/address/address.machine.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { cardMachine } from '#machines/orders/card.machine.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { placeOf } from '#machines/navigation/place.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import { screenIds } from '#machines/navigation/screens.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import { walletsMachine } from '#machines/wallets.machine.ts';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { filesByScreen } from '../../src/build/screens.ts';
import { openShop, settled } from '../machines/real-shop.ts';
import { order, orderCode } from '../machines/samples.ts';

const charts: Record<string, AnyStateMachine> = {
  app: appMachine,
  session: sessionMachine,
  orders: ordersMachine,
  wallets: walletsMachine,
  pix: pixMachine,
  card: cardMachine,
  checkout: checkoutMachine,
  login: loginMachine,
  signup: signupMachine,
  address: addressMachine,
  cart: cartMachine,
  catalog: catalogMachine,
  product: productMachine,
  campaigns: campaignsMachine,
  marketplace: marketplaceMachine,
};
const tagsOf = (node: AnyStateNode): string[] => [
  ...node.tags,
  ...Object.values(node.states).flatMap(tagsOf),
];
const screenFiles = filesByScreen();
const src = path.join(import.meta.dirname, '../../src');
/** A screen's file and the parts of its own area that it draws. */
function textOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const parts = [...text.matchAll(/from '(\.\/[\w-]+\.tsx?)'/g)].map(([, part]) =>
    path.join(path.dirname(file), part ?? ''),
  );
  return text + parts.map((part) => textOf(part, seen)).join('');
}
const sourceOf = (id: (typeof screenIds)[number]) => textOf(path.join(src, screenFiles[id] ?? ''));

describe('the table of screens and their states', () => {
  it.each(screenIds)('has a focus and words for every state of every chart that %s shows', (id) => {
    const missing = statesOf(id).charts.flatMap((chart) => {
      const machine = charts[chart];
      if (!machine) return [chart];
      return tagsOf(machine.root)
        .filter((tag) => subStateOf(chart, tag) === undefined)
        .map((tag) => `${chart} ${tag}`);
    });
    expect(missing).toEqual([]);
  });
  it.each(screenIds)('knows every chart whose states decide what %s draws', (id) => {
    const asked = [
      ...sourceOf(id).matchAll(
        /use(?:Root|Flow)State\(\s*'(\w+)',\s*\((\w+)\) =>[^;]*?\b\2\.(?:hasTag|matches)\(/g,
      ),
    ];
    const known: readonly string[] = statesOf(id).charts;
    expect(
      [...new Set(asked.map(([, chart]) => chart ?? ''))].filter((chart) => !known.includes(chart)),
    ).toEqual([]);
  });
  it.each(screenIds)('says truly where the focus of %s begins', (id) => {
    const source = sourceOf(id);
    // The form of a person says itself which field it begins with.
    if (statesOf(id).focus === 'field') expect(source).toMatch(/autoFocus|focus\(\)|usePersonalForm/);
    else expect(source).toMatch(/ScreenHeading|\bheading\b|data-screen-heading|<Step\b|CheckoutFrame/);
  });
  it('has no row that no chart needs', () => {
    const used = Object.entries(charts).flatMap(([chart, machine]) =>
      tagsOf(machine.root).map((tag) =>
        subStates[`${chart}.${tag}`] ? `${chart}.${tag}` : (tag.split('.').at(-1) ?? tag),
      ),
    );
    expect(Object.keys(subStates).filter((row) => !used.includes(row))).toEqual([]);
  });
  it('says that an order was canceled, of whose button nothing is left', async () => {
    const app = openShop(
      { who: 'client', lines: 0, draft: 'empty', intranet: false },
      placeOf('app.ordersDetails', { orderCode: orderCode(1) }),
    );
    app.start();
    await settled();
    app.getSnapshot().children.orders?.send({ type: 'cancel.requested', id: order(1).id });
    await settled();
    expect(statesShown(app)).toContain('orders cancel.done');
    expect(subStateOf('orders', 'cancel.done')).toEqual({
      focus: 'heading',
      say: 'A loja recebeu o cancelamento do pedido.',
    });
    app.stop();
  });
});
