import { later } from '#components/later.tsx';
import { Screen } from '#components/screen.tsx';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { CodeLost, isNewVersionDue, takeNewVersion } from './code-lost.ts';
import { Pending } from './waiting.tsx';

export interface CrashWords {
  title: string;
  text: string;
  label: string;
  isNetwork: boolean;
  onRetry: () => void;
}

// What broke may be the network too: then the words stand without their looks.
const Words = ({ title, text, label, onRetry }: CrashWords) => (
  <div role="alert">
    <h1 tabIndex={-1} data-screen-heading="">{title}</h1>
    <p>{text}</p>
    <button type="button" onClick={onRetry}>{label}</button>
  </div>
);
const CrashState = later('app/crash-state.tsx', async () => (await import('./crash-state.tsx')).CrashState, Words);

const offline = { title: 'Esta tela não chegou', text: 'A internet caiu antes de ela carregar. Seu carrinho está guardado; continuamos assim que a conexão voltar.', label: 'Tentar de novo' };
const bug = { title: 'Algo falhou do nosso lado', text: 'Nada foi cobrado. Recarregue a página para continuar de onde parou.', label: 'Recarregar' };

const tab = () => globalThis.sessionStorage;
const reload = () => globalThis.location.reload();

/** The boundary: a bug ends here, on a page that says what is kept. It stands alone, since anything around it may be what broke. */
export function Crash({ error }: { error: unknown }) {
  const router = useRouter();
  const lost = error instanceof CodeLost ? error : null;
  const again = useCallback(() => void router.invalidate(), [router]);
  const [isReloading] = useState(() => lost !== null && isNewVersionDue(lost, tab));
  useEffect(() => {
    if (!lost) console.error(error);
    else if (lost.isOutdated) takeNewVersion(lost, tab, reload);
    else {
      addEventListener('online', again);
      return () => removeEventListener('online', again);
    }
    return undefined;
  }, [error, lost, again]);
  if (isReloading) return <Pending />;
  const isNetwork = lost !== null && !lost.isOutdated;
  return (
    <Screen bar="none" width="narrow">
      <CrashState {...(isNetwork ? offline : bug)} isNetwork={isNetwork} onRetry={isNetwork ? again : reload} />
    </Screen>
  );
}
