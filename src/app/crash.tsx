import type { ErrorStateProps } from '#components/error-state.tsx';
import { later } from '#components/later.tsx';
import { Screen } from '#components/screen.tsx';
import { useEffect } from 'react';

const Plain = ({ title, text, retry }: ErrorStateProps) => (
  <div role="alert">
    <h1>{title}</h1>
    <p>{text}</p>
    <button type="button" onClick={retry?.onClick}>
      {retry?.label}
    </button>
  </div>
);
// What broke may be the network too: then the words stand without their looks.
const ErrorState = later<ErrorStateProps>(
  'components/error-state.tsx',
  async () => (await import('#components/error-state.tsx')).ErrorState,
  Plain,
);

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
        kept={{ items: ['Seu carrinho', 'Seu endereço de entrega'] }}
        retry={{ label: 'Recarregar', onClick: () => globalThis.location.reload() }}
      />
    </Screen>
  );
}
