import { IconBuildingStore, IconHome, IconReceipt, IconUser } from '@tabler/icons-react';
import type { LinkTarget } from '#components/form/link.ts';
import styles from './tab-bar.module.css';

const tabs = {
  home: { label: 'Início', Icon: IconHome },
  campaigns: { label: 'Campanhas', Icon: IconBuildingStore },
  orders: { label: 'Pedidos', Icon: IconReceipt },
  account: { label: 'Conta', Icon: IconUser },
} as const;
export type TabName = keyof typeof tabs;
const names: TabName[] = ['home', 'campaigns', 'orders', 'account'];

interface Props {
  current: TabName | null;
  links: Record<TabName, LinkTarget>;
}

export function TabBar({ current, links }: Props) {
  return (
    <nav className={styles.tabs} aria-label="Principal">
      {names.map((name) => {
        const { label, Icon } = tabs[name];
        return (
          <a
            key={name}
            {...links[name]}
            className={styles.tab}
            aria-current={name === current ? 'page' : undefined}
          >
            <span className={styles.pill}>
              <Icon size={24} aria-hidden="true" />
            </span>
            <span className={styles.label}>{label}</span>
          </a>
        );
      })}
    </nav>
  );
}
