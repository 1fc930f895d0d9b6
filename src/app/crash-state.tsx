import { ErrorState } from '#components/error-state.tsx';

/** In its looks, when the code for them can be had. */
export const CrashState = () => (
  <ErrorState
    heading
    title="Algo falhou do nosso lado"
    text="Nada foi cobrado. Recarregue a página para continuar de onde parou."
    kept={{ items: ['Seu carrinho', 'Seu endereço de entrega'] }}
    retry={{ label: 'Recarregar', onClick: () => globalThis.location.reload() }}
  />
);
