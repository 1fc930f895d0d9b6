import { later } from '#components/layout/later.tsx';

/** Most products come one by one. */
export const Packages = later(
  'screens/product/packages.tsx',
  async () => (await import('./packages.tsx')).Packages,
);
/**
 * A product can be chosen before these are there: a page from the server has them, and one that was led to
 * gets them with its code.
 */
export const Details = later(
  'screens/product/details.tsx',
  async () => (await import('./details.tsx')).Details,
);
export const Delivery = later(
  'client/shop/delivery.tsx',
  async () => (await import('#client/shop/delivery.tsx')).DeliveryCard,
);
export const Related = later(
  'screens/product/related.tsx',
  async () => (await import('./related.tsx')).Related,
);
