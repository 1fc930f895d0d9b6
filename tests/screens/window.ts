import { render } from '#shell/render.tsx';
import { matchesSearch } from '#domain/search.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { Tenant } from '#contract/tenant/tenant.ts';
import type { Item } from '#contract/catalog.ts';
import { NOW, tenantOf } from '#tests/app/stub-shop.ts';

export { NOW };
export const HOUR = 3_600_000;
export const idOf = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A campaign with a story of its own; open unless told otherwise. */
export const campaignOf = (n: number, name: string, more: Partial<Campaign> = {}): Campaign => ({
  id: idOf(n),
  slug: `campanha-${n}`,
  name,
  description: `Sobre ${name}`,
  active: true,
  default: n === 1,
  priority: n,
  marketplaceId: idOf(900),
  profile: {
    story: { bg: '#123456', bg2: '#234567', ink: '#ffffff', ink2: '#eeeeee', a: '#aa0000', b: '#ffffff' },
    image: '/media/client/tomate.svg',
  },
  story: {
    slides: [
      { image: '/media/client/tomate.svg', title: name, text: `Texto de ${name}`, buttonText: 'Entrar' },
    ],
  },
  depends: [],
  internalHubRoutingIds: [],
  ignoreShippingAddress: false,
  properties: { tagline: `Frase de ${name}`, deliveryPromise: 'Chega segunda' },
  tags: [],
  cartControls: { discountRules: [] },
  facts: { orders: [], invites: { used: 0, required: 0 }, accessed: false },
  ...more,
});
export const itemOf = (n: number, name: string, more: Partial<Item> = {}): Item => ({
  id: idOf(n),
  type: 'PRODUCT',
  name,
  description: `Descrição de ${name}`,
  images: ['/media/client/tomate.svg'],
  price: 9.9,
  quantity: 50,
  campaignId: idOf(1),
  tags: ['frutas'],
  properties: { unit: '500 g', unitPrice: 'R$ 19,80/kg', tint: 'clay' },
  kitItems: [],
  childItems: [],
  selectedKitItems: [],
  packages: [],
  ...more,
});

const marketplace = {
  id: idOf(900),
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

interface Window {
  campaigns?: Campaign[];
  items?: Item[];
  now?: number;
  /** The API is out of order. */
  broken?: boolean;
  tenant?: Tenant;
  /** The sandbox, whose own provider takes cards. */
  sandbox?: boolean;
}

/** What the server finds of the whole store: of the campaigns that are named, by words and by number. */
function storePage(items: readonly Item[], query: URLSearchParams): object {
  const named = query.getAll('campaigns');
  const found = items.filter(
    (item) =>
      named.includes(item.campaignId) &&
      matchesSearch(query.get('q') ?? '', [item.name]) &&
      query.getAll('tags').every((tag) => item.tags.includes(tag)),
  );
  const size = Number(query.get('size'));
  const counted = found.length > 0 ? found : items;
  return {
    content: found.slice(0, size),
    page: 0,
    size,
    totalElements: found.length,
    totalPages: 1,
    last: true,
    tags: ['frutas', 'queijos'].map((slug) => ({
      slug,
      name: slug === 'frutas' ? 'Frutas' : 'Queijos',
      count: counted.filter(({ tags }) => tags.includes(slug)).length,
    })),
  };
}

/**
 * A page of the shop as the server draws it. `text` is what a person reads of it, one blank between words;
 * `hrefOf` tells where a link of that name leads.
 */
export async function windowAt(
  url: string,
  {
    campaigns = [campaignOf(1, 'Feira')],
    items = [],
    now = NOW,
    broken = false,
    tenant = tenantOf(),
    sandbox = false,
  }: Window = {},
) {
  const answer = ({ pathname: path, searchParams }: URL): unknown => {
    if (broken && path.includes('/operation/')) return null;
    if (path.endsWith('/marketplaces/public')) return [marketplace];
    if (path.startsWith('/api/documents/')) return [];
    if (path.endsWith('/campaigns/public')) return campaigns;
    const [campaign] = campaigns;
    if (path.includes('/marketplace/items/')) return storePage(items, searchParams);
    if (path.endsWith('/items/preview/public'))
      return { content: items, page: 0, size: 900, totalElements: items.length, totalPages: 1, last: true };
    if (path.endsWith('/preview/public'))
      return {
        campaign,
        tags: [{ slug: 'frutas', name: 'Frutas', count: items.length }],
        totalElements: items.length,
        highlights: items,
      };
    return items.find(({ id }) => path.endsWith(`/item/${id}/public`));
  };
  const page = await render({
    url,
    tenant,
    sandbox,
    origin: 'http://shop.test',
    now,
    fetch: (request) => {
      const body = answer(new URL(request.url));
      const refused = {
        type: 'about:blank',
        title: 'x',
        status: 404,
        code: 'NOT_FOUND',
        retryable: false,
        requestId: 'q',
      };
      return Promise.resolve(
        body === null
          ? new Response('bug', { status: 500 })
          : body === undefined
            ? Response.json(refused, { status: 404 })
            : Response.json(body),
      );
    },
  });
  const plain = (part: string) =>
    part
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/[\s\u00a0]+/g, ' ')
      .trim();
  const links = [...page.html.matchAll(/<a ([^>]*)>([^]*?)<\/a>/g)].map(([, marks = '', inside = '']) => ({
    name: /aria-label="([^"]*)"/.exec(marks)?.[1] ?? plain(inside),
    href: /href="([^"]*)"/.exec(marks)?.[1] ?? '',
    marks,
  }));
  return {
    ...page,
    text: plain(page.html),
    links,
    hrefOf: (name: string) => links.find((link) => link.name === name)?.href,
    count: (part: string) => page.html.split(part).length - 1,
  };
}
