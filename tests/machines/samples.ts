import type { Campaign } from '#contract/campaign.ts';
import type { CatalogPreview, Item } from '#contract/catalog.ts';
import type { Account, User } from '#contract/people/account.ts';
import type { Order, OrderState } from '#contract/order/order.ts';
import type { Marketplace } from '#contract/place.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { GuestDraft } from '#machines/checkout/guest-draft.ts';
import type { MarketplaceLoaded } from '#machines/marketplace.machine.ts';
import type { SignedIn } from '#machines/session/setup.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';

/** Small things of every kind for the tests of charts. Ids tell what they are; times are epoch ms. */

export const NOW = Date.parse('2026-11-21T12:00:00.000Z');
export const fault = { error: new NetworkFault('offline') };
export const bug = { error: new TypeError('bug') };
export const refusedAs = (code: ProblemCode) => ({ error: new ApiProblem(code) });

const uuid = (kind: number, n: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const campaignId = (n: number) => uuid(1, n);
export const itemId = (n: number) => uuid(2, n);
export const cartUuid = uuid(3, 1);
export const otherCart = uuid(3, 2);
export const leadId = uuid(4, 1);

export const campaign = (n: number, more: Partial<Campaign> = {}): Campaign => ({
  id: campaignId(n),
  slug: `campanha-${n}`,
  name: `Campanha ${n}`,
  description: '',
  active: true,
  default: n === 1,
  priority: n,
  marketplaceId: uuid(5, 1),
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
export const openingIn = (n: number, ms: number) =>
  campaign(n, { depends: [{ type: 'time', seconds: (NOW + ms) / 1_000 }] });
export const blocked = (n: number) => campaign(n, { depends: [{ type: 'invites' }], invite: { invites: 3 } });
export const ended = (n: number) => campaign(n, { expired: { end: new Date(NOW - 1_000).toISOString() } });

export const item = (n: number, more: Partial<Item> = {}): Item => ({
  id: itemId(n),
  type: 'PRODUCT',
  name: `Tomate ${n}`,
  description: 'Da horta',
  images: [],
  price: 9.9,
  quantity: 10,
  campaignId: campaignId(1),
  tags: ['frutas'],
  properties: {},
  kitItems: [],
  childItems: [],
  selectedKitItems: [],
  packages: [{ id: 'caixa', name: 'Caixa', units: 4, price: 35 }],
  ...more,
});
export const preview = (total = 3, highlights = [item(1), item(2)], of = campaign(1)): CatalogPreview => ({
  campaign: of,
  tags: [],
  totalElements: total,
  highlights,
});

export const tokens = (accessToken = 'a', more: Partial<SessionTokens> = {}): SessionTokens => ({
  accessToken,
  refreshToken: 'r',
  expiresIn: NOW + 600_000,
  timestamp: NOW,
  ...more,
});
export const user: User = {
  id: uuid(6, 1),
  activated: true,
  phone: '+5511987654321',
  signedUp: true,
  roles: ['CLIENT'],
};
export const account: Account = {
  id: uuid(7, 1),
  name: 'Maria da Silva',
  phone: '+5511987654321',
  addresses: [],
  properties: {},
  version: 1,
};
export const client: SignedIn = { tokens: tokens(), user, account, signupGrant: null };
export const guest: GuestDraft = {
  typed: { name: 'Ana Lima', phone: '11987650000', cpf: '', accepted: '1' },
  guest: { name: 'Ana Lima', phone: '+5511987650000', privacyVersion: '1' },
};
export const newcomer: SignedIn = {
  tokens: tokens(),
  user: { ...user, signedUp: false },
  account: null,
  signupGrant: 'grant',
};

export const marketplace = (intranet = false): Marketplace => ({
  id: uuid(5, 1),
  name: 'Feira',
  partnerName: 'Feira',
  logo: '',
  intranet,
  dialogs: [],
  defaultForms: {},
  authentication: { ssoEnabled: false },
  route: { name: 'feira' },
  guestOrders: false,
  help: { label: '', message: '', phone: '' },
});
export const store = (intranet = false): MarketplaceLoaded => ({
  marketplaces: [marketplace(intranet)],
  documents: { snack: { logout: 'Tchau, {accountName}' }, routes: {}, status: {} },
});

export const orderCode = (n: number) => String(n).padStart(16, '0');
export const order = (n: number, version = 1, state: OrderState = 'PAID'): Order => ({
  id: uuid(8, n),
  state,
  code: orderCode(n),
  type: 'SHIPPING',
  creationDate: new Date(NOW + n).toISOString(),
  timestamp: NOW + n,
  version,
  items: [],
  userName: 'Maria',
  paymentMethod: { type: 'PIX' },
  properties: {
    cartUuid,
    totals: { subTotal: 0, discount: 0, coupon: 0, paymentDiscount: 0, shipping: 0, total: 0 },
  },
  allowedEvents: [],
});
