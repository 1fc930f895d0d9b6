import { Button } from '#components/form/button.tsx';
import { later } from '#components/layout/later.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Screen } from '#components/layout/screen.tsx';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { CodeLost, isOfNetwork } from '#client/code-lost.ts';
import type { CrashProps } from './crash-state.tsx';
import styles from './crash.module.css';

// Made of parts of the first screen, so that it is styled even when nothing more can be loaded.
const Words = ({ title, text, label, onRetry }: CrashProps) => (
  <div className={styles.words}>
    <div role="alert">
      <ScreenHeading>{title}</ScreenHeading>
      <p>{text}</p>
    </div>
    <Button onClick={onRetry}>{label}</Button>
  </div>
);
export const CRASH_STATE = 'shell/page/crash-state.tsx';
const CrashState = later(CRASH_STATE, async () => (await import('./crash-state.tsx')).CrashState, Words);

const offline = {
  title: 'Esta tela não chegou',
  text: 'A internet caiu antes de ela carregar. Nada se perdeu: continuamos assim que a conexão voltar.',
  label: 'Tentar de novo',
};
const bug = {
  title: 'Algo falhou do nosso lado',
  text: 'Nada foi cobrado. Recarregue a página para continuar de onde parou.',
  label: 'Recarregar',
};

const reload = () => globalThis.location.reload();

/**
 * The boundary: a bug ends here, on a page that says what is kept. It stands alone, since anything around it
 * may be what broke.
 */
export function Crash({ error }: { error: unknown }) {
  const router = useRouter();
  const again = useCallback(() => void router.invalidate(), [router]);
  const isNetwork = isOfNetwork(error);
  useEffect(() => {
    if (!(error instanceof CodeLost)) console.error(error);
    if (!isNetwork) return undefined;
    // The server answers again, and this document will not get the code any more.
    if (error.isOutdated) return reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [error, isNetwork, again]);
  return (
    <Screen bar="none" width="narrow">
      <CrashState
        {...(isNetwork ? offline : bug)}
        error={error}
        isNetwork={isNetwork}
        onRetry={isNetwork ? again : reload}
      />
    </Screen>
  );
}
