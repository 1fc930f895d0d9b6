import type { Cents } from '#contract/money.ts';
import { IconPigMoney } from '@tabler/icons-react';
import { moneyText } from './money.tsx';
import styles from './saving.module.css';

/** All that was taken off, under a total. Nothing where nothing was. @param bought it is an order already */
export function Saving({ amount, bought = false }: { amount: Cents; bought?: boolean }) {
  if (amount <= 0) return null;
  return (
    <p className={styles.saved}>
      <IconPigMoney size={22} aria-hidden="true" />
      {bought ? 'Você economizou' : 'Você economiza'} {moneyText(amount)}
    </p>
  );
}
