import { IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '#components/layout/banner.module.css';

interface Props {
  children?: ReactNode;
}

/** What still works, in one sentence. Mount it when the network is lost: mounting is what announces it. */
export function OfflineBanner({
  children = 'Pode ver e montar o carrinho; o pedido sai quando a conexão voltar.',
}: Props) {
  return (
    <div role="status" className={styles.banner}>
      <IconWifiOff size={24} aria-hidden="true" />
      <p>
        <b>Você está sem internet.</b> {children}
      </p>
    </div>
  );
}
