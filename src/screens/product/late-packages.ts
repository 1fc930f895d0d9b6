import { later } from '#components/later.tsx';

/** Most products come one by one. */
export const Packages = later('screens/product/packages.tsx', async () => (await import('./packages.tsx')).Packages);
