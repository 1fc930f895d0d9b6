import { IconBuildingStore, IconHome, IconReceipt, IconUser, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#components/form/link.ts';
import { classNames } from '#components/form/class-names.ts';
import styles from './tab-bar.module.css';

const tabs = {
  home: { label: 'Início', Icon: IconHome },
  campaigns: { label: 'Campanhas', Icon: IconBuildingStore },
  wallets: { label: 'Carteira', Icon: IconWallet },
  orders: { label: 'Pedidos', Icon: IconReceipt },
  account: { label: 'Conta', Icon: IconUser },
} as const;
export type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[]; // the keys of a literal object, in its order

interface Props {
  current: TabName | null;
  /** A tab without a link is not there. */
  links: Record<Exclude<TabName, 'wallets'>, LinkTarget> & { wallets: LinkTarget | undefined };
  /** At the corner of the account's sign. */
  badge?: ReactNode;
}

export function TabBar({ current, links, badge }: Props) {
  return (
    <nav className={classNames(styles.tabs, links.wallets && styles.five)} aria-label="Principal">
      {names.map((name) => {
        const { label, Icon } = tabs[name];
        const link = links[name];
        return link ? (
          <a key={name} {...link} className={styles.tab} aria-current={name === current ? 'page' : undefined}>
            <span className={styles.pill}>
              <Icon size={24} aria-hidden="true" />
              {name === 'account' ? badge : null}
            </span>
            <span className={styles.label}>{label}</span>
          </a>
        ) : null;
      })}
    </nav>
  );
}
