/**
 * Constants of the specification that the wire itself knows; the others, and the test of all their values,
 * are with `#domain/constants.ts`. Times in ms.
 */

/** §7, §9: every call of the API ends after this. */
export const API_TIMEOUT = 60_000;
/** §9: sent as X-App-Version. */
export const CLIENT_VERSION = '5.1.31';
/** §7, §9: items per page of a campaign's catalog. */
export const CAMPAIGN_PAGE = 900;
/** §7, §9: items per page of the marketplace. */
export const MARKETPLACE_PAGE = 60;
/** §9; D67: items of a general query, where the campaign has no `maxSize`. */
export const CATALOG_PAGE = 32;
/** §7, §9 */
export const ORDERS_PAGE = 10;
/** §5: address fields, in characters. A postal code has exactly this many. */
export const ADDRESS_LENGTHS = {
  postalCode: 9,
  address: 40,
  streetNumber: 10,
  complement: 40,
  neighborhood: 60,
  reference: 60,
} as const;
