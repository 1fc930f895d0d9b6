import { later } from '#components/layout/later.tsx';
import type { UnreachableProps } from './unreachable-state.tsx';

const Said = ({ what }: UnreachableProps) => <p role="alert">{`Não conseguimos mostrar ${what}.`}</p>;

/** Nothing of a screen could be had: whose fault it is, what is kept, and the way on. */
export const Unreachable = later<UnreachableProps>(
  'client/shop/place/unreachable-state.tsx',
  async () => (await import('./unreachable-state.tsx')).UnreachableState,
  Said,
);
