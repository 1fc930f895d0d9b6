import { ErrorState } from '#components/error-state.tsx';
import { Screen } from '#components/screen.tsx';
import { useEffect } from 'react';

/** The boundary: a bug ends here, on a page that says what is kept. It stands alone, since anything around it may be what broke. */
export function Crash({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Screen bar="none" width="narrow">
      <ErrorState
        heading
        title="Algo falhou do nosso lado"
        text="Nada foi cobrado. Recarregue a página para continuar de onde parou."
        kept={{ items: ['Suo carrinho', 'Seu endereço de entrega'] }}
        retry={{ label: 'Recarregar', onClick: () => globalThis.location.reload() }}
      />
    </Screen>
  );
}
