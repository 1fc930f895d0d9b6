import { ErrorState } from '#components/feedback/error-state.tsx';
import { Screen } from '#components/layout/screen.tsx';
import { IconWifiOff } from '@tabler/icons-react';

/**
 * The page that the service worker shows for any address while there is no network: the shop's colours,
 * nobody's data, and the charts draw over it.
 */
export const OfflineShell = () => (
  <Screen bar="none" width="narrow" busy>
    <ErrorState
      heading
      icon={<IconWifiOff size={28} />}
      title="Você está sem internet"
      text="Abrindo o que está guardado neste aparelho. Se demorar, confira a conexão e recarregue a página."
    />
  </Screen>
);
