import { type ScreenId, definition } from '#machines/navigation/screens.ts';
import { shelfOf } from './store/api-driver.ts';
import type { Shop } from './shop.ts';

/** Campaigns of the demo shop by how they stand: open, scheduled, blocked, expired. */
export const CAMPAIGNS = [
  'feira-da-semana',
  'cestas-de-natal',
  'queijos-da-canastra',
  'morangos-de-atibaia',
] as const;

export type AddressOf = (screen: ScreenId, values?: Readonly<Record<string, string>>) => string;

/**
 * Writes addresses of the demo shop: in its open campaign, of its tomato, of an order and a cart that nobody
 * has.
 * @throws Error for a parameter that nothing stands for
 */
export async function addressesIn(shop: Shop): Promise<AddressOf> {
  const tomato = (await shelfOf(shop)).find(({ name }) => name === 'Tomate italiano');
  const samples: Readonly<Record<string, string | undefined>> = {
    campaign: CAMPAIGNS[0],
    campaignId: CAMPAIGNS[0],
    category: 'queijos',
    itemId: tomato?.id,
    orderCode: '0123456789ABCDEF',
    code: '0123456789ABCDEF',
    walletUuid: '3f2b6a52-6a0e-4c39-9a53-5a5d1b1f7c12',
    cartUuid: '3f2b6a52-6a0e-4c39-9a53-5a5d1b1f7c11',
  };
  return (screen, values = {}) => {
    const { path, only } = definition(screen);
    return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = values[name] ?? only?.[name]?.[0] ?? samples[name];
      if (!value) throw new Error(`${screen}: nothing stands for {${name}}; say here what does`);
      return value;
    });
  };
}
