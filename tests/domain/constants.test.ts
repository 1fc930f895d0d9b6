import { expect, it } from 'vitest';
import * as constants from '#domain/constants.ts';

it('holds the constants of specification §9 to their values', () => {
  expect({ ...constants }).toEqual({
    API_TIMEOUT: 60_000,
    CLIENT_VERSION: '5.1.31',
    RENEWAL_AGE: 86_400_000,
    MARKETPLACES_EVERY: 60_000,
    CAMPAIGNS_EVERY: 60_000,
    ORDERS_EVERY: 300_000,
    RECENT_SESSION: 1_800_000,
    TOP_CAMPAIGNS: 5,
    CAMPAIGN_PAGE: 900,
    MARKETPLACE_PAGE: 60,
    CATALOG_PAGE: 32,
    ORDERS_PAGE: 10,
    DEFAULT_LATITUDE: -23.533773,
    DEFAULT_LONGITUDE: -46.62529,
    EARTH_RADIUS_KM: 6371,
    DISTANCE_FACTOR: 1.363636,
    VERIFIER_LENGTH: 64,
    DESKTOP_WIDTH: 1024,
    HELP_DELAY: 500,
    SUPPORT_DELAY: 10_000,
    SNACK_RETRY: 100,
    CARD_BRANDS: ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'discover'],
    CAMERA_TYPES: ['front', 'back'],
    FLASH_MODES: ['torch', 'off', 'auto'],
    ADDRESS_LENGTHS: {
      postalCode: 9,
      address: 40,
      streetNumber: 10,
      complement: 40,
      neighborhood: 60,
      reference: 60,
    },
    PHONE_MASK: '(99) 99999-9999',
    CPF_MASK: '999.999.999-99',
    CEP_MASK: '99999-999',
    EXPIRED_TEXT: 'Ops! Você chegou tarde, esta campanha expirou!',
    HELP_LABEL: 'Precisa de ajuda?',
  });
});
