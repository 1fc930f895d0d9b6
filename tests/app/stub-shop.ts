import type { Campaign } from '#contract/campaign.ts';
import type { Item } from '#contract/catalog.ts';
import type { Tenant } from '#contract/tenant/tenant.ts';
import { vi } from 'vitest';

export const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const palette = {
  primary: '#17694a',
  onPrimary: '#ffffff',
  secondary: '#8a4b12',
  onSecondary: '#ffffff',
  background: '#faf8f5',
  surface: '#ffffff',
  text: '#1f1b16',
  success: '#14713f',
  warning: '#855300',
  error: '#b3261e',
};

/** A tenant as the server would hand it to the page. */
export const tenantOf = (intranet = false): Tenant =>
  ({
    client: intranet ? 'clube' : 'client',
    hosts: [],
    default: !intranet,
    partner: { name: intranet ? 'Clube' : 'Feira', hideTitleSuffix: false },
    theme: { brand: '#17694a', displayFont: 'bricolage', palette },
    logo: { mark: 'mark.svg', markDark: 'mark.svg' },
    marketplaces: [{ slug: 'loja', name: 'Loja', intranet, defaultForms: {} }],
    legal: {
      company: 'Feira',
      cnpj: '12345678000195',
      fictional: true,
      address: {
        postalCode: '05435-000',
        address: 'Rua A',
        streetNumber: '1',
        neighborhood: 'B',
        city: 'São Paulo',
        administrativeArea: 'SP',
      },
      email: 'a@b.com',
      phone: '+5511987654321',
      hours: '8h às 18h',
      terms: { version: '1', sections: [] },
      privacy: { version: '1', sections: [] },
    },
    help: { label: 'Ajuda', message: '', phone: '', hours: '' },
    payment: { methods: ['PIX'], pix: { key: 'k', name: 'FEIRA', city: 'SAO PAULO', minutes: 30 } },
    flags: { guestOrders: !intranet, strictCpf: false },
  }) as unknown as Tenant; // the parts that a page reads

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const open = id(1);
export const later = id(2);
export const tomato = id(101);

const campaign = (n: number, slug: string, more: Partial<Campaign> = {}): Campaign => ({
  id: id(n),
  slug,
  name: `Campanha ${slug}`,
  description: 'Da roça para a mesa',
  active: true,
  default: n === 1,
  priority: n,
  marketplaceId: id(900),
  profile: {},
  depends: [],
  internalHubRoutingIds: [],
  ignoreShippingAddress: false,
  properties: {},
  tags: [],
  cartControls: { discountRules: [] },
  facts: { orders: [], invites: { used: 0, required: 0 }, accessed: false },
  ...more,
});
const campaigns = [
  campaign(1, 'feira'),
  campaign(2, 'natal', { depends: [{ type: 'time', seconds: NOW / 1_000 + 86_400 }] }),
];
const item: Item = {
  id: tomato,
  type: 'PRODUCT',
  name: 'Tomate </script>',
  description: 'Maduro',
  images: [],
  price: 9.9,
  quantity: 5,
  campaignId: open,
  tags: ['legumes'],
  properties: {},
  kitItems: [],
  childItems: [],
  selectedKitItems: [],
  packages: [],
};
const marketplace = {
  id: id(900),
  name: 'Loja',
  partnerName: 'Feira',
  logo: 'mark.svg',
  intranet: false,
  dialogs: [],
  defaultForms: {},
  authentication: { ssoEnabled: false },
  route: { name: 'loja' },
  guestOrders: true,
  help: { label: 'Ajuda', message: '', phone: '' },
};

function answer(path: string, intranet: boolean): unknown {
  if (path === '/api/operation/marketplaces/public') return [{ ...marketplace, intranet }];
  if (path.startsWith('/api/documents/')) return [];
  if (path === '/api/operation/campaigns/public') return intranet ? undefined : campaigns;
  const preview = /^\/api\/operation\/catalog\/campaign\/([^/]+)\/preview\/public$/.exec(path);
  if (preview) {
    const found = campaigns.find(({ id: uuid, slug }) => uuid === preview[1] || slug === preview[1]);
    return (
      found && {
        campaign: found,
        tags: [{ slug: 'legumes', name: 'Legumes', count: 1 }],
        totalElements: 1,
        highlights: [item],
      }
    );
  }
  if (path.endsWith('/items/preview/public'))
    return { content: [item], page: 0, size: 900, totalElements: 1, totalPages: 1, last: true, tags: [] };
  if (path.endsWith(`/item/${tomato}/public`)) return item;
  return undefined;
}

/**
 * An API that has one open campaign, one that opens tomorrow and one tomato. Everything else is not found.
 */
export function stubFetch({ intranet = false }: { intranet?: boolean } = {}) {
  return vi.fn((request: Request): Promise<Response> => {
    const body = answer(new URL(request.url).pathname, intranet);
    if (body !== undefined) return Promise.resolve(Response.json(body));
    return Promise.resolve(
      Response.json(
        { type: 'about:blank', title: 'x', status: 404, code: 'NOT_FOUND', retryable: false, requestId: 'q' },
        { status: 404 },
      ),
    );
  });
}
