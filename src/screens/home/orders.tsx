import { useRootState } from '#client/hooks.ts';
import { later } from '#components/layout/later.tsx';

/** Whether there is an order at all, on its way or not. */
export const useHasOrders = (): boolean => useRootState('orders', ({ context }) => context.orders.length > 0);

export const OnItsWay = later(
  'screens/home/on-its-way.tsx',
  async () => (await import('./on-its-way.tsx')).OnItsWay,
);
