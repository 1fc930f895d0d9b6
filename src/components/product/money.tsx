import type { Cents } from '#contract/money.ts';
import { cents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import styles from './money.module.css';

/** "R$ 39,90"; what is taken off reads "− R$ 5,85", with a real minus that never parts from its amount. */
export function moneyText(amount: Cents): string {
  return amount < 0 ? `\u2212\u00a0${formatReais(cents(-amount))}` : formatReais(amount);
}

/** An amount, never broken over two lines and never cut. */
export function Money({ amount }: { amount: Cents }) {
  return <span className={styles.money}>{moneyText(amount)}</span>;
}
