import { ErrorState } from '#components/feedback/error-state.tsx';
import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '#client/hooks.ts';

export interface UnreachableProps {
  /** "os produtos": what was to be shown */
  what: string;
  /** `offline`: no answer, asked again by itself. `failed`: an answer that was none. */
  problem: 'offline' | 'failed';
  onRetry: () => void;
}

/** Nothing of a screen could be had: whose fault it is, what is kept, and the way on. */
export function UnreachableState({ what, problem, onRetry }: UnreachableProps) {
  const isOnline = useOnline();
  const retry = { onClick: onRetry };
  if (problem === 'offline' && !isOnline) {
    return (
      <ErrorState
        heading
        icon={<IconWifiOff size={28} />}
        title="Sem internet por aqui"
        text={`Mostramos ${what} assim que a conexão voltar. Seu carrinho está guardado neste aparelho.`}
        retry={retry}
      />
    );
  }
  if (problem === 'offline') {
    return (
      <ErrorState
        heading
        title="A loja não respondeu"
        text={`Já estamos tentando de novo mostrar ${what}. Seu carrinho está guardado.`}
        retry={retry}
      />
    );
  }
  return (
    <ErrorState
      heading
      title={`Não conseguimos mostrar ${what}`}
      text="Foi um problema nosso. Seu carrinho está guardado."
      retry={retry}
    />
  );
}
