import { expiryText, expiryTone } from '#client/shop/payment/wallet-words.ts';
import { classNames } from '#components/form/class-names.ts';
import type { WalletSummary } from '#domain/money/wallet-summary.ts';
import { IconClock } from '@tabler/icons-react';
import styles from './wallets.module.css';

/** What is over first, where something is. */
export function Expiry({ next, now }: { next: WalletSummary['next']; now: number }) {
  return next ? (
    <p className={classNames(styles.expiry, styles[expiryTone(next.expiresAt, now)])}>
      <IconClock size={20} aria-hidden="true" />
      {expiryText(next, now)}
    </p>
  ) : null;
}
