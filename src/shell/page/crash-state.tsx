import { ErrorState } from '#components/feedback/error-state.tsx';
import { IconWifiOff } from '@tabler/icons-react';
import { use, useEffect, useState } from 'react';
import { CodeLost } from '#client/code-lost.ts';
import { ShellContext } from '#client/context.ts';
import { isNewVersionDue, takeNewVersion } from '#shell/new-version.ts';
import { RowsWaiting } from './waiting.tsx';

export interface CrashProps {
  error: unknown;
  /** The network took the code of a screen; anything else is a bug. */
  isNetwork: boolean;
  title: string;
  text: string;
  label: string;
  onRetry: () => void;
}

const tab = () => globalThis.sessionStorage;

/** What is stored in this browser; empty things are not named. */
function useKept(): string[] {
  const { cart, location } = use(ShellContext)?.app.getSnapshot().context ?? {};
  return [
    ...(cart && cart.count > 0 ? ['Seu carrinho'] : []),
    ...(location ? ['Seu endereço de entrega'] : []),
  ];
}

/** The crash page in its full look. When the shop has a newer version, the page is loaded again instead. */
export function CrashState({ error, isNetwork, title, text, label, onRetry }: CrashProps) {
  const items = useKept();
  const lost = error instanceof CodeLost && !isNetwork ? error : null;
  const [isReloading] = useState(() => lost !== null && isNewVersionDue(lost, tab));
  useEffect(() => {
    if (lost) takeNewVersion(lost, tab, onRetry);
  }, [lost, onRetry]);
  if (isReloading) return <RowsWaiting />;
  return (
    <ErrorState
      heading
      {...(isNetwork ? { icon: <IconWifiOff size={28} /> } : {})}
      title={title}
      text={text}
      {...(items.length > 0 ? { kept: { items } } : {})}
      retry={{ label, onClick: onRetry }}
    />
  );
}
