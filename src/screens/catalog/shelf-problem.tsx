import { useRoot } from '#app/hooks.ts';
import type { Shelf } from '#app/shop/shelf.ts';
import { ErrorState } from '#components/error-state.tsx';
import { IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Nothing of the catalog is there: on its way, or out of reach. */
export function ShelfProblem({ phase, waiting }: { phase: Shelf['phase']; waiting: ReactNode }) {
  const catalog = useRoot('catalog');
  const retry = { onClick: () => catalog.send({ type: 'load.retried' }) };
  if (phase === 'offline') return <ErrorState heading icon={<IconWifiOff size={28} />} title="Sem internet por aqui" text="Os produtos aparecem assim que a conexão voltar. Sua sacola está guardada." retry={retry} />;
  if (phase === 'failed') return <ErrorState heading title="Não conseguimos mostrar os produtos" text="Foi um problema nosso. Sua sacola está guardada." retry={retry} />;
  return waiting;
}
