import type { Wallet } from '#contract/payment/wallet.ts';
import { classNames } from '#components/form/class-names.ts';
import { IconBriefcase, IconPercentage, IconStar, IconWallet } from '@tabler/icons-react';
import styles from './wallet-sign.module.css';

const signs = {
  CREDIT: IconWallet,
  CASHBACK: IconPercentage,
  BENEFIT: IconBriefcase,
  POINTS: IconStar,
} as const;

/** The kind of a wallet as a sign on its tint. */
export function WalletSign({ kind }: Pick<Wallet, 'kind'>) {
  const Sign = signs[kind];
  return (
    <span className={classNames(styles.sign, styles[kind])}>
      <Sign size={24} />
    </span>
  );
}
