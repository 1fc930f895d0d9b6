import { shallow, useRootState } from '#client/hooks.ts';
import type { wantedOf } from '#machines/navigation/search.ts';

type Wanted = ReturnType<typeof wantedOf>;

/**
 * In which package the open item is wanted, and how many, as its address says it: nothing of one alone. It stands
 * there so that reloading, sharing and coming back lose nothing (decision 102).
 */
export const useWanted = (): Wanted =>
  useRootState(
    'product',
    ({ context: { packageId, quantity } }): Wanted => ({
      ...(packageId === null ? {} : { package: packageId }),
      ...(quantity === 1 ? {} : { quantity: String(quantity) }),
    }),
    shallow,
  );
