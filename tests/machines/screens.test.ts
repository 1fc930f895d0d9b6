import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { charts, ownedScreens } from '#machines/navigation/charts.ts';
import { paramNames } from '#machines/navigation/place.ts';
import { definition, screenIds } from '#machines/navigation/screens.ts';

/**
 * Paths of specification §2, as it writes them, by its screen names; only those of the screens that exist.
 */
const specified: Record<string, string[]> = {
  home: ['empty path'],
  newHome: ['/home'],
  campaign: ['/store/{campaignId}'],
  product: ['/store/{campaignId}/product/{itemId}'],
  catalog: ['/store/{campaign}/catalog'],
  category: ['/store/{campaign}/catalog/category/{category}'],
  cart: ['/cart'],
  checkout: ['/cart/{cartUuid}/checkout'],
  payment: ['/cart/{cartUuid}/payment'],
  paymentInstallment: ['/cart/{cartUuid}/installment'],
  orderConfirmation: ['/cart/{cartUuid}/confirmation'],
  unauthenticatedCartAccess: ['/unauthenticated/cart'],
  orderSuccess: ['/order/{orderCode}/success'],
  orderPendingPayment: ['/order/{orderCode}/pending'],
  ordersDetails: ['/order/{orderCode}/details'],
  accountDashboard: ['/account'],
  loginOptions: ['/login'],
  verification: ['/{type}/phone/verification', '/{type}/email/verification'],
  activation: ['/{type}/phone/activation', '/{type}/email/activation'],
  signUpAccount: ['/signup'],
  signUpName: ['/signup/name'],
  signUpId: ['/signup/identification'],
  signUpPostalCode: ['/signup/postalcode'],
  location: ['/location'],
  addressNumber: ['/addressnumber'],
  shippingMethod: ['/shippingmethod'],
  intranetLogin: ['/intranet/login'],
  about: ['/about'],
};
const asSpecified = (path: string, channels: readonly string[] | undefined): string[] => {
  const written = path === '/' ? 'empty path' : path.replaceAll(/\$(\w+)/g, '{$1}');
  return (channels ?? ['']).map((channel) => written.replace('{channel}', channel));
};
const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];
const askedIn = (node: AnyStateNode): string[] =>
  [...node.transitions.keys()].filter((descriptor) => descriptor.startsWith('asked'));

describe('the screen table', () => {
  it('has the paths of the specification', () => {
    const table = Object.fromEntries(
      screenIds.map((id) => [
        definition(id).name,
        asSpecified(definition(id).path, definition(id).only?.['channel']),
      ]),
    );
    expect(table).toEqual(specified);
  });
  it('names each screen and each path once', () => {
    for (const kind of ['name', 'path', 'title'] as const) {
      const all = screenIds.map((id) => definition(id)[kind]);
      if (kind !== 'title') expect(new Set(all).size).toBe(all.length);
      expect(all.every((text) => text.length > 0)).toBe(true);
    }
  });
  it('limits only parameters that its paths have', () => {
    for (const id of screenIds)
      expect(
        Object.keys(definition(id).only ?? {}).filter(
          (name) => !paramNames(definition(id).path).includes(name),
        ),
        id,
      ).toEqual([]);
  });
  it('gives each screen to exactly one chart, as a direct state of it', () => {
    expect([...ownedScreens().keys()].toSorted()).toEqual(screenIds.toSorted());
  });
});

describe('the charts that own screens', () => {
  it('listen to wishes for screens that exist, and to nothing like them', () => {
    const strange: string[] = [];
    let seen = 0;
    for (const [name, machine] of Object.entries(charts)) {
      for (const node of nodesOf(machine.root)) {
        for (const descriptor of askedIn(node)) {
          seen += 1;
          const wish = descriptor.replace(/^asked\./, '').replace(/\*$/, '');
          const isKnown =
            descriptor === 'asked.*' ||
            (descriptor.endsWith('.*')
              ? screenIds.some((id) => id.startsWith(wish))
              : (screenIds as string[]).includes(wish));
          if (!isKnown) strange.push(`${name} ${node.id}: ${descriptor}`);
        }
      }
    }
    expect(strange).toEqual([]);
    expect(seen).toBeGreaterThan(screenIds.length);
  });
  it('can be asked for every one of their screens from anywhere', () => {
    for (const [id, machine] of ownedScreens())
      expect([...machine.root.transitions.keys()], id).toContain(`asked.${id}`);
  });
});
