import type { Row } from './row.ts';

/** One row per business constant and limit (§9). */
export const constants: readonly Row[] = [
  { id: 'constant.apiTimeout', spec: '§9', what: 'API timeout 60 s' },
  { id: 'constant.clientVersion', spec: '§9', what: 'Client version 5.1.31' },
  { id: 'constant.tokenAge', spec: '§9', what: 'Token renewal without an expiry or when older than 24 h (86400000 ms), checked on each response' },
  { id: 'constant.marketplacePoll', spec: '§9', what: 'Marketplaces refetched every 60 s' },
  { id: 'constant.campaignPoll', spec: '§9', what: 'User campaigns refetched every 60 s after login' },
  { id: 'constant.orderPoll', spec: '§9', what: 'Shipping and related orders refetched every 5 min (300000 ms)' },
  { id: 'constant.recentSession', spec: '§9', what: 'A session is recent if last login is under 30 minutes' },
  { id: 'constant.preload', spec: '§9', what: 'Top 5 campaigns preloaded' },
  { id: 'constant.pageSizeCampaign', spec: '§9', what: 'Catalog page size 900 for a campaign' },
  { id: 'constant.pageSizeMarketplace', spec: '§9', what: 'Catalog page size 60 for the marketplace' },
  { id: 'constant.pageSizeDefault', spec: '§9', what: 'General catalog query default 32 unless a max size is set' },
  { id: 'constant.pageSizeOrders', spec: '§9', what: 'Order list page size 10' },
  { id: 'constant.defaultLocation', spec: '§9', what: 'Default location -23.533773, -46.62529' },
  { id: 'constant.distance', spec: '§9', what: 'Distance: earth radius 6371 km times factor 1.363636, one decimal' },
  { id: 'constant.discountText', spec: '§9', what: "Discount display 'N% off', two decimals if not whole" },
  { id: 'constant.pixReceiver', spec: '§9', what: 'Pix receiver name and city are fixed values' },
  { id: 'constant.ssoVerifier', spec: '§9', what: 'Single sign-on: random verifier of length 64, SHA-256 challenge, base64 url-safe' },
  { id: 'constant.phoneMask', spec: '§9', what: 'Phone mask (99) 99999-9999' },
  { id: 'constant.desktopWidth', spec: '§9', what: 'Desktop breakpoint width 1024' },
  { id: 'constant.helpDelay', spec: '§9', what: 'Help message loaded after 500 ms' },
  { id: 'constant.supportDelay', spec: '§9', what: 'Support widget after 10 s' },
  { id: 'constant.cardBrands', spec: '§9', what: 'Card brand icons: visa, mastercard, amex, diners, elo, hipercard, discover, else generic' },
  { id: 'constant.camera', spec: '§9', what: 'Camera types front/back; flash torch/off/auto' },
];
