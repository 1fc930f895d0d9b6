import { useRoot } from '#client/hooks.ts';
import type { Shelf } from '#client/shop/shelf.ts';
import { Unreachable } from '#client/shop/unreachable.tsx';
import type { ReactNode } from 'react';

/** Nothing of the catalog is there: on its way, or out of reach. */
export function ShelfProblem({ phase, waiting }: { phase: Shelf['phase']; waiting: ReactNode }) {
  const catalog = useRoot('catalog');
  const problem = phase === 'offline' || phase === 'failed' ? phase : null;
  return problem ? (
    <Unreachable
      what="os produtos"
      problem={problem}
      onRetry={() => catalog.send({ type: 'load.retried' })}
    />
  ) : (
    waiting
  );
}
