import { later } from '#components/later.tsx';
import { Screen } from '#components/screen.tsx';
import { useEffect } from 'react';

// What broke may be the network too: then the words stand without their looks.
const Words = () => (
  <div role="alert">
    <h1>Algo falhou do nosso lado</h1>
    <p>Nada foi cobrado. Recarregue a página para continuar de onde parou.</p>
  </div>
);
const CrashState = later('app/crash-state.tsx', async () => (await import('./crash-state.tsx')).CrashState, Words);

/** The boundary: a bug ends here, on a page that says what is kept. It stands alone, since anything around it may be what broke. */
export function Crash({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Screen bar="none" width="narrow">
      <CrashState />
    </Screen>
  );
}
