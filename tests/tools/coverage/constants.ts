import type { Row } from './row.ts';

/** One row per business constant and limit (§9). */
export const constants: readonly Row[] = [
  { id: 'constant.apiTimeout', spec: '§9', what: 'API timeout 60 s', where: ['src/contract/constants.ts#API_TIMEOUT', 'src/api/client.ts'], test: ['REL-17 ends a call without an answer after 60 s', 'writes a constant of the specification once: everybody else asks for it by its name'] },
  { id: 'constant.clientVersion', spec: '§9', what: 'Client version 5.1.31', where: ['src/contract/constants.ts#CLIENT_VERSION', 'src/api/client.ts'], test: ['names the app and its version', 'holds the constants of specification §9 to their values'] },
  { id: 'constant.tokenAge', spec: '§9', what: 'Token renewal without an expiry or when older than 24 h (86400000 ms), checked on each response', where: ['src/domain/constants.ts#RENEWAL_AGE', 'src/domain/token.ts', 'machines/session/token.machine.ts#stale'], test: ['is renewed without an expiry or after 24 h', 'takes every transition, and only the server ends it'] },
  { id: 'constant.marketplacePoll', spec: '§9', what: 'Marketplaces refetched every 60 s', where: ['src/domain/constants.ts#MARKETPLACES_EVERY', 'machines/marketplace.machine.ts'], test: 'asks every 60 s, up to a tenth later and never sooner' },
  { id: 'constant.campaignPoll', spec: '§9', what: 'User campaigns refetched every 60 s after login', where: ['src/domain/constants.ts#CAMPAIGNS_EVERY', 'machines/catalog/campaigns.machine.ts'], test: 'polls every 60 s and flips at the very moment of opening' },
  { id: 'constant.orderPoll', spec: '§9', what: 'Shipping and related orders refetched every 5 min (300000 ms)', where: ['src/domain/constants.ts#ORDERS_EVERY', 'machines/orders/orders.machine.ts'], test: 'are asked for every 5 min, up to a tenth later and never sooner' },
  { id: 'constant.recentSession', spec: '§9', what: 'A session is recent if last login is under 30 minutes', where: 'src/server/services/people/proof.ts#RECENT', test: 'SEC-09 needs a proof of the last five minutes; reading all that is kept, one of the last thirty' },
  { id: 'constant.preload', spec: '§9', what: 'Top 5 campaigns preloaded', where: ['src/domain/constants.ts#TOP_CAMPAIGNS', 'src/domain/campaign-selection.ts'], test: 'preloads five by priority, ties by id' },
  { id: 'constant.pageSizeCampaign', spec: '§9', what: 'Catalog page size 900 for a campaign', where: 'src/contract/catalog.ts#listCatalogItems', test: ['shows the items of a campaign by page, in shelf order', 'SEC-16 clamps or refuses sizes that nobody needs'] },
  { id: 'constant.pageSizeMarketplace', spec: '§9', what: 'Catalog page size 60 for the marketplace', where: 'src/contract/catalog.ts#listMarketplaceItems', test: 'lists what the whole store sells, sixty at a time, nearest campaign first' },
  { id: 'constant.pageSizeDefault', spec: '§9', what: 'General catalog query default 32 unless a max size is set', where: 'src/server/services/catalog/catalog.ts', test: 'are listed thirty-two at a time, or as many as their campaign says' },
  { id: 'constant.pageSizeOrders', spec: '§9', what: 'Order list page size 10', where: 'src/contract/order-calls.ts#pageOrders', test: 'gives those that are not at an end for the refresh, however old' },
  { id: 'constant.defaultLocation', spec: '§9', what: 'Default location -23.533773, -46.62529', where: ['src/domain/constants.ts#DEFAULT_LATITUDE', 'machines/address/location.machine.ts#default'], test: ['holds the constants of specification §9 to their values', 'takes every transition, judged at every step'] },
  { id: 'constant.distance', spec: '§9', what: 'Distance: earth radius 6371 km times factor 1.363636, one decimal', where: 'src/domain/place/location.ts', test: ['is the great circle times 1.363636', 'is shown to one decimal as pt-BR writes it'] },
  { id: 'constant.discountText', spec: '§9', what: "Discount display 'N% off', two decimals if not whole", where: 'src/domain/money/discount.ts', test: 'are written as off, two decimals if not whole' },
  { id: 'constant.pixReceiver', spec: '§9', what: 'Pix receiver name and city are fixed values', where: ['src/domain/money/pix.ts', 'src/server/services/payment/charge.ts'], test: ['is static: no field 01, amount 54, txid of order and attempt, name and city cut and without accents', 'make an order to be paid, with a code, a Pix and a history'] },
  { id: 'constant.ssoVerifier', spec: '§9', what: 'Single sign-on: random verifier of length 64, SHA-256 challenge, base64 url-safe' },
  { id: 'constant.phoneMask', spec: '§9', what: 'Phone mask (99) 99999-9999', where: ['src/domain/constants.ts#PHONE_MASK', 'src/components/form/mask.ts'], test: ['shows the phone %s as %s', 'holds the constants of specification §9 to their values'] },
  { id: 'constant.desktopWidth', spec: '§9', what: 'Desktop breakpoint width 1024', where: ['src/domain/constants.ts#DESKTOP_WIDTH', 'src/components/layout/viewport.tsx'], test: ['becomes a desktop at 1024 px and at no other width', 'holds the constants of specification §9 to their values'] },
  { id: 'constant.helpDelay', spec: '§9', what: 'Help message loaded after 500 ms' },
  { id: 'constant.supportDelay', spec: '§9', what: 'Support widget after 10 s' },
  { id: 'constant.cardBrands', spec: '§9', what: 'Card brand icons: visa, mastercard, amex, diners, elo, hipercard, discover, else generic' },
  { id: 'constant.camera', spec: '§9', what: 'Camera types front/back; flash torch/off/auto' },
];
