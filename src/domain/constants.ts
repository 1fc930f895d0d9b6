/**
 * Business constants and limits, each with its place in the specification. Times in ms. A test holds them to
 * their values.
 */

// Those that the wire knows too live with it, so that each value is written once.
export {
  ADDRESS_LENGTHS,
  API_TIMEOUT,
  CAMPAIGN_PAGE,
  CATALOG_PAGE,
  CLIENT_VERSION,
  MARKETPLACE_PAGE,
  ORDERS_PAGE,
} from '#contract/constants.ts';

/** §9: an authorization older than this is renewed after any response. */
export const RENEWAL_AGE = 86_400_000;
/** §7, §9 */
export const MARKETPLACES_EVERY = 60_000;
/** §9: campaigns of a signed-in client. */
export const CAMPAIGNS_EVERY = 60_000;
/** §9: shipping and related orders. */
export const ORDERS_EVERY = 300_000;
/** §9: a session whose last sign-in is younger than this is recent. */
export const RECENT_SESSION = 30 * 60_000;
/** §4, §9: campaigns whose details are preloaded. */
export const TOP_CAMPAIGNS = 5;
/** §9: used when there is no location. */
export const DEFAULT_LATITUDE = -23.533773;
/** §9 */
export const DEFAULT_LONGITUDE = -46.62529;
/** §9: the earth of the distance rule, km. */
export const EARTH_RADIUS_KM = 6371;
/** §9: straight line to road. */
export const DISTANCE_FACTOR = 1.363636;
/** §9: characters of the single sign-on code verifier. */
export const VERIFIER_LENGTH = 64;
/** §2, §9: desktop behaviour applies from this width, px. */
export const DESKTOP_WIDTH = 1024;
/** §9: the help message is loaded this long after start. */
export const HELP_DELAY = 500;
/** §9: the support widget is loaded this long after start. */
export const SUPPORT_DELAY = 10_000;
/** §8: snack messages not yet loaded are asked for again after this. */
export const SNACK_RETRY = 100;
/** §9: marks with an icon of their own; anything else gets the generic one. */
export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'discover'] as const;
/** §9 */
export const CAMERA_TYPES = ['front', 'back'] as const;
/** §9 */
export const FLASH_MODES = ['torch', 'off', 'auto'] as const;
/** §5, §9 */
export const PHONE_MASK = '(99) 99999-9999';
/** §5 */
export const CPF_MASK = '999.999.999-99';
/** §5 */
export const CEP_MASK = '99999-999';
/** §4: said on an expired campaign that has no text of its own. */
export const EXPIRED_TEXT = 'Ops! Você chegou tarde, esta campanha expirou!';
/** §1 */
export const HELP_LABEL = 'Precisa de ajuda?';
