import { later } from '#components/layout/later.tsx';

/** For addresses that lead nowhere, and for campaigns and products that are gone. */
export const NotFound = later(
  'screens/not-found/not-found.tsx',
  async () => (await import('#screens/not-found/not-found.tsx')).NotFoundScreen,
);
